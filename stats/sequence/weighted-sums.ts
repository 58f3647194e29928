import { RunningSum } from '../numeric.ts';
import { lureSlope, stepProbability } from '../weights.ts';

/** Weighted moments of the labeled items, under the LURE weights v of the current number of labels n. */
interface WeightedMoments {
  /** W = sum v. */
  weight: number;
  /** ybar = sum(v y)/W and sbar = sum(v s)/W. */
  meanY: number;
  meanS: number;
  /** Sxy = n/W (sum(v s y) - sum(v s) sum(v y)/W); Sxx and Syy alike. */
  crossProducts: number;
  squaresS: number;
  squaresY: number;
}

/**
 * Running sums of the labels in draw order. A LURE weight is v_m = 1 + (N - n) a_m with a_m fixed at draw m, so
 * every weighted sum is a plain sum plus (N - n) times a sum of a_m x_m: O(1) per label although all weights
 * change with every label.
 */
export class WeightedSums {
  readonly populationSize: number;
  #count = 0;
  #probability = new RunningSum();
  // In pairs: sum x and sum a x, for x = 1, s, y, s^2, s y, y^2.
  #one = new RunningSum();
  #plain = [
    new RunningSum(),
    new RunningSum(),
    new RunningSum(),
    new RunningSum(),
    new RunningSum(),
  ] as const;
  #slope = [
    new RunningSum(),
    new RunningSum(),
    new RunningSum(),
    new RunningSum(),
    new RunningSum(),
  ] as const;

  constructor(populationSize: number) {
    this.populationSize = populationSize;
  }

  /** n, labels so far. */
  get count(): number {
    return this.#count;
  }

  /** N - n, items not labeled yet. */
  get itemsLeft(): number {
    return this.populationSize - this.#count;
  }

  /** Plain sums of the labeled s and y. */
  get sumS(): number {
    return this.#plain[0].value;
  }
  get sumY(): number {
    return this.#plain[1].value;
  }

  /** Q = 1 - sum of the drawn q, never below 0. */
  get remainingProbability(): number {
    return this.itemsLeft === 0 ? 0 : Math.max(1 - this.#probability.value, 0);
  }

  /** Probability that the next draw is an item of pool-level probability q: q/Q. */
  nextProbability(q: number): number {
    return stepProbability(q, 1 - this.#probability.value, this.itemsLeft);
  }

  /** Takes in the label y of the next drawn item, with its surrogate value s and pool-level probability q. */
  add(y: number, s: number, q: number): void {
    const a = lureSlope(this.nextProbability(q), this.itemsLeft);
    this.#probability.add(q);
    this.#one.add(a);
    this.#addPair(0, s, a);
    this.#addPair(1, y, a);
    this.#addPair(2, s * s, a);
    this.#addPair(3, s * y, a);
    this.#addPair(4, y * y, a);
    this.#count++;
  }

  /** The weighted moments; call only after at least one label. */
  moments(): WeightedMoments {
    const weight = this.#count + this.itemsLeft * this.#one.value;
    const s = this.#weighted(0);
    const y = this.#weighted(1);
    const factor = this.#count / weight;
    return {
      weight,
      meanY: y / weight,
      meanS: s / weight,
      squaresS: factor * (this.#weighted(2) - (s * s) / weight),
      crossProducts: factor * (this.#weighted(3) - (s * y) / weight),
      squaresY: factor * (this.#weighted(4) - (y * y) / weight),
    };
  }

  /** An independent copy in the same state. */
  clone(): WeightedSums {
    const copy = new WeightedSums(this.populationSize);
    copy.#count = this.#count;
    copy.#probability = this.#probability.clone();
    copy.#one = this.#one.clone();
    copy.#plain = cloneSums(this.#plain);
    copy.#slope = cloneSums(this.#slope);
    return copy;
  }

  #addPair(index: SumIndex, x: number, a: number): void {
    this.#plain[index].add(x);
    this.#slope[index].add(a * x);
  }

  /** sum v x = sum x + (N - n) sum a x. */
  #weighted(index: SumIndex): number {
    return this.#plain[index].value + this.itemsLeft * this.#slope[index].value;
  }
}

type SumIndex = 0 | 1 | 2 | 3 | 4;
type Sums = readonly [RunningSum, RunningSum, RunningSum, RunningSum, RunningSum];

function cloneSums(sums: Sums): Sums {
  return [sums[0].clone(), sums[1].clone(), sums[2].clone(), sums[3].clone(), sums[4].clone()];
}
