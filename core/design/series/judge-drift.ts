import { findDataset } from '../../../db/datasets.ts';
import { findJudge, type JudgeRow, signalNameOf } from '../../../db/judges.ts';
import { findItemRun, type ItemRunRow, listDriftChecks, runItems } from '../../../db/llm-runs.ts';
import { findPrompt } from '../../../db/prompts.ts';
import { systemName } from '../../../db/system-names.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { verdictMeans } from '../../../db/verdicts.ts';
import type { DriftFinding, JudgeWatch, PromptCriterion } from '../../../shared/contract/index.ts';
import { judgeDriftWords } from '../../../shared/judge-drift-words.ts';
import { liesBelow, mean } from '../../../stats/index.ts';
import { askedTogether, driftCheckOf } from './judge-set.ts';

export const alpha = 0.05;
/** A rise, a fall, and scores that lie farther apart. */
const BETS = 3;

/** A reply's score of one criterion before, now, and at the first check where that is another and has one. */
export interface ReplyScores {
  readonly before: number;
  readonly now: number;
  readonly first?: number | undefined;
}

/**
 * How the scores of check `number` moved, by bets on what each request brings. While a judge is the same, a score now and one before
 * are equally likely the other way round: the difference has mean 0, and one now lies as far from the one before as that of the first
 * check did. The bets of check k stake alpha/(k (k + 1)) over all criteria, so that they ever err with probability alpha at most.
 * Checks share the scores before, which a sum of levels allows.
 *
 * @param requests what each of them asked about together
 * @param range largest less smallest value of the scale
 */
export function driftFound(
  requests: readonly (readonly ReplyScores[])[],
  { number, criteria, range }: { number: number; criteria: number; range: number },
): DriftFinding['kind'] {
  const level = alpha / (number * (number + 1) * criteria * BETS);
  const isAbove = (values: readonly number[]) =>
    liesBelow(
      values.map((value) => (1 - value / range) / 2),
      0.5,
      level,
    );
  const moved = meansOf(requests, ({ before, now }) => now - before);
  if (isAbove(moved)) return 'higher';
  if (isAbove(moved.map((value) => -value))) return 'lower';
  const compared = requests.map((replies) => replies.filter(({ first }) => first !== undefined));
  const apart = meansOf(
    compared,
    ({ before, now, first }) => Math.abs(now - before) - Math.abs(first! - before),
  );
  return isAbove(apart) ? 'less steady' : 'none';
}

const meansOf = (
  requests: readonly (readonly ReplyScores[])[],
  of: (reply: ReplyScores) => number,
): number[] => requests.flatMap((replies) => (replies.length === 0 ? [] : [mean(replies.map(of))]));

/** What came of every judge that was asked again, of one judge alone where its scores' name is given. */
export function judgeWatches(db: ReadableDb, judge?: string): JudgeWatch[] {
  const byRun = Map.groupBy(listDriftChecks(db), (run) => driftCheckOf(run).ofRun);
  return [...byRun].flatMap(([ofRun, checks]) => {
    const asked = { run: findItemRun(db, ofRun), judge: findJudge(db, checks[0]!.judgeId!) };
    if (!asked.run || !asked.judge) return [];
    const name = signalNameOf(asked.judge);
    return judge === undefined || judge === name ? [watchOfRun(db, asked.run, asked.judge, checks)] : [];
  });
}

function watchOfRun(
  db: ReadableDb,
  run: ItemRunRow,
  judge: JudgeRow,
  checks: readonly ItemRunRow[],
): JudgeWatch {
  const { criteria } = findPrompt(db, judge.promptId)!;
  const finished = checks.filter(({ state }) => state === 'finished');
  const first = finished.find((check) => driftCheckOf(check).number === 1);
  const dataset = findDataset(db, run.datasetId)?.name ?? '';
  const told = finished.map((check) => ({
    runId: check.id,
    dataset,
    number: driftCheckOf(check).number,
    at: check.finishedAt ?? check.createdAt,
    findings: criteria.map((criterion) => findingOf(db, { run, judge, check, first, criterion, criteria })),
  }));
  const watch = {
    judge: signalNameOf(judge),
    dataset,
    system: systemName(db, run.systemId!),
    against: run.againstId === null ? null : systemName(db, run.againstId),
    ofRun: run.id,
    since: run.createdAt,
    seed: driftCheckOf(checks[0]!).seed,
    alpha,
    hasDrifted: told.some(({ findings }) => findings.some(({ kind }) => kind !== 'none')),
    checks: told,
  };
  return { ...watch, words: judgeDriftWords(watch) };
}

interface Asked {
  readonly run: ItemRunRow;
  readonly judge: JudgeRow;
  readonly check: ItemRunRow;
  readonly first: ItemRunRow | undefined;
  readonly criterion: PromptCriterion;
  readonly criteria: readonly PromptCriterion[];
}

function findingOf(db: ReadableDb, { run, judge, check, first, criterion, criteria }: Asked): DriftFinding {
  const scoresOf = ({ id }: ItemRunRow) =>
    new Map(verdictMeans(db, id, criterion.name, run.againstId === null ? 1 : 2));
  const [before, now] = [scoresOf(run), scoresOf(check)];
  const atFirst = first && first.id !== check.id ? scoresOf(first) : undefined;
  const requests = askedTogether(runItems(db, check.id), judge.itemsPerCall).map((items) =>
    items
      .filter((item) => before.has(item) && now.has(item))
      .map((item) => ({ before: before.get(item)!, now: now.get(item)!, first: atFirst?.get(item) })),
  );
  const range = criterion.scale.max - criterion.scale.min;
  const about = { number: driftCheckOf(check).number, criteria: criteria.length, range };
  return { criterion: criterion.name, ...driftIn(requests, about) };
}

/** What a check says of one criterion. */
export function driftIn(
  requests: readonly (readonly ReplyScores[])[],
  about: Parameters<typeof driftFound>[1],
): Omit<DriftFinding, 'criterion'> {
  const moved = requests.flat().map((reply) => reply.now - reply.before);
  return {
    kind: driftFound(requests, about),
    replies: moved.length,
    moved: moved.length === 0 ? null : mean(moved),
    apart: moved.length === 0 ? null : mean(moved.map(Math.abs)),
  };
}
