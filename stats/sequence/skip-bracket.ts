import type { Observation, SequenceState } from './calibrated-state.ts';

/** One position of the draw order: a label, or the mark that its item could not be labeled. */
export interface BracketObservation extends Omit<Observation, 'y'> {
  y: number | 'skipped';
  /** Position of the item in the pool. */
  pool: number;
}

/** A sequence that takes in labels in draw order, and of which there may be two. */
export interface LiveSequence {
  readonly state: SequenceState;
  /** @throws RangeError when the label cannot be; the sequence is then unchanged */
  add(label: Observation & { pool: number }): SequenceState;
  /** An independent sequence that continues from the same labels. */
  clone(): this;
}

/** State of a bracketed sequence. `labeledCount` counts labels; `drawnCount` counts skipped items too. */
export interface BracketedState extends SequenceState {
  skippedCount: number;
  /** Positions of the draw order taken in: labels and skips. */
  drawnCount: number;
  /** The sequence in which every skipped item counts 0, and the one in which it counts 1. */
  low: SequenceState;
  high: SequenceState;
}

/**
 * A sequence in which items may be skipped as unlabelable. A skipped item stays in the pool and in the
 * order; the sequence runs once with its value 0 and once with 1, and the interval shown reaches from the lowest
 * lower to the highest upper end. It covers the mean whatever the skipped items, drawn or not, are worth, because
 * the mean lies between the means at the two extremes and each sequence covers its own. (Dropping skipped items
 * would estimate another quantity, and break the order on which coverage rests.)
 *
 * A single sequence runs until the first skip.
 */
export class BracketedSequence<S extends LiveSequence = LiveSequence> {
  readonly #low: S;
  #high: S | undefined;
  #skippedCount = 0;
  #labeledSum = 0;

  /** @param sequence without labels, which is the bracket's from now on */
  constructor(sequence: S) {
    this.#low = sequence;
  }

  /** The sequence with skipped items at 0, and the one with them at 1 once an item was skipped. */
  get both(): readonly [S, S?] {
    return this.#high ? [this.#low, this.#high] : [this.#low];
  }

  /**
   * Takes in the next item of the draw order.
   *
   * @throws RangeError as `CalibratedSequence.add`; the sequence is then unchanged
   */
  add({ y, ...item }: BracketObservation): BracketedState {
    if (y === 'skipped') {
      const high = this.#high ?? this.#low.clone();
      this.#low.add({ y: 0, ...item });
      high.add({ y: 1, ...item });
      this.#high = high;
      this.#skippedCount++;
    } else {
      this.#low.add({ y, ...item });
      this.#high?.add({ y, ...item });
      this.#labeledSum += y;
    }
    return this.state;
  }

  /** The state after the items so far. */
  get state(): BracketedState {
    const low = this.#low.state;
    const high = this.#high?.state ?? low;
    const labeledCount = low.labeledCount - this.#skippedCount;
    return {
      populationSize: low.populationSize,
      labeledCount,
      drawnCount: low.labeledCount,
      skippedCount: this.#skippedCount,
      alpha: low.alpha,
      value: middle(low.value, high.value),
      unclampedValue: middle(low.unclampedValue, high.unclampedValue),
      rawValue: middle(low.rawValue, high.rawValue),
      lower: Math.min(low.lower, high.lower),
      upper: Math.max(low.upper, high.upper),
      slope: low.slope === null || high.slope === null ? null : middle(low.slope, high.slope),
      residualStandardDeviation: largest(low.residualStandardDeviation, high.residualStandardDeviation),
      emptyIntersection: low.emptyIntersection || high.emptyIntersection,
      plainMean: labeledCount === 0 ? undefined : this.#labeledSum / labeledCount,
      weightedMean:
        low.weightedMean === undefined || high.weightedMean === undefined
          ? undefined
          : middle(low.weightedMean, high.weightedMean),
      surrogateMean: low.surrogateMean,
      low,
      high,
    };
  }
}

/** Exactly `a` when the two are equal. */
function middle(a: number, b: number): number {
  return a + (b - a) / 2;
}

function largest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}
