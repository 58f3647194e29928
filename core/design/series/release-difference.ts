import { listDraws, readPool } from '../../../db/draws.ts';
import { readItemLevels } from '../../../db/item-levels.ts';
import type { ReleaseRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { LookPlan, ReleaseDifference, Scale } from '../../../shared/contract/index.ts';
import { type BracketedState, pairedValue } from '../../../stats/index.ts';
import { type FrozenColumn, freezeColumns } from '../../../stats/planned/frozen-columns.ts';
import { leastDifferenceOf, verdictFor } from '../../estimate/comparison.ts';
import type { FinalValue } from '../../estimate/final-rule.ts';
import { liveEstimateOf, whileDataLast } from '../../estimate/live-estimates.ts';
import { StudySequence } from '../../estimate/study-sequence.ts';
import { surrogateAt } from '../../estimate/surrogate/level-order.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { againOf } from './asked-again.ts';
import { whyOtherQuestion } from './same-question.ts';
import { type SharedReplies, sharedReplies } from './shared-replies.ts';

/** The pool of a difference: the items that differ, by their place in it, with a guess of (later - earlier + 1)/2 each. */
interface DifferencePool {
  readonly shared: SharedReplies;
  readonly places: ReadonlyMap<number, { readonly place: number; readonly beforeItemId: number }>;
  readonly surrogate: Float64Array;
}

/** The difference of a release that was computed, with what it was computed from. */
interface DifferenceSequence {
  readonly shared: SharedReplies;
  readonly columns: readonly FrozenColumn[];
  /** Drawn items that differ, in draw order, with their places in the pool; those that count come first. */
  readonly drawn: readonly { readonly itemId: number; readonly place: number }[];
  readonly sequence: StudySequence;
  /** Of equal replies that are rated again; undefined where none is. */
  readonly drift?: DriftSequence;
}

/** What equal replies that were rated again say of the people. */
interface DriftSequence {
  /** In draw order; those that count come first. */
  readonly drawn: readonly { readonly itemId: number }[];
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
 * Where equal replies are rated again, `drift` is taken out.
 *
 * @returns null for the first release
 */
export function releaseDifference(context: CoreContext, release: ReleaseRow): ReleaseDifference | null {
  const { studyId, plannedPairs, position } = release;
  if (position === 1) return null;
  const study = getStudy(dbOf(context), studyId);
  const reason = whyUnpaired(context, release);
  if (reason !== null) return { kind: 'none', reason };
  const { shared, sequence, drift } = differenceSequence(context, release);
  const { differing, equal, changed } = shared;
  const sharedItems = differing.length + equal.length;
  if (sharedItems === 0) return { kind: 'none', reason: 'No item was answered by both releases.' };
  return releaseDifferenceFrom(sequence?.state ?? exact, {
    ...{ scale: study.scale, leastDifference: leastDifferenceOf(study) },
    ...{ sharedItems, differing: differing.length, changed, plannedPairs },
    ...(drift && { again: { asked: drift.drawn.length, state: drift.sequence.state } }),
  });
}

/**
 * The difference on the scale of the measure, from what is known of (later - earlier + 1)/2 on the items that differ.
 *
 * @param state of the items that differ; where none does, the difference is 0
 * @param again the same of equal replies that were rated again: what people's ratings moved by is taken out, as if it were alike on
 *   the replies that changed. Both intervals hold at half of the error level, so their difference does at all of it (Bonferroni)
 */
export function releaseDifferenceFrom(
  { value, lower, upper, drawnCount, labeledCount }: DifferenceState,
  {
    scale,
    again,
    ...counts
  }: Pick<Estimated, 'sharedItems' | 'differing' | 'changed' | 'plannedPairs' | 'leastDifference'> & {
    readonly scale: Scale;
    readonly again?: { readonly asked: number; readonly state: DifferenceState };
  },
): Estimated {
  const { differing, sharedItems, leastDifference } = counts;
  const share = differing / sharedItems;
  const sign = scale.direction === 'higher' ? 1 : -1;
  const span = (scale.max - scale.min) * sign;
  const raw = (unit: number) => share * (2 * unit - 1) * span;
  const drift = again && share > 0 ? driftOf(again.state, again.asked, span) : undefined;
  const [low, high] = inOrder(raw(lower), raw(upper));
  const most = share * (scale.max - scale.min);
  const within = (end: number) => Math.max(-most, Math.min(most, end));
  const interval = drift
    ? { lower: within(low - share * drift.upper), upper: within(high - share * drift.lower) }
    : { lower: low, upper: high };
  const isKnown = (labeledCount > 0 || differing === 0) && drift?.value !== null;
  return {
    kind: 'estimate',
    ...counts,
    pairs: drawnCount,
    ...(drift && { drift }),
    value: isKnown
      ? Math.max(interval.lower, Math.min(interval.upper, raw(value) - share * (drift?.value ?? 0)))
      : null,
    ...interval,
    verdict: verdictFor(scale, interval, leastDifference),
  };
}

const inOrder = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);

function driftOf(
  { value, lower, upper, drawnCount, labeledCount }: DifferenceState,
  asked: number,
  span: number,
): NonNullable<Estimated['drift']> {
  const raw = (unit: number) => (2 * unit - 1) * span;
  const [low, high] = inOrder(raw(lower), raw(upper));
  const known = labeledCount === 0 ? null : raw(value);
  return { asked, pairs: drawnCount, value: known, lower: low, upper: high };
}

type DifferenceState = Pick<BracketedState, 'value' | 'lower' | 'upper' | 'drawnCount' | 'labeledCount'>;

const goneReason = 'The study of the previous release was removed.';

/** Nothing differs: the difference is 0. */
export const exact: DifferenceState = { value: 0.5, lower: 0.5, upper: 0.5, drawnCount: 0, labeledCount: 0 };

/** Why the items of a release cannot be paired with those of the one before; null where they can. */
export function whyUnpaired(context: CoreContext, { studyId, beforeStudyId }: ReleaseRow): string | null {
  const db = dbOf(context);
  return beforeStudyId === null ? goneReason : whyNot(getStudy(db, studyId), getStudy(db, beforeStudyId));
}

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

/** The items that differ between a release and the one before it, which is there, and those of them that were drawn, in draw order. */
export function differingDraws(context: CoreContext, { studyId, beforeStudyId }: ReleaseRow) {
  const db = dbOf(context);
  const [study, before] = [getStudy(db, studyId), getStudy(db, beforeStudyId!)];
  const pool = whileDataLast(context, studyId, `difference from ${before.id}`, () =>
    differencePool(context, before, study),
  );
  const drawn = listDraws(db, studyId, study.generation).flatMap(({ itemId }) => {
    const pair = pool.places.get(itemId);
    return pair ? [{ itemId, ...pair }] : [];
  });
  return { study, before, pool, drawn };
}

/**
 * The sequence of the items that differ between a release and the one before it, which is there.
 *
 * @returns without a sequence where nothing differs
 */
export function differenceSequence(
  context: CoreContext,
  release: ReleaseRow,
): Omit<DifferenceSequence, 'sequence'> & Partial<Pick<DifferenceSequence, 'sequence'>> {
  const { studyId, plannedPairs, againShare } = release;
  const { study, before, pool, drawn } = differingDraws(context, release);
  const { shared, surrogate } = pool;
  if (surrogate.length === 0) return { shared, columns: [], drawn: [] };
  const columns = freezeColumns(surrogate, []);
  const sequence = StudySequence.planned({
    ...{
      surrogate,
      columns,
      alpha: differenceAlpha(study.alpha, againShare !== null && shared.equal.length > 0),
    },
    plans: [{ drawsBefore: 0, plan: pairPlan(plannedPairs) }],
  });
  const [now, then] = [liveEstimateOf(context, studyId), liveEstimateOf(context, before.id)];
  for (const { itemId, beforeItemId, place } of drawn) {
    const y = itemDifference(now.finalOf(itemId), then.finalOf(beforeItemId));
    if (y === undefined) break;
    sequence.add({ pool: place, surrogate: surrogate[place]!, probability: 1 / surrogate.length, y });
  }
  const drift = driftSequence(context, { release, before, study, shared });
  return { shared, columns, drawn, sequence, ...(drift && { drift }) };
}

/** The error level of a difference: half where the other half is that of the drift. */
export const differenceAlpha = (alpha: number, hasDrift: boolean): number => (hasDrift ? alpha / 2 : alpha);

/** (later - earlier + 1)/2 of equal replies that are rated again: rule 3 without any signal or plan, at half of the error level. */
function driftSequence(
  context: CoreContext,
  of: { release: ReleaseRow; before: StudyRow; study: StudyRow; shared: SharedReplies },
): DriftSequence | undefined {
  const { release, before, study, shared } = of;
  const { equal } = shared;
  if (release.againShare === null || equal.length === 0) return undefined;
  const sequence = StudySequence.planned({
    surrogate: new Float64Array(equal.length).fill(DRIFT_GUESS),
    ...{ columns: [], alpha: differenceAlpha(study.alpha, true), plans: [] },
  });
  const places = new Map(equal.map(({ itemId }, place) => [itemId, place]));
  const drawn = againOf(dbOf(context), study, release, shared);
  const [now, then] = [liveEstimateOf(context, study.id), liveEstimateOf(context, before.id)];
  for (const { itemId, beforeItemId } of drawn) {
    const y = itemDifference(now.finalOf(itemId), then.finalOf(beforeItemId));
    if (y === undefined) break;
    const pool = places.get(itemId)!;
    sequence.add({ pool, surrogate: DRIFT_GUESS, probability: 1 / equal.length, y });
  }
  return { drawn, sequence };
}

/** Before any label people are taken to rate as before. */
const DRIFT_GUESS = 0.5;

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
