import { requireInteger, requireOpenUnit } from '../check.ts';
import { pairedValue } from '../paired/difference.ts';
import { pairAlpha } from '../paired/ranking.ts';
import {
  type ModeDraw,
  type ModeObservation,
  type ModePoint,
  ModeSequence,
  type ModeStudy,
} from './mode-sequence.ts';

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

/** What is compared, and how. `steps` are those of one mode. */
type OrderStudy = Omit<ModeStudy, 'before' | 'prior' | 'surrogate'> & {
  /** The first m draws with both modes, m the later clock. */
  readonly before: readonly TwoModes[];
  /**
   * Whether an item on which one of the two is known leaves no more open than the other one does. Otherwise nothing is known of it, as
   * the orders of modes in a study have it.
   */
  readonly usesHalfKnown?: boolean;
};

function pairOf({ pool, first, second }: TwoModes, usesHalfKnown: boolean): ModeDraw {
  if (first !== 'unknown' && second !== 'unknown') return { pool, y: pairedValue(first, second) };
  if (!usesHalfKnown || first === second) return { pool, y: 'unknown' };
  const [leastOf, mostOf] = [0, 1].map((open) => (y: TwoModes['first']) => (y === 'unknown' ? open : y));
  const y = {
    least: pairedValue(leastOf!(first), mostOf!(second)),
    most: pairedValue(mostOf!(first), leastOf!(second)),
  };
  return { pool, y };
}

/**
 * By how much one failure mode is more frequent than another: the mean of z_A - z_B over the pool, as (z_A - z_B + 1)/2 a value in
 * [0, 1] to which everything of `ModeSequence` applies. Its clock is the later of the two: before it one of the two meanings was open.
 */
export class ModeOrder {
  readonly #sequence: ModeSequence;
  readonly #usesHalfKnown: boolean;

  /** @throws RangeError as `ModeSequence` */
  constructor(from: OrderStudy | { readonly sequence: ModeSequence; readonly usesHalfKnown: boolean }) {
    const { usesHalfKnown = false } = from;
    this.#usesHalfKnown = usesHalfKnown;
    if ('sequence' in from) {
      this.#sequence = from.sequence;
      return;
    }
    const { before, steps, usesHalfKnown: _, ...study } = from;
    this.#sequence = new ModeSequence({
      ...study,
      before: before.map((item) => pairOf(item, usesHalfKnown)),
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
    this.#sequence.advance(pairOf(item, this.#usesHalfKnown));
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
    return new ModeOrder({ sequence: this.#sequence.clone(), usesHalfKnown: this.#usesHalfKnown });
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
