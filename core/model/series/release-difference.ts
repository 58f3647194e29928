import { listDraws, readPool } from '../../../db/draws.ts';
import type { ReleaseRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReleaseDifference } from '../../../shared/contract/index.ts';
import { BracketedSequence, PlannedSequence, pairedValue } from '../../../stats/index.ts';
import { freezeColumns } from '../../../stats/planned/frozen-columns.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { leastDifferenceOf, verdictFor } from '../estimate/comparison.ts';
import type { FinalValue } from '../estimate/final-rule.ts';
import { liveEstimateOf, whileDataLast } from '../estimate/live-estimates.ts';
import { whyOtherQuestion } from './same-question.ts';
import { type SharedReplies, sharedReplies } from './shared-replies.ts';

/** The pool of a difference: the items that differ, by their place in it, with a guess of (later - earlier + 1)/2 each. */
interface DifferencePool {
  readonly shared: SharedReplies;
  readonly places: ReadonlyMap<number, { readonly place: number; readonly beforeItemId: number }>;
  readonly surrogate: Float64Array;
}

/**
 * The difference between a release and the one before it, over all items that both answered, from the labels of both.
 *
 * Both studies draw by one order: uniform, by the hash of seed and item name. So the items that differ come in an order that
 * nobody chose, and those of its beginning that both studies have labeled are a simple random sample of them. Equal replies have
 * difference 0 without a label. The interval is that of rule 3 for (later - earlier + 1)/2 on the items that differ, planned for
 * the labels that were foreseen when the release was added, times their share: it holds however often one looks, at the later
 * study's error level, if the release was not fitted to the very items that people had labeled.
 *
 * @returns null for the first release
 */
export function releaseDifference(
  context: CoreContext,
  { studyId, beforeStudyId, plannedPairs, position }: ReleaseRow,
): ReleaseDifference | null {
  if (position === 1) return null;
  const study = getStudy(dbOf(context), studyId);
  const reason = beforeStudyId === null ? goneReason : whyNot(study, getStudy(dbOf(context), beforeStudyId));
  if (reason !== null) return { kind: 'none', reason };
  const before = getStudy(dbOf(context), beforeStudyId!);
  const pool = whileDataLast(context, studyId, `difference from ${before.id}`, () =>
    differencePool(context, before, study),
  );
  const { differing, equal, changed } = pool.shared;
  const sharedItems = differing.length + equal.length;
  if (sharedItems === 0) return { kind: 'none', reason: 'No item was answered by both releases.' };
  const counts = { sharedItems, differing: differing.length, changed, plannedPairs };
  const share = differing.length / sharedItems;
  const state = differing.length === 0 ? exact : stateOf(context, study, before, pool, plannedPairs);
  const { min, max, direction } = study.scale;
  const sign = direction === 'higher' ? 1 : -1;
  const raw = (unit: number) => share * (2 * unit - 1) * (max - min) * sign;
  const [lower, upper] = [raw(state.lower), raw(state.upper)].toSorted((a, b) => a - b) as [number, number];
  const leastDifference = leastDifferenceOf(study);
  return {
    kind: 'estimate',
    ...counts,
    pairs: state.drawnCount,
    value: state.labeledCount === 0 && differing.length > 0 ? null : raw(state.value),
    lower,
    upper,
    leastDifference,
    verdict: verdictFor(study.scale, { lower, upper }, leastDifference),
  };
}

const goneReason = 'The study of the release before was removed.';

/** Nothing differs: the difference is 0. */
const exact = { value: 0.5, lower: 0.5, upper: 0.5, drawnCount: 0, labeledCount: 0 };

function whyNot(study: StudyRow, before: StudyRow): string | null {
  if (study.seed !== before.seed)
    return 'One of the two studies was drawn anew, so that their samples are not of one order.';
  return whyOtherQuestion(before, study);
}

function differencePool(context: CoreContext, before: StudyRow, study: StudyRow): DifferencePool {
  const db = dbOf(context);
  const shared = sharedReplies(db, before, study, study.measure);
  const [earlier, later] = [guesses(context, before), guesses(context, study)];
  const places = new Map(
    shared.differing.map(({ itemId, beforeItemId }, place) => [itemId, { place, beforeItemId }]),
  );
  const surrogate = Float64Array.from(shared.differing, ({ itemId, beforeItemId }) =>
    pairedValue(later(itemId), earlier(beforeItemId)),
  );
  return { shared, places, surrogate };
}

/** What a study's surrogate says of an item; its mean of one that its pool does not hold. */
function guesses(context: CoreContext, { id, poolSummary }: StudyRow): (itemId: number) => number {
  const { itemIds, surrogateValues } = readPool(dbOf(context), id);
  const byItem = new Map(itemIds.map((itemId, place) => [itemId, surrogateValues[place]!]));
  return (itemId) => byItem.get(itemId) ?? poolSummary.mean;
}

function stateOf(
  context: CoreContext,
  study: StudyRow,
  before: StudyRow,
  { places, surrogate }: DifferencePool,
  plannedPairs: number,
) {
  const [now, then] = [liveEstimateOf(context, study.id), liveEstimateOf(context, before.id)];
  const sequence = new BracketedSequence(
    new PlannedSequence({
      surrogate,
      columns: freezeColumns(surrogate, []),
      plan: plannedPairs === 0 ? null : plannedPairs,
      alpha: study.alpha,
    }),
  );
  for (const { itemId } of listDraws(dbOf(context), study.id, study.generation)) {
    const pair = places.get(itemId);
    if (!pair) continue;
    const y = differenceOf(now.finalOf(itemId), then.finalOf(pair.beforeItemId));
    if (y === undefined) break;
    sequence.add({
      pool: pair.place,
      surrogate: surrogate[pair.place]!,
      probability: 1 / surrogate.length,
      y,
    });
  }
  return sequence.state;
}

/** In [0, 1]; undefined while one of the two is not final. A skip of either is one of the pair. */
function differenceOf(now?: FinalValue, then?: FinalValue): number | 'skipped' | undefined {
  if (!now || !then) return undefined;
  return now.kind === 'value' && then.kind === 'value' ? pairedValue(now.y, then.y) : 'skipped';
}

/** How many of the first `size` items of a study's order differ from the release before. */
export function foreseenPairs(context: CoreContext, study: StudyRow, { differing }: SharedReplies): number {
  const items = new Set(differing.map(({ itemId }) => itemId));
  return listDraws(dbOf(context), study.id, study.generation).filter(({ itemId }) => items.has(itemId))
    .length;
}
