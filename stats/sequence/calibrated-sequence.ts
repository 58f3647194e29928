import { requireInteger, requireOpenUnit, requireProbability, requireUnit } from '../check.ts';
import { envelopeMaximum, type PoolSummary } from '../pool-summary.ts';
import {
  type CalibratedState,
  logicalBounds,
  type Observation,
  type SequenceOptions,
  stateOf,
} from './calibrated-state.ts';
import { DEFAULT_ALPHA, GRID_STEPS, MENDED_GROWTH, MENDED_HAND_OVER } from './constants.ts';
import { type Regression, regress } from './regression.ts';
import { RunningInterval } from './running-interval.ts';
import type { SequencePoint } from './skip-bracket.ts';
import { WealthGrid } from './wealth-grid.ts';
import { WeightedSums } from './weighted-sums.ts';

/**
 * Estimate and live interval for sequential draws without replacement with known probabilities q that depend on
 * the surrogate alone (uniform draws are q = 1/N): the difference estimator with shrunk slope under LURE weights,
 * and a betting confidence sequence with the surrogate as control variate.
 *
 * Before draw t, with n = t - 1 labels, Q = 1 - sum of their q, and their plain sums of s and y, the payoff of an
 * item (y, s, q) drawn with probability pi = q/Q is
 *   Z = (y - b s)/(N pi) + base,  base = (b (N mean s - sum s) + sum y)/N,
 * whose mean given the past is the full human evaluation theta for any slope b fixed before the draw. It lies in
 *   [base - b Q max_i(s_i/q_i)/N, base + Q max_i((1 - b s_i)/q_i)/N].
 * Bets on Z - m that keep every factor positive make the wealth against m = theta a nonnegative martingale, so by
 * Ville's inequality P(theta is ever outside the interval) <= alpha for any surrogate, however wrong, any values
 * in [0, 1] and any rule for stopping. It needs draws in the design's order, and every label kept.
 *
 * (Farquhar, Gal and Rainforth, 2021; Waudby-Smith and Ramdas, 2020 and 2024; Shekhar et al., 2023.)
 *
 * A label costs O(grid) whatever N; replaying the same observations gives the same bits.
 */
export class CalibratedSequence {
  readonly #pool: PoolSummary;
  readonly #alpha: number;
  readonly #sums: WeightedSums;
  readonly #grid: WealthGrid;
  readonly #mendedFrom: number | undefined;
  /** The wealth on bets for growth, from where the rule is mended. */
  #growth: WealthGrid | undefined;
  #isAllGrowth = false;
  readonly #interval: RunningInterval;
  #regression: Regression;
  #state: CalibratedState;
  /** Value and interval by the number of labels. */
  readonly #points: SequencePoint[];

  /**
   * @param summary the pool, by `summarizePool`
   * @param options see `SequenceOptions`
   * @param prefix sequence over the same pool whose labels the new one starts from; for `clone`
   * @throws RangeError when an option is out of range
   */
  constructor(summary: PoolSummary, options: SequenceOptions = {}, prefix?: CalibratedSequence) {
    this.#pool = summary;
    this.#alpha = options.alpha ?? DEFAULT_ALPHA;
    requireOpenUnit(this.#alpha, 'Alpha');
    this.#mendedFrom = options.mendedFrom;
    if (this.#mendedFrom !== undefined) {
      requireInteger(this.#mendedFrom, 0, Number.MAX_SAFE_INTEGER, 'The label from which the rule is mended');
    }
    this.#sums = prefix ? prefix.#sums.clone() : new WeightedSums(summary.populationSize);
    this.#grid = prefix ? prefix.#grid.clone() : new WealthGrid();
    this.#growth = prefix ? prefix.#growth?.clone() : undefined;
    this.#isAllGrowth = prefix ? prefix.#isAllGrowth : false;
    this.#interval = prefix ? prefix.#interval.clone() : new RunningInterval();
    this.#regression = regress(this.#sums, summary);
    this.#state = stateOf(summary, this.#alpha, this.#sums, this.#regression, this.#interval);
    this.#points = prefix ? prefix.#points.slice() : [pointOf(this.#state)];
  }

  /** The state after the labels so far. */
  get state(): CalibratedState {
    return this.#state;
  }

  /** An independent sequence that continues from the same labels. */
  clone(): this {
    const mended = this.#mendedFrom === undefined ? {} : { mendedFrom: this.#mendedFrom };
    return new CalibratedSequence(this.#pool, { alpha: this.#alpha, ...mended }, this) as this;
  }

  /**
   * Takes in the label of the next item of the draw order.
   *
   * @returns the new state
   * @throws RangeError when a value is out of range, the pool is used up, or surrogate and probability cannot
   *   belong to an item of the pool; the sequence is then unchanged
   */
  add(observation: Observation): CalibratedState {
    this.#check(observation);
    const { y, surrogate, probability } = observation;
    this.#bet(y, surrogate, probability);
    this.#sums.add(y, surrogate, probability);
    this.#regression = regress(this.#sums, this.#pool);
    this.#updateInterval();
    this.#state = stateOf(this.#pool, this.#alpha, this.#sums, this.#regression, this.#interval);
    this.#points.push(pointOf(this.#state));
    return this.#state;
  }

  /** As `add`: a state costs next to nothing. */
  advance(observation: Observation): void {
    this.add(observation);
  }

  /** What `state` said after so many labels, from 0. */
  pointAfter(labels: number): SequencePoint {
    return this.#points[labels]!;
  }

  #bet(y: number, s: number, q: number): void {
    const { populationSize: N, mean } = this.#pool;
    const { sumS, sumY, itemsLeft, remainingProbability } = this.#sums;
    const { slope, predictedMean, predictedVariance } = this.#regression;
    const pi = this.#sums.nextProbability(q);
    const base = (slope * (N * mean - sumS) + sumY) / N;
    const payoff = (y - slope * s) / (N * pi) + base;
    const lowest = base - (slope * remainingProbability * this.#pool.maxSurrogateOverProbability) / N;
    const highest = base + (remainingProbability * envelopeMaximum(this.#pool, slope)) / N;
    this.#divide();
    this.#growth?.bury(N, sumY, itemsLeft);
    this.#growth?.betForGrowth(payoff, lowest, highest, predictedMean, predictedVariance, itemsLeft / N);
    if (this.#isAllGrowth) return;
    this.#grid.bury(N, sumY, itemsLeft);
    this.#grid.bet(payoff, lowest, highest, predictedMean, predictedVariance);
  }

  /** Where the rule is mended: wealth on both kinds of bets, and from a number of labels on all for growth. */
  #divide(): void {
    if (this.#mendedFrom === this.#sums.count) this.#growth = this.#grid.clone();
    if (this.#growth && !this.#isAllGrowth && this.#sums.count >= MENDED_HAND_OVER) {
      this.#growth.mix(MENDED_GROWTH, this.#grid);
      this.#isAllGrowth = true;
    }
  }

  #updateInterval(): void {
    const [lowest, highest] = logicalBounds(this.#sums);
    if (this.#sums.itemsLeft === 0) {
      this.#interval.collapse(lowest);
      return;
    }
    const accepted = this.#isAllGrowth
      ? this.#growth!.accepted(this.#alpha)
      : this.#grid.accepted(this.#alpha, this.#growth, MENDED_GROWTH);
    const lower = accepted ? accepted.first - 1 / GRID_STEPS : 0;
    const upper = accepted ? accepted.last + 1 / GRID_STEPS : 1;
    this.#interval.intersect(Math.max(lower, lowest), Math.min(upper, highest));
  }

  #check({ y, surrogate, probability }: Observation): void {
    if (this.#sums.itemsLeft === 0) {
      throw new RangeError(`All ${this.#pool.populationSize} items are labeled; there is no further draw.`);
    }
    requireUnit(y, 'A human value');
    requireUnit(surrogate, 'A surrogate value');
    requireProbability(probability, 'A probability');
    const { min, max, maxSurrogateOverProbability, envelope } = this.#pool;
    // The range of the payoff, and with it the guarantee, holds for items of the pool only.
    const slack = 1 + 1e-6;
    const known =
      surrogate >= min &&
      surrogate <= max &&
      surrogate / probability <= maxSurrogateOverProbability * slack &&
      1 / probability <= envelopeMaximum({ envelope }, 0) * slack;
    if (!known) {
      throw new RangeError(
        `No item of the pool has surrogate value ${surrogate} with probability ${probability}: ` +
          'both must be those frozen when the sample was drawn.',
      );
    }
  }
}

const pointOf = ({ value, lower, upper }: CalibratedState): SequencePoint => ({ value, lower, upper });

/**
 * The state after replaying a log of labels from the start: the same bits as the live sequence had.
 *
 * @throws RangeError as `CalibratedSequence`
 */
export function calibratedSequence(
  observations: Iterable<Observation>,
  summary: PoolSummary,
  options: SequenceOptions = {},
): CalibratedState {
  const sequence = new CalibratedSequence(summary, options);
  for (const observation of observations) sequence.add(observation);
  return sequence.state;
}
