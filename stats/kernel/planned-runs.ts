import { requireInteger, requireOpenUnit } from '../check.ts';
import { clip, mean } from '../numeric.ts';
import { EXPECTATION_PRIOR, PLANNED_GRID_STEPS } from '../planned/constants.ts';
import { type RidgePrior, ridgePrior } from '../planned/gated-ridge.ts';
import { lookTable, type PlannedLook } from '../planned/look-table.ts';
import type { PlannedStudy } from '../planned/planned-sequence.ts';
import { DEFAULT_ALPHA } from '../sequence/constants.ts';
import { CandidateRaces } from './candidate-races.ts';
import { DrawnPool } from './drawn-pool.ts';
import { GrowingRidge } from './growing-ridge.ts';
import { kindsOf } from './kinds.ts';

/** As in `planned-sequence.ts`. */
const MOST_POOL_WORK = 4_000_000;
const MOST_LABEL_WORK = 1_000_000;
const FIRST_REFITS = 10;
const REFIT_GROWTH = 1.1;

/**
 * `PlannedSequence` for simulations: many runs over one pool whose labels are all known. Interval ends are the same points of
 * the grid and estimates agree to rounding; estimates are made only at the numbers of labels that are asked for, and the
 * bets are settled at the end of a run, candidate by candidate.
 */
export class PlannedRuns {
  readonly looks: readonly PlannedLook[];
  readonly #N: number;
  readonly #prior: RidgePrior;
  /** Up to how many labels the predictor of the estimate is fitted to all of them. */
  readonly #mostFitted: number;
  readonly #isAsked: Uint8Array;
  /** The kind of each item. */
  readonly #kinds: Uint32Array;
  readonly #ridge: GrowingRidge;
  readonly #pool: DrawnPool;
  readonly #races: CandidateRaces;
  /** Predictions that are made, at how many labels (-1 when none are), and their mean. */
  #predicted: Float64Array;
  #predictedAt = -1;
  #meanPredicted = 0;
  #refitAt = 0;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** After label t + 1 of the last run: the value to show, NaN where none was asked for, and the running interval. */
  readonly value: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;

  /**
   * @param study as for `PlannedSequence`, with the whole pool known and without joins
   * @param budgets numbers of labels at which values are asked for, ascending, each from 1 to N; the last is the longest run
   * @throws RangeError when an argument is out of range
   */
  constructor(study: PlannedStudy, budgets: readonly number[]) {
    const { surrogate, columns, plan, once, probabilities, alpha = DEFAULT_ALPHA } = study;
    const size = surrogate.length;
    requireOpenUnit(alpha, 'Alpha');
    let least = 1;
    for (const labels of budgets) {
      requireInteger(labels, least, size, 'A number of labels');
      least = labels + 1;
    }
    const most = least - 1;
    this.#N = size;
    this.looks = lookTable(size, plan, once);
    this.#prior = ridgePrior(mean(surrogate));
    this.#mostFitted = size * columns.length > MOST_POOL_WORK ? 0 : MOST_LABEL_WORK / columns.length ** 2;
    this.#isAsked = new Uint8Array(most + 1);
    for (const labels of budgets) this.#isAsked[labels] = 1;
    const kinds = kindsOf(
      size,
      columns.map(({ values }) => values),
      probabilities,
    );
    this.#kinds = kinds.of;
    const ofKinds = columns.map((column) => ({ ...column, values: kinds.pick(column.values) }));
    this.#ridge = new GrowingRidge(ofKinds, kinds.counts, this.#prior, most);
    this.#pool = new DrawnPool(kinds.counts, probabilities && kinds.pick(probabilities), most);
    this.#races = new CandidateRaces(this.looks, size, this.#prior.mean, alpha, most);
    this.#predicted = new Float64Array(kinds.counts.length);
    this.#first = new Int32Array(most);
    this.#last = new Int32Array(most);
    this.value = new Float64Array(most);
    this.lower = new Float64Array(most);
    this.upper = new Float64Array(most);
  }

  /**
   * Runs through the labels of a draw order from the start.
   *
   * @param order different positions in the pool, in draw order, at most as many as the last budget
   * @param y human values of the whole pool, in [0, 1]
   */
  run(order: Uint32Array, y: ArrayLike<number>): void {
    this.#ridge.clear();
    this.#pool.clear();
    this.#predictedAt = -1;
    this.#refitAt = 0;
    const round = { left: 0, sumY: 0, mean: 0, variance: 0 };
    let meanSquare = 0;
    for (let t = 0; t < order.length; t++) {
      const item = order[t]!;
      if (t >= this.#refitAt) {
        this.#refit(t);
        meanSquare = t < 2 ? 0 : this.#pool.meanSquare(this.#ridge.leftOut);
      }
      round.left = this.#N - t;
      round.sumY = this.#pool.sumY;
      round.mean = this.#expectedMean(t);
      round.variance = this.#expectedVariance(t, meanSquare);
      const kind = this.#kinds[item]!;
      this.#pool.draw(kind, y[item]!);
      this.#races.set(t, round, this.#pool.up, this.#pool.down);
      this.#pool.take();
      this.#ridge.add(kind, y[item]!);
      this.value[t] = this.#isAsked[t + 1] === 1 ? this.#estimate(t + 1) : Number.NaN;
    }
    this.#races.ends(order.length, this.#first, this.#last);
    this.#intervals(order, y);
  }

  #refit(labels: number): void {
    this.#predict(labels);
    this.#predicted = this.#pool.refit(this.#predicted, this.#meanPredicted);
    this.#predictedAt = -1;
    this.#refitAt =
      labels < FIRST_REFITS ? labels + 1 : Math.max(labels + 1, Math.ceil(REFIT_GROWTH * labels - 1e-9));
  }

  #expectedMean(n: number): number {
    const N = this.#N;
    const { mean: prior } = this.#prior;
    const corrected = n === 0 ? prior : this.#pool.correctedMean;
    const of = (EXPECTATION_PRIOR * prior + n * corrected) / (EXPECTATION_PRIOR + n);
    return clip((N * of - this.#pool.sumY) / (N - n), 0, 1);
  }

  #expectedVariance(n: number, meanSquare: number): number {
    const prior = this.#prior.variance * this.#pool.meanWeight;
    return (EXPECTATION_PRIOR * prior + n * meanSquare) / (EXPECTATION_PRIOR + n);
  }

  /** The estimate before it is moved into the interval. */
  #estimate(labels: number): number {
    if (labels > this.#mostFitted) return this.#pool.estimate;
    this.#predict(labels);
    return this.#pool.estimateBy(this.#predicted, this.#meanPredicted);
  }

  /** Predictions by all labels so far, unless they are there. */
  #predict(labels: number): void {
    if (this.#predictedAt === labels) return;
    this.#ridge.fit();
    this.#meanPredicted = this.#ridge.predict(this.#predicted);
    this.#predictedAt = labels;
  }

  /** Running intersections, and the values moved to what the labels prove and into the interval. */
  #intervals(order: Uint32Array, y: ArrayLike<number>): void {
    const N = this.#N;
    const step = 1 / PLANNED_GRID_STEPS;
    let lower = 0;
    let upper = 1;
    let sumY = 0;
    for (let t = 0; t < order.length; t++) {
      sumY += y[order[t]!]!;
      const left = N - t - 1;
      const lowest = sumY / N;
      const highest = (sumY + left) / N;
      const found = this.#first[t]! >= 0;
      const from = Math.max(lower, lowest, found ? this.#first[t]! / PLANNED_GRID_STEPS - step : 0);
      const to = Math.min(upper, highest, found ? this.#last[t]! / PLANNED_GRID_STEPS + step : 1);
      if (from <= to) [lower, upper] = [from, to];
      if (left === 0) [lower, upper] = [lowest, lowest];
      this.value[t] = clip(clip(this.value[t]!, lowest, highest), lower, upper);
      this.lower[t] = lower;
      this.upper[t] = upper;
    }
  }
}
