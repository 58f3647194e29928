import { clip } from '../numeric.ts';
import type { PoolSummary } from '../pool-summary.ts';
import {
  BET_PRIOR_STRENGTH,
  CONSTANT_SURROGATE_VARIANCE,
  SLOPE_PRIOR,
  SLOPE_PRIOR_STRENGTH,
} from '../sequence/constants.ts';

/** Places of the running sums: of q and of the slopes a, then of x and of a x for each x. */
const Q = 0;
const A = 1;
const S = 2;
const Y = 4;
const SS = 6;
const SY = 8;
const YY = 10;

/**
 * The sums and the regression of `WeightedSums` and `regress`, to the same bits, made for many runs over one pool:
 * numbers are kept in fields, and nothing is allocated per label.
 */
export class LabelSums {
  readonly #pool: PoolSummary;
  readonly #isConstant: boolean;
  readonly #priorVariance: number;
  readonly #sums = new CompensatedSums(12);
  count = 0;
  /** b, the estimate as the formula gives it, and what the next bet expects: see `Regression`. */
  slope = 0;
  rawValue = 0;
  predictedMean = 0;
  predictedVariance = 0;

  constructor(pool: PoolSummary) {
    this.#pool = pool;
    this.#isConstant = pool.variance <= CONSTANT_SURROGATE_VARIANCE;
    this.#priorVariance = Math.max(0.375 * pool.mean * (1 - pool.mean), 0.0375);
    this.clear();
  }

  get sumS(): number {
    return this.#sums.value(S);
  }
  get sumY(): number {
    return this.#sums.value(Y);
  }
  get drawnProbability(): number {
    return this.#sums.value(Q);
  }

  /** Back to no label. */
  clear(): void {
    this.#sums.clear();
    this.count = 0;
    this.slope = this.#isConstant ? 0 : SLOPE_PRIOR;
    this.rawValue = this.#pool.mean;
    this.predictedMean = this.#pool.mean;
    this.predictedVariance = this.#priorVariance;
  }

  /** Takes in a label; `a` is the constant part of its LURE weight, by `lureSlope`. */
  add(y: number, s: number, q: number, a: number): void {
    const sums = this.#sums;
    sums.add(Q, q);
    sums.add(A, a);
    this.#addPair(S, s, a);
    this.#addPair(Y, y, a);
    this.#addPair(SS, s * s, a);
    this.#addPair(SY, s * y, a);
    this.#addPair(YY, y * y, a);
    this.count++;
    this.#regress();
  }

  #addPair(which: number, x: number, a: number): void {
    this.#sums.add(which, x);
    this.#sums.add(which + 1, a * x);
  }

  #regress(): void {
    const n = this.count;
    const { mean, variance, populationSize } = this.#pool;
    const left = populationSize - n;
    const weight = n + left * this.#sums.value(A);
    const s = this.#weighted(S, left);
    const y = this.#weighted(Y, left);
    const factor = n / weight;
    const squaresS = factor * (this.#weighted(SS, left) - (s * s) / weight);
    const crossProducts = factor * (this.#weighted(SY, left) - (s * y) / weight);
    const squaresY = factor * (this.#weighted(YY, left) - (y * y) / weight);
    const prior = SLOPE_PRIOR_STRENGTH * variance;
    const b = this.#isConstant ? 0 : clip((crossProducts + prior * SLOPE_PRIOR) / (squaresS + prior), 0, 1);
    const raw = y / weight + b * (mean - s / weight);
    const residualSquares = Math.max(squaresY - 2 * b * crossProducts + b * b * squaresS, 0);
    const k = BET_PRIOR_STRENGTH;
    const surprise = ((k * n) / (k + n)) * (raw - mean) ** 2;
    this.slope = b;
    this.rawValue = raw;
    this.predictedMean = (k * mean + n * raw) / (k + n);
    this.predictedVariance = (k * this.#priorVariance + residualSquares + surprise) / (k + n);
  }

  #weighted(which: number, left: number): number {
    return this.#sums.value(which) + left * this.#sums.value(which + 1);
  }
}

/**
 * Several running sums in two flat lists: the sums of `RunningSum` (Neumaier, 1974), to the same bits, without an
 * object each.
 */
class CompensatedSums {
  readonly #sum: Float64Array;
  readonly #lost: Float64Array;

  constructor(count: number) {
    this.#sum = new Float64Array(count);
    this.#lost = new Float64Array(count);
  }

  clear(): void {
    this.#sum.fill(0);
    this.#lost.fill(0);
  }

  add(which: number, term: number): void {
    const sum = this.#sum[which]!;
    const next = sum + term;
    // What the addition rounded away, exactly, as in `RunningSum` but without asking which is larger (Knuth, 1969).
    const added = next - sum;
    this.#lost[which]! += sum - (next - added) + (term - added);
    this.#sum[which] = next;
  }

  value(which: number): number {
    return this.#sum[which]! + this.#lost[which]!;
  }
}
