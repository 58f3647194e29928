import { requireInteger, requireOpenUnit } from '../check.ts';
import { pairedValue } from '../paired/difference.ts';
import { pairAlpha } from '../paired/ranking.ts';
import { type ModeObservation, type ModePoint, ModeSequence, type ModeStudy } from './mode-sequence.ts';

/** An item drawn, and what is known of two modes on it; as `ModeObservation.y`. */
export interface TwoModes {
  readonly pool: number;
  readonly first: ModeObservation['y'];
  readonly second: ModeObservation['y'];
}

/** The share of the first mode less that of the second, in [-1, 1]. */
interface ModeDifference {
  /** Undefined as in `ModePoint`. */
  readonly value: number | undefined;
  readonly lower: number;
  readonly upper: number;
}

/** An item on which one of the two is not known counts as not known. */
const pairOf = ({ pool, first, second }: TwoModes): ModeObservation => ({
  pool,
  y: first === 'unknown' || second === 'unknown' ? 'unknown' : pairedValue(first, second),
});

/**
 * By how much one failure mode is more frequent than another: the mean of z_A - z_B over the pool, as (z_A - z_B + 1)/2 a value in
 * [0, 1] to which everything of `ModeSequence` applies. Its clock is the later of the two: before it one of the two meanings was open.
 */
export class ModeOrder {
  readonly #sequence: ModeSequence;

  /**
   * @param study as for one mode, with both known on each of the first m draws, m the later clock. `steps` are those of one mode
   * @throws RangeError as `ModeSequence`
   */
  constructor(
    study: Omit<ModeStudy, 'before' | 'prior' | 'surrogate'> & { readonly before: readonly TwoModes[] },
  );
  constructor(sequence: ModeSequence);
  constructor(
    from:
      | ModeSequence
      | (Omit<ModeStudy, 'before' | 'prior' | 'surrogate'> & { readonly before: readonly TwoModes[] }),
  ) {
    if (from instanceof ModeSequence) {
      this.#sequence = from;
      return;
    }
    const { before, steps, ...study } = from;
    this.#sequence = new ModeSequence({
      ...study,
      before: before.map(pairOf),
      // Neither is expected to be the more frequent one.
      prior: 0.5,
      ...(steps !== undefined && { steps: 2 * steps }),
    });
  }

  /** @throws RangeError as `ModeSequence.add` */
  add(item: TwoModes): ModeDifference {
    this.advance(item);
    return this.state;
  }

  /** The same where nobody asks for the state. @throws RangeError as `add` */
  advance(item: TwoModes): void {
    this.#sequence.advance(pairOf(item));
  }

  /** Another plan of the study from here on, as `ModeSequence.replan`. */
  replan(plan: number | null): void {
    this.#sequence.replan(plan);
  }

  get state(): ModeDifference {
    return differenceOf(this.#sequence.point);
  }

  /** What `state` said after so many draws of the study, from the clock on. @throws RangeError as `ModeSequence.pointAfter` */
  pointAfter(drawn: number): ModeDifference {
    return differenceOf(this.#sequence.pointAfter(drawn));
  }

  /** An independent sequence that continues from the same draws. */
  clone(): ModeOrder {
    return new ModeOrder(this.#sequence.clone());
  }
}

const differenceOf = ({ value, lower, upper }: ModePoint): ModeDifference => ({
  value: value === undefined ? undefined : 2 * value - 1,
  lower: 2 * lower - 1,
  upper: 2 * upper - 1,
});

/**
 * Error level of each mode so that the intervals of all open ones hold together with probability 1 - alpha (Bonferroni): alpha/k.
 *
 * @param modes k, modes that are open, at least 1
 * @throws RangeError
 */
export function openModesTogether(alpha: number, modes: number): number {
  requireOpenUnit(alpha, 'Alpha');
  requireInteger(modes, 1, Number.MAX_SAFE_INTEGER, 'The number of open modes');
  return alpha / modes;
}

/**
 * Error level of each pair so that all statements on the order of k open modes hold together, "the most frequent" among them: as the
 * best of a ranking is claimed (`pairAlpha`, `possiblePlaces`).
 *
 * @param modes k, modes that are open, at least 2
 * @throws RangeError
 */
export const modeOrderAlpha = (alpha: number, modes: number): number => pairAlpha(alpha, modes);
