import { randomBytes, randomUUID } from 'node:crypto';
import { countPool } from '../../db/pools.ts';
import { insertRanking, joinRanking, markChained, type RankingRow } from '../../db/rankings.ts';
import { comparisonsOfRanking } from '../../db/studies.ts';
import type { WritableDb } from '../../db/types.ts';
import type { StudyQuestion } from '../../shared/contract/index.ts';
import type { StudyPlan } from '../estimate/surrogate/new-pool.ts';
import { type ScoredStudy, scoreStudy } from '../estimate/surrogate/score-work.ts';
import { isSharedByPairs, SystemsPass } from '../estimate/surrogate/systems-pass.ts';
import type { JobScope } from '../platform/jobs/job-work.ts';

type NewRanking = Pick<RankingRow, 'name' | 'alpha' | 'top' | 'instrument' | 'levelRule'>;

interface RankingParams {
  readonly ranking: NewRanking;
  readonly pairs: readonly { readonly question: StudyQuestion; readonly plan: StudyPlan }[];
}

/** Scored pairs are held in memory up to this, in bytes, so that writing them keeps nobody waiting for long. */
const mostHeld = 256 * 2 ** 20;

/**
 * Makes a ranking with a study for each of its pairs in one transaction, which begins when all are scored or much is held in
 * memory.
 *
 * @returns the studies in the order of the pairs
 */
export async function rankingWork(
  scope: JobScope,
  { ranking, pairs }: RankingParams,
  held = mostHeld,
): Promise<{ studyIds: number[] }> {
  const { db } = scope;
  const studyIds: number[] = [];
  let scored: ScoredStudy[] = [];
  const store = () => {
    if (!db.inTransaction) db.exec('BEGIN IMMEDIATE');
    for (const { create } of scored) studyIds.push(create());
    scored = [];
  };
  const [{ question: asked }] = pairs as [(typeof pairs)[number]];
  const systems = [...new Set(pairs.flatMap(({ question }) => [question.system, question.against!]))];
  const pass = isSharedByPairs(asked) ? new SystemsPass(asked, systems) : undefined;
  for (const [k, { question, plan }] of pairs.entries()) {
    scored.push(await scoreStudy(partOf(scope, k, pairs.length), question, plan, pass));
    if (scored.reduce((sum, { bytes }) => sum + bytes, 0) > held) store();
    scope.progress(k + 1, pairs.length, 'pairs', plan.name);
    await scope.checkpoint();
  }
  store();
  const rankingId = storeRanking(db, ranking, scope.now());
  for (const id of studyIds) joinRanking(db, id, rankingId);
  chainWhereItHolds(db, rankingId);
  db.exec('COMMIT');
  return { studyIds };
}

/** What the work on one of many pairs is given: of its items it says in words how far it is. */
const partOf = (scope: JobScope, done: number, pairs: number): JobScope => ({
  ...scope,
  progress(items, of, _, message) {
    const words = () => {
      const said = typeof message === 'function' ? message() : (message ?? '');
      return of === null ? said : `${said}, item ${items} of ${of}`;
    };
    if (items !== of) scope.progress(done, pairs, 'pairs', words);
  },
});

/** @returns the id of a new ranking, to which no study belongs yet */
export const storeRanking = (db: WritableDb, ranking: NewRanking, createdAt: string): number =>
  insertRanking(db, {
    ...ranking,
    batchRef: randomUUID(),
    pageKey: randomBytes(32).toString('hex'),
    createdAt,
    chained: false,
  });

/**
 * Writes down whether the pairs of a new ranking say something of each other: their differences add up where every pair is over
 * the same items, which is so when it holds every item that either of its systems answered. Preferences do not add up.
 */
export function chainWhereItHolds(db: WritableDb, rankingId: number): void {
  const comparisons = comparisonsOfRanking(db, rankingId);
  const counts = new Map<number, number>();
  const answered = (systemId: number): number => {
    const count = counts.get(systemId) ?? countPool(db, comparisons[0]!.datasetId, systemId);
    counts.set(systemId, count);
    return count;
  };
  const isChained = comparisons.every(
    ({ form, systemId, against }) =>
      form.kind !== 'preference' &&
      [systemId, against!.systemId].every((id) => answered(id) === against!.sharedItems),
  );
  if (isChained) markChained(db, rankingId);
}
