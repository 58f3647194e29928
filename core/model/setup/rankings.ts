import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../../db/audit.ts';
import {
  deleteEmptyRanking,
  getRanking,
  insertRanking,
  joinRanking,
  listRankings,
  type RankingRow,
  renameRanking,
} from '../../../db/rankings.ts';
import { getStudy, listStudies, type StudyRow } from '../../../db/studies.ts';
import type { RankingStudy, Study } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { pairAlpha } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import {
  comparisonsBeside,
  comparisonsOfRanking,
  missingPairs,
  newestOfPairs,
  systemsOf,
} from '../estimate/ranking.ts';
import { measureName } from '../study/measure-name.ts';
import { createStudy, freeName, type NewStudyInput } from './create-study.ts';
import { describeStudy } from './describe-study.ts';
import { editStudy, removeStudy } from './edit-study.ts';
import { growBatch } from './sample-batch.ts';

interface NewPairsInput extends Omit<NewStudyInput, 'system' | 'against'> {
  systems: readonly string[];
}

/**
 * A ranking: one study for each pair of systems. `alpha` is that of all statements together; each study gets its share of
 * it. A pair that cannot be drawn leaves those before it, and the ranking says which are missing.
 *
 * @throws AppError INVALID_INPUT when a system is named twice, or is the surrogate of a pair that it belongs to
 */
export async function createPairs(context: CoreContext, input: NewPairsInput): Promise<Study[]> {
  const { systems, alpha, name, ...asked } = input;
  assertRankable(input);
  const db = dbOf(context);
  const wanted = name?.trim() || `Ranking of ${systems.length} systems, ${measureName(asked.measure)}`;
  let rankingId: number | null = null;
  const studies: Study[] = [];
  for (const [i, system] of systems.entries()) {
    for (const against of systems.slice(i + 1)) {
      const share = pairAlpha(alpha, systems.length);
      const { id } = await createStudy(context, { ...asked, system, against, alpha: share });
      rankingId ??= newRanking(context, freeName(context, wanted), alpha);
      joinRanking(db, id, rankingId);
      studies.push(describeStudy(context, id));
    }
  }
  for (const { id } of studies) context.events.publish({ type: 'study.changed', studyId: id });
  return studies;
}

function assertRankable({ systems, surrogate }: NewPairsInput): void {
  if (new Set(systems).size < systems.length) {
    throw new AppError('INVALID_INPUT', 'A system is named twice.', {
      field: 'systems',
      mend: 'Name each system once.',
    });
  }
  if (surrogate.kind === 'system' && systems.includes(surrogate.system)) {
    throw new AppError('INVALID_INPUT', `${surrogate.system} is both a surrogate and one of the systems.`, {
      field: 'surrogate',
      mend: 'Choose a surrogate that is none of the systems, or none.',
    });
  }
}

const newRanking = (context: CoreContext, name: string, alpha: number): number =>
  insertRanking(dbOf(context), { name, alpha, batchRef: randomUUID(), createdAt: context.now() });

const fewestGathered = 3;

/**
 * Makes one ranking of the comparisons beside a study that belong to none.
 *
 * @throws AppError CONFLICT when they are of fewer than three systems, or a pair of them has no comparison
 */
export function gatherRanking(
  context: CoreContext,
  { studyId, name, alpha }: { studyId: number; name?: string | undefined; alpha: number },
): RankingStudy {
  const db = dbOf(context);
  const asked = getStudy(db, studyId);
  const comparisons = asked.against === null || asked.rankingId !== null ? [] : comparisonsBeside(db, asked);
  const systems = systemsOf(comparisons);
  if (systems.length < fewestGathered) {
    throw new AppError('CONFLICT', `There are no comparisons to gather around "${asked.name}".`, {
      field: 'studyId',
      mend: 'Name a comparison that belongs to no ranking, of a measure by which three systems or more are compared.',
    });
  }
  const [missing] = missingPairs(comparisons);
  if (missing) {
    throw new AppError('CONFLICT', `No study compares ${missing.system} and ${missing.against} yet.`, {
      mend: 'A ranking needs every pair: make that comparison first.',
    });
  }
  const wanted = name?.trim() || `Ranking of ${systems.length} systems, ${measureName(asked.measure)}`;
  const freed = freeName(context, wanted);
  const rankingId = db
    .transaction(() => {
      const id = newRanking(context, freed, alpha);
      for (const study of comparisons) {
        joinRanking(db, study.id, id);
        writeAudit(db, {
          at: context.now(),
          action: 'ranking.gather',
          studyId: study.id,
          details: { ranking: freed, alpha },
        });
      }
      return id;
    })
    .immediate();
  for (const study of comparisons) context.events.publish({ type: 'study.changed', studyId: study.id });
  return describeRanking(context, getRanking(db, rankingId));
}

export const describeRankings = (context: CoreContext): RankingStudy[] =>
  listRankings(dbOf(context)).map((ranking) => describeRanking(context, ranking));

/** @throws AppError NOT_FOUND */
export const findRanking = (context: CoreContext, rankingId: number): RankingStudy =>
  describeRanking(context, getRanking(dbOf(context), rankingId));

function describeRanking(context: CoreContext, { id, name, alpha, createdAt }: RankingRow): RankingStudy {
  const comparisons = comparisonsOfRanking(dbOf(context), id);
  const newest = newestOfPairs(comparisons);
  const [first] = newest;
  if (!first) throw new Error(`the ranking ${id} has no pair`);
  return {
    id,
    name,
    datasetId: first.datasetId,
    datasetName: first.datasetName,
    measure: first.measure,
    measureName: measureName(first.measure),
    systems: systemsOf(comparisons),
    alpha,
    question: first.question,
    guidelines: first.guidelines,
    ...progressOf(context, newest),
    pairs: newest.map((study) => describeStudy(context, study.id)),
    createdAt,
  };
}

const standings = ['open', 'waiting', 'undecided', 'final'] as const;

/** Of how many places of the queue there is a final word. An answer that was written serves every pair of its item. */
function progressOf(context: CoreContext, pairs: readonly StudyRow[]) {
  const isWritten = pairs[0]?.criterionId === null;
  const places = new Map<string, boolean>();
  for (const { id } of pairs) {
    const live = liveEstimateOf(context, id);
    for (const kind of standings) {
      for (const itemId of live.itemsWhere(kind)) {
        places.set(isWritten ? `${itemId}` : `${itemId} ${id}`, kind === 'final');
      }
    }
  }
  return { items: places.size, answered: [...places.values()].filter(Boolean).length };
}

interface RankingEdit {
  readonly rankingId: number;
  readonly name?: string | undefined;
  readonly question?: string | undefined;
  readonly guidelines?: string | undefined;
}

/** Changes the name of a ranking, and the question and guidelines of all its pairs. @throws AppError NOT_FOUND */
export function editRanking(context: CoreContext, { rankingId, name, ...text }: RankingEdit): RankingStudy {
  const db = dbOf(context);
  getRanking(db, rankingId);
  const comparisons = comparisonsOfRanking(db, rankingId);
  if (name !== undefined) renameRanking(db, rankingId, name);
  const isText = text.question !== undefined || text.guidelines !== undefined;
  for (const { id: studyId } of comparisons) {
    if (isText) editStudy(context, { studyId, ...text });
    else context.events.publish({ type: 'study.changed', studyId });
  }
  return findRanking(context, rankingId);
}

/**
 * Makes the batch of each pair longer, as far as its items go.
 *
 * @throws AppError NOT_FOUND, CONFLICT when every item that differs is drawn already
 */
export function growRanking(
  context: CoreContext,
  { rankingId, by }: { rankingId: number; by: number },
): RankingStudy {
  const db = dbOf(context);
  getRanking(db, rankingId);
  const open = newestOfPairs(comparisonsOfRanking(db, rankingId)).filter(
    ({ drawCount, populationSize }) => drawCount < populationSize,
  );
  if (open.length === 0) {
    throw new AppError('CONFLICT', 'Every item whose replies differ is drawn already.', {
      mend: 'There is nothing further to label for this ranking.',
    });
  }
  for (const { id, drawCount, populationSize } of open) {
    growBatch(context, id, Math.min(drawCount + by, populationSize));
  }
  return findRanking(context, rankingId);
}

/** Removes a ranking with its comparisons; labels stay. @throws AppError NOT_FOUND */
export function removeRanking(context: CoreContext, rankingId: number): Record<string, never> {
  const db = dbOf(context);
  getRanking(db, rankingId);
  for (const { id } of listStudies(db)) {
    if (getStudy(db, id).rankingId === rankingId) removeStudy(context, id);
  }
  deleteEmptyRanking(db, rankingId);
  return {};
}
