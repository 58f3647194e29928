import type { FailureShare, SeriesFailures } from '../../../shared/contract/index.ts';
import { type ModeObservation, ModeOrder, type TwoModes } from '../../../stats/index.ts';
import { shareOf } from '../../estimate/failures/mode-shares.ts';

type ModeLine = SeriesFailures['modes'][number]['releases'][number];

/** What is known of a failure mode in a release. */
export interface ModeInRelease {
  /** Draws before its present meaning was fixed. */
  readonly clock: number;
  /** Draws that the study has finished. */
  readonly prefix: number;
  /** By draw; those beyond both of the above count for nothing. */
  readonly values: readonly ModeObservation['y'][];
  /** As `ModeStudy.steps`. */
  readonly steps?: number | undefined;
}

/** Where an item that differs stands in the draws of both releases, from 0; undefined where that is not known, or one did not draw it. */
interface DrawnPair {
  readonly now: number | undefined;
  readonly before: number | undefined;
}

/** The items that two releases answered, and those that differ and were drawn. */
interface DrawnPairs {
  readonly differing: number;
  readonly sharedItems: number;
  readonly plannedPairs: number;
  /** Error level of the difference. */
  readonly alpha: number;
  /** In the order of both draws. */
  readonly drawn: readonly DrawnPair[];
  /** How many of them were drawn before the later of the two clocks (`isBeforeClock`). */
  readonly clock: number;
}

/** Whether a pair was drawn before the meaning of a mode was fixed in one of the two releases. */
export const isBeforeClock = (now: ModeInRelease, before: ModeInRelease, pair: DrawnPair): boolean =>
  (pair.now ?? now.clock) < now.clock || (pair.before ?? before.clock) < before.clock;

/**
 * How much more frequent a failure mode is in a release than in the one before, over all items that both answered, as their difference
 * is made (`releaseDifference`): equal replies differ by 0, and those that differ come in an order that nobody chose. It is the
 * sequence of (later - earlier + 1)/2 on these (`ModeOrder`), from the later of the two clocks on, times their share.
 */
export function changeOfMode(
  now: ModeInRelease,
  before: ModeInRelease,
  { differing, sharedItems, plannedPairs, alpha, drawn, clock }: DrawnPairs,
): FailureShare {
  if (differing === 0) return { value: 0, lower: 0, upper: 0 };
  const items = drawn.map(
    (pair, pool): TwoModes => ({ pool, first: valueAt(now, pair.now), second: valueAt(before, pair.before) }),
  );
  const steps = now.steps !== undefined && now.steps === before.steps ? now.steps : undefined;
  const order = new ModeOrder({
    populationSize: differing,
    before: items.slice(0, clock),
    plan: plannedPairs === 0 ? null : plannedPairs,
    ...{ alpha, usesHalfKnown: true },
    ...(steps !== undefined && { steps }),
  });
  const isFinished = (pair: DrawnPair) =>
    (pair.now ?? now.prefix) < now.prefix && (pair.before ?? before.prefix) < before.prefix;
  for (const [i, item] of items.entries()) {
    if (i < clock) continue;
    if (!isFinished(drawn[i]!)) break;
    order.advance(item);
  }
  const { value, lower, upper } = shareOf(order.state);
  const part = differing / sharedItems;
  return { value: value === null ? null : part * value, lower: part * lower, upper: part * upper };
}

const valueAt = ({ clock, prefix, values }: ModeInRelease, draw: number | undefined): ModeObservation['y'] =>
  draw !== undefined && draw < Math.max(clock, prefix) ? (values[draw] ?? 'unknown') : 'unknown';

/** Whether a failure became rarer, by its shares in two releases at half of the error level each. */
export const changeOfShares = (
  now: FailureShare,
  before: FailureShare,
): Pick<ModeLine, 'difference' | 'verdict' | 'basis'> =>
  changed(
    {
      value: now.value === null || before.value === null ? null : now.value - before.value,
      lower: now.lower - before.upper,
      upper: now.upper - before.lower,
    },
    'two-intervals',
  );

/** What a difference says, and what it rests on. */
export const changed = (
  difference: FailureShare,
  basis: NonNullable<ModeLine['basis']>,
): Pick<ModeLine, 'difference' | 'verdict' | 'basis'> => ({
  difference,
  verdict: difference.upper < 0 ? 'fewer' : difference.lower > 0 ? 'more' : 'undecided',
  basis,
});
