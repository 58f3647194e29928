import { listDraws, readPool } from '../../../db/draws.ts';
import { readItemLevels } from '../../../db/item-levels.ts';
import type { ReleaseRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { LookPlan, ReleaseDifference, Scale } from '../../../shared/contract/index.ts';
import { type BracketedState, pairedValue } from '../../../stats/index.ts';
import { type FrozenColumn, freezeColumns } from '../../../stats/planned/frozen-columns.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { leastDifferenceOf, verdictFor } from '../estimate/comparison.ts';
import type { FinalValue } from '../estimate/final-rule.ts';
import { liveEstimateOf, whileDataLast } from '../estimate/live-estimates.ts';
import { StudySequence } from '../estimate/study-sequence.ts';
import { surrogateAt } from '../surrogate/level-order.ts';
import { whyOtherQuestion } from './same-question.ts';
import { type SharedReplies, sharedReplies } from './shared-replies.ts';

/** The pool of a difference: the items that differ, by their place in it, with a guess of (later - earlier + 1)/2 each. */
interface DifferencePool {
  readonly shared: SharedReplies;
  readonly places: ReadonlyMap<number, { readonly place: number; readonly beforeItemId: number }>;
  readonly surrogate: Float64Array;
}

/** The difference of a release that was computed, with what it was computed from. */
export interface DifferenceSequence {
  readonly shared: SharedReplies;
  readonly columns: readonly FrozenColumn[];
  /** Drawn items that differ, in draw order, with their places in the pool; those that count come first. */
  readonly drawn: readonly { readonly itemId: number; readonly place: number }[];
  readonly sequence: StudySequence;
}

type Estimated = Extract<ReleaseDifference, { kind: 'estimate' }>;

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
export function releaseDifference(context: CoreContext, release: ReleaseRow): ReleaseDifference | null {
  const { studyId, beforeStudyId, plannedPairs, position } = release;
  if (position === 1) return null;
  const study = getStudy(dbOf(context), studyId);
  const reason = beforeStudyId === null ? goneReason : whyNot(study, getStudy(dbOf(context), beforeStudyId));
  if (reason !== null) return { kind: 'none', reason };
  const { shared, sequence } = differenceSequence(context, release);
  const { differing, equal, changed } = shared;
  const sharedItems = differing.length + equal.length;
  if (sharedItems === 0) return { kind: 'none', reason: 'No item was answered by both releases.' };
  return releaseDifferenceFrom(sequence?.state ?? exact, {
    ...{ scale: study.scale, leastDifference: leastDifferenceOf(study) },
    ...{ sharedItems, differing: differing.length, changed, plannedPairs },
  });
}

/**
 * The difference on the scale of the measure, from what is known of (later - earlier + 1)/2 on the items that differ.
 *
 * @param state of the items that differ; where none does, the difference is 0
 */
export function releaseDifferenceFrom(
  { value, lower, upper, drawnCount, labeledCount }: DifferenceState,
  {
    scale,
    ...counts
  }: Pick<Estimated, 'sharedItems' | 'differing' | 'changed' | 'plannedPairs' | 'leastDifference'> & {
    readonly scale: Scale;
  },
): Estimated {
  const { differing, sharedItems, leastDifference } = counts;
  const share = differing / sharedItems;
  const sign = scale.direction === 'higher' ? 1 : -1;
  const raw = (unit: number) => share * (2 * unit - 1) * (scale.max - scale.min) * sign;
  const ends = [raw(lower), raw(upper)].toSorted((a, b) => a - b) as [number, number];
  const interval = { lower: ends[0], upper: ends[1] };
  return {
    kind: 'estimate',
    ...counts,
    pairs: drawnCount,
    value: labeledCount === 0 && differing > 0 ? null : raw(value),
    ...interval,
    verdict: verdictFor(scale, interval, leastDifference),
  };
}

export type DifferenceState = Pick<
  BracketedState,
  'value' | 'lower' | 'upper' | 'drawnCount' | 'labeledCount'
>;

const goneReason = 'The study of the release before was removed.';

/** Nothing differs: the difference is 0. */
export const exact: DifferenceState = { value: 0.5, lower: 0.5, upper: 0.5, drawnCount: 0, labeledCount: 0 };

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
  const levels = readItemLevels(dbOf(context), id);
  if (levels) return (itemId) => surrogateAt(levels, itemId) ?? poolSummary.mean;
  const { itemIds, surrogateValues } = readPool(dbOf(context), id);
  const byItem = new Map(itemIds.map((itemId, place) => [itemId, surrogateValues[place]!]));
  return (itemId) => byItem.get(itemId) ?? poolSummary.mean;
}

/**
 * The sequence of the items that differ between a release and the one before it, which is there.
 *
 * @returns without a sequence where nothing differs
 */
export function differenceSequence(
  context: CoreContext,
  { studyId, beforeStudyId, plannedPairs }: ReleaseRow,
): Omit<DifferenceSequence, 'sequence'> & Partial<Pick<DifferenceSequence, 'sequence'>> {
  const db = dbOf(context);
  const [study, before] = [getStudy(db, studyId), getStudy(db, beforeStudyId!)];
  const { shared, places, surrogate } = whileDataLast(context, studyId, `difference from ${before.id}`, () =>
    differencePool(context, before, study),
  );
  if (surrogate.length === 0) return { shared, columns: [], drawn: [] };
  const columns = freezeColumns(surrogate, []);
  const sequence = StudySequence.planned({
    ...{ surrogate, columns, alpha: study.alpha },
    plans: [{ drawsBefore: 0, plan: pairPlan(plannedPairs) }],
  });
  const drawn = listDraws(db, studyId, study.generation).flatMap(({ itemId }) => {
    const pair = places.get(itemId);
    return pair ? [{ itemId, ...pair }] : [];
  });
  const [now, then] = [liveEstimateOf(context, studyId), liveEstimateOf(context, before.id)];
  for (const { itemId, beforeItemId, place } of drawn) {
    const y = itemDifference(now.finalOf(itemId), then.finalOf(beforeItemId));
    if (y === undefined) break;
    sequence.add({ pool: place, surrogate: surrogate[place]!, probability: 1 / surrogate.length, y });
  }
  return { shared, columns, drawn, sequence };
}

/** What the interval of a difference is planned for. */
export const pairPlan = (plannedPairs: number): LookPlan =>
  plannedPairs === 0 ? { kind: 'none' } : { kind: 'labels', labels: plannedPairs };

/** In [0, 1]; undefined while one of the two is not final. A skip of either is one of the pair. */
export function itemDifference(now?: FinalValue, then?: FinalValue): number | 'skipped' | undefined {
  if (!now || !then) return undefined;
  return now.kind === 'value' && then.kind === 'value' ? pairedValue(now.y, then.y) : 'skipped';
}

/** How many of the first `size` items of a study's order differ from the release before. */
export function foreseenPairs(context: CoreContext, study: StudyRow, { differing }: SharedReplies): number {
  const items = new Set(differing.map(({ itemId }) => itemId));
  return listDraws(dbOf(context), study.id, study.generation).filter(({ itemId }) => items.has(itemId))
    .length;
}
