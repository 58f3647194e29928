import type { Observation, SequenceState } from './calibrated-state.ts';

/** A value of which no more is known than its ends, both in [0, 1]. */
export interface OpenValue {
  readonly least: number;
  readonly most: number;
}

const skipped: OpenValue = { least: 0, most: 1 };

/** One position of the draw order: a label, or the mark that its item could not be labeled. */
export interface BracketObservation extends Omit<Observation, 'y'> {
  y: number | 'skipped';
  /** Position of the item in the pool. */
  pool: number;
}

type OpenObservation = Omit<BracketObservation, 'y'> & { readonly y: BracketObservation['y'] | OpenValue };

/** Value and interval after some number of labels, in [0, 1]. */
export type SequencePoint = Pick<SequenceState, 'value' | 'lower' | 'upper'>;

/** A sequence that takes in labels in draw order, and of which there may be two. */
export interface LiveSequence {
  readonly state: SequenceState;
  /** @throws RangeError when the label cannot be; the sequence is then unchanged */
  add(label: Observation & { pool: number }): SequenceState;
  /** The same where nobody asks for the state. @throws RangeError as `add` */
  advance(label: Observation & { pool: number }): void;
  /** What `state` said after so many labels, from 0. */
  pointAfter(labels: number): SequencePoint;
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

/** What is shown of a bracketed sequence after some number of draws. */
export type BracketedPoint = SequencePoint &
  Pick<BracketedState, 'labeledCount' | 'drawnCount' | 'plainMean'>;

/**
 * A sequence in which items may be skipped as unlabelable. A skipped item stays in the pool and in the
 * order; the sequence runs once with its value 0 and once with 1, and the interval shown reaches from the lowest
 * lower to the highest upper end. It is of the mean whatever the skipped items, drawn or not, are worth, because
 * the mean lies between the means at the two extremes and each sequence covers its own. Either may miss, so by proof
 * (Boole) the two miss with at most twice the error level; in the simulations of the self-check, with skips by chance and by
 * value, it is never more than the level. Of an open value the two take its ends instead. (Dropping skipped items would estimate another quantity, and break the order
 * on which coverage rests.)
 *
 * A single sequence runs until the first skip.
 */
export class BracketedSequence<S extends LiveSequence = LiveSequence> {
  readonly #low: S;
  #high: S | undefined;
  /** After each draw, from none: labels so far, and their sum. */
  #labeled: number[] = [0];
  #sums: number[] = [0];

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
  add(observation: BracketObservation): BracketedState {
    this.advance(observation);
    return this.state;
  }

  /** The same where nobody asks for the state. @throws RangeError as `add` */
  advance({ y, ...item }: OpenObservation): void {
    const open = y === 'skipped' ? skipped : typeof y === 'object' ? y : undefined;
    if (open) {
      const high = this.#high ?? this.#low.clone();
      this.#low.advance({ y: open.least, ...item });
      high.advance({ y: open.most, ...item });
      this.#high = high;
    } else {
      this.#low.advance({ y: y as number, ...item });
      this.#high?.advance({ y: y as number, ...item });
    }
    this.#labeled.push(this.#labeled.at(-1)! + (open ? 0 : 1));
    this.#sums.push(this.#sums.at(-1)! + (open ? 0 : (y as number)));
  }

  /** Positions of the draw order taken in. */
  get drawnCount(): number {
    return this.#labeled.length - 1;
  }

  /** An independent bracket that continues from the same draws. */
  clone(): BracketedSequence<S> {
    const copy = new BracketedSequence(this.#low.clone());
    copy.#high = this.#high?.clone();
    copy.#labeled = this.#labeled.slice();
    copy.#sums = this.#sums.slice();
    return copy;
  }

  /** What `state` said after so many draws, from 0. */
  pointAfter(drawn: number): BracketedPoint {
    const low = this.#low.pointAfter(drawn);
    const high = this.#high?.pointAfter(drawn) ?? low;
    const labeledCount = this.#labeled[drawn]!;
    return {
      drawnCount: drawn,
      labeledCount,
      lower: Math.min(low.lower, high.lower),
      upper: Math.max(low.upper, high.upper),
      plainMean: labeledCount === 0 ? undefined : this.#sums[drawn]! / labeledCount,
      get value() {
        return middle(low.value, high.value);
      },
    };
  }

  /** The state after the items so far. */
  get state(): BracketedState {
    const low = this.#low.state;
    const high = this.#high?.state ?? low;
    const drawnCount = this.drawnCount;
    const labeledCount = this.#labeled[drawnCount]!;
    return {
      populationSize: low.populationSize,
      labeledCount,
      drawnCount,
      skippedCount: drawnCount - labeledCount,
      alpha: low.alpha,
      value: middle(low.value, high.value),
      unclampedValue: middle(low.unclampedValue, high.unclampedValue),
      rawValue: middle(low.rawValue, high.rawValue),
      lower: Math.min(low.lower, high.lower),
      upper: Math.max(low.upper, high.upper),
      slope: low.slope === null || high.slope === null ? null : middle(low.slope, high.slope),
      residualStandardDeviation: largest(low.residualStandardDeviation, high.residualStandardDeviation),
      ...(!this.#high && low.residuals && { residuals: low.residuals }),
      emptyIntersection: low.emptyIntersection || high.emptyIntersection,
      plainMean: labeledCount === 0 ? undefined : this.#sums[drawnCount]! / labeledCount,
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
