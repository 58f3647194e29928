import { findJudge, signalNameOf } from '../../../db/judges.ts';
import { listDriftChecks, listItemRuns, runItems } from '../../../db/llm-runs.ts';
import { scoredItems } from '../../../db/verdicts.ts';
import type { JudgeTarget } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { createRng, uniformInt } from '../../../stats/index.ts';
import { freshSeed } from '../../design/create-study.ts';
import { askedTogether, driftCheckOf } from '../../design/series/judge-set.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { systemIdOf } from './system-id.ts';

/** Replies that are asked again, unless a person says how many. */
const usualSize = 100;

/**
 * The replies that a judge is asked again: drawn at the first check from those that it scored in its first run, and the same at every
 * check. What was asked together stays together, and of requests alike one is drawn: each says something of its own.
 *
 * @throws AppError NOT_FOUND; CONFLICT where it scored nothing in this project; INVALID_INPUT where the set has another size
 */
export function setToAskAgain(
  context: CoreContext,
  { judgeId, datasetId, system, against, again }: JudgeTarget,
): Required<Pick<JudgeTarget, 'again' | 'itemIds'>> {
  const db = dbOf(context);
  const judge = findJudge(db, judgeId);
  if (!judge) throw new AppError('NOT_FOUND', `There is no judge ${judgeId} in this project.`);
  const ids = {
    systemId: systemIdOf(db, system, 'system'),
    againstId: against === undefined ? null : systemIdOf(db, against, 'against'),
  };
  const isOfTarget = (run: ReturnType<typeof listItemRuns>[number]) =>
    run.judgeId === judgeId &&
    run.datasetId === datasetId &&
    run.systemId === ids.systemId &&
    run.againstId === ids.againstId;
  const checks = listDriftChecks(db).filter(isOfTarget);
  const [first] = checks;
  const number = checks.length + 1;
  if (first) {
    const known = driftCheckOf(first);
    if (again?.size !== undefined && again.size !== known.size) {
      throw new AppError(
        'INVALID_INPUT',
        `The set was drawn at the first check, with ${known.size} replies.`,
        {
          field: 'size',
          remedy: 'Leave the size out: each check asks the same replies.',
        },
      );
    }
    return { again: { ...known, number }, itemIds: runItems(db, first.id) };
  }
  const run = listItemRuns(db)
    .filter((one) => isOfTarget(one) && one.state === 'finished')
    .at(-1);
  const scored = new Map(run ? scoredItems(db, run.id) : []);
  if (!run || scored.size === 0) {
    throw new AppError('CONFLICT', `${signalNameOf(judge)} has scored no reply of ${system} here.`, {
      remedy: 'Run it first. Scores that a file brought cannot be asked again.',
    });
  }
  const seed = freshSeed();
  const size = again?.size ?? usualSize;
  const together = askedTogether(runItems(db, run.id), judge.itemsPerCall);
  const usable = together
    .filter((items) => items.some((item) => scored.has(item)))
    .filter(isFirstOf((items) => items.map((item) => scored.get(item) ?? '').join(' ')));
  const itemIds = drawnOf(usable, Math.ceil(size / judge.itemsPerCall), seed);
  return { again: { size, ofRun: run.id, seed, number }, itemIds };
}

/** True of what is the first of its key. */
function isFirstOf<T>(keyOf: (one: T) => string): (one: T) => boolean {
  const seen = new Set<string>();
  return (one) => seen.size < seen.add(keyOf(one)).size;
}

/** So many of the groups by chance, in the order in which they stand. */
function drawnOf(groups: readonly (readonly number[])[], count: number, seed: number): number[] {
  const rng = createRng(seed);
  const order = groups.map((_, i) => i);
  const drawn = Math.min(count, order.length);
  for (let i = 0; i < drawn; i++) {
    const j = uniformInt(rng, i, order.length - 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order
    .slice(0, drawn)
    .sort((a, b) => a - b)
    .flatMap((i) => groups[i]!);
}
