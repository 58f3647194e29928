import {
  requireInteger,
  requireOpenUnit,
  requirePositive,
  requireSameLength,
  requireUnit,
} from '../check.ts';
import { clip, mean } from '../numeric.ts';
import { DEFAULT_ALPHA } from '../sequence/constants.ts';
import { CandidateWealth } from './candidate-wealth.ts';
import { EXPECTATION_PRIOR, PLANNED_GRID_STEPS } from './constants.ts';
import {
  expectedVariance,
  gatedRidge,
  predictions,
  type Ridge,
  type RidgePrior,
  ridgePrior,
} from './gated-ridge.ts';
import { lookTable, type PlannedLook } from './look-table.ts';
import { type RoundedPool, UniformPool, WeightedPool } from './rounded-pool.ts';
import { type SignalColumn, type Signals, signalColumns } from './signal-columns.ts';

/** What is fixed at the draw. */
export interface PlannedStudy {
  readonly signals: Signals;
  /** Labels that the study asks for; null when none was stated. */
  readonly plan: number | null;
  /** Relative probabilities of the items, in any unit; absent on uniform draws. */
  readonly probabilities?: ArrayLike<number>;
  /** Error level in (0, 1), default 0.05. */
  readonly alpha?: number;
}

/** What is known after the labels so far. */
export interface PlannedState {
  readonly populationSize: number;
  readonly labeledCount: number;
  /** The estimate before it is moved into the interval; undefined before the first label. */
  readonly estimate: number | undefined;
  /** The estimate shown: inside the interval. */
  readonly value: number | undefined;
  /** Running interval: it holds at all looks together. */
  readonly lower: number;
  readonly upper: number;
  /** Slopes of the predictor by column, and its share against the plain mean. */
  readonly slopes: Float64Array;
  readonly gate: number;
  /** Root of the leave-one-out mean square of the predictor; undefined before the second label. */
  readonly residualStandardDeviation: number | undefined;
  /** Every candidate was ruled out, or the intervals became disjoint: probability alpha at most. */
  readonly emptyIntersection: boolean;
}

/** Above this many columns times items the predictor of the estimate is that of the last refit. */
const EVERY_LABEL = 4_000_000;

/** Refits fall at the first ten labels, then whenever the labels have grown by a tenth. */
const FIRST_REFITS = 10;
const REFIT_GROWTH = 1.1;

/**
 * Estimate and live interval from many signals for draws without replacement: an online ridge predicts the human value from
 * signals frozen before the draw, the labels correct its mean, and planned-look gamblers bet on the mean of the items left
 * with the predictions as control variate.
 *
 * P(the full human evaluation is ever outside the interval) <= alpha for any signals, however wrong, any values in [0, 1] and
 * any rule for stopping (Ville, 1939). It needs draws in the design's order with the probabilities stated, every label kept,
 * and signals that no label of this study has touched.
 *
 * Between refits a label costs O(grid), whatever N; in pools of more than 4 million cells the estimate uses the predictor of
 * the last refit, else one fitted to all labels. Replaying the same labels gives the same bits.
 */
export class PlannedSequence {
  readonly #columns: readonly SignalColumn[];
  readonly #prior: RidgePrior;
  readonly #pool: RoundedPool;
  readonly #alpha: number;
  readonly #wealth: CandidateWealth;
  readonly looks: readonly PlannedLook[];
  readonly populationSize: number;
  readonly #items: number[] = [];
  readonly #values: number[] = [];
  readonly #seen: Set<number> = new Set();
  #sumY = 0;
  #ridge: Ridge;
  /** The predictor fitted last, and to how many labels. */
  #fitted: { readonly ridge: Ridge; readonly labels: number } | undefined;
  #refitAt = 0;
  #lower = 0;
  #upper = 1;
  #isEmpty = false;
  #state: PlannedState;

  /**
   * @param columns the columns of the study's signals, where they are made already
   * @throws RangeError when a value is out of range or lists differ in length
   */
  constructor(study: PlannedStudy, columns: readonly SignalColumn[] = signalColumns(study.signals)) {
    const { surrogate } = study.signals;
    this.populationSize = surrogate.length;
    this.#alpha = study.alpha ?? DEFAULT_ALPHA;
    requireOpenUnit(this.#alpha, 'Alpha');
    requireInteger(this.populationSize, 1, 2 ** 31, 'The population size');
    for (let item = 0; item < surrogate.length; item++) requireUnit(surrogate[item]!, 'A surrogate value');
    this.looks = lookTable(this.populationSize, study.plan);
    this.#columns = columns;
    this.#prior = ridgePrior(mean(surrogate));
    this.#pool = poolOf(study, this.populationSize);
    this.#wealth = new CandidateWealth(this.looks, this.#prior.mean, this.#alpha);
    this.#ridge = this.#fit();
    this.#state = this.#stateOf();
  }

  get state(): PlannedState {
    return this.#state;
  }

  get #labels(): { items: readonly number[]; values: readonly number[] } {
    return { items: this.#items, values: this.#values };
  }

  /** Mean and variance that the next bets expect of the items not labeled. */
  get expected(): { mean: number; variance: number } {
    this.#refit();
    const [N, n] = [this.populationSize, this.#values.length];
    const corrected = n === 0 ? this.#prior.mean : this.#pool.correctedMean(this.#labels);
    const of = (EXPECTATION_PRIOR * this.#prior.mean + n * corrected) / (EXPECTATION_PRIOR + n);
    const scaled = this.#pool.weighted(this.#ridge.leftOut, this.#items);
    return {
      mean: clip((N * of - this.#sumY) / (N - n), 0, 1),
      variance: expectedVariance(scaled, n, this.#prior.variance * this.#pool.meanWeight),
    };
  }

  /**
   * Takes in the label of the next item of the draw order.
   *
   * @param item its position in the pool
   * @param y its human value in [0, 1]
   * @throws RangeError when the value is out of range or the item is none of the pool or labeled already; nothing has
   *   changed then
   */
  add(item: number, y: number): PlannedState {
    requireUnit(y, 'A human value');
    requireInteger(item, 0, this.populationSize - 1, 'An item');
    if (this.#seen.has(item)) throw new RangeError(`Item ${item} is labeled already.`);
    const { mean: expectedMean, variance } = this.expected;
    this.#wealth.bet({
      populationSize: this.populationSize,
      labeled: this.#values.length,
      sumY: this.#sumY,
      mean: expectedMean,
      variance,
      ...this.#pool.roundOf(item, y),
    });
    this.#take(item, y);
    this.#narrow();
    this.#state = this.#stateOf();
    return this.#state;
  }

  /** Fits the predictor of the bets anew where the schedule says so, from the labels before this draw. */
  #refit(): void {
    const n = this.#values.length;
    if (n < this.#refitAt) return;
    this.#ridge = this.#fit();
    this.#pool.predict(predictions(this.#ridge, this.#columns, this.populationSize), this.#labels);
    this.#refitAt = n < FIRST_REFITS ? n + 1 : Math.max(n + 1, Math.ceil(REFIT_GROWTH * n - 1e-9));
  }

  #take(item: number, y: number): void {
    this.#pool.remove(item);
    this.#items.push(item);
    this.#values.push(y);
    this.#seen.add(item);
    this.#sumY += y;
  }

  /** Intersects with the candidates that are live and with what the labels leave possible. */
  #narrow(): void {
    const [lowest, highest] = this.#possible();
    const accepted = this.#wealth.accepted;
    const step = 1 / PLANNED_GRID_STEPS;
    const lower = Math.max(this.#lower, lowest, accepted ? accepted.first - step : 0);
    const upper = Math.min(this.#upper, highest, accepted ? accepted.last + step : 1);
    if (!accepted || lower > upper) this.#isEmpty = true;
    if (lower <= upper) [this.#lower, this.#upper] = [lower, upper];
    if (this.#values.length === this.populationSize) [this.#lower, this.#upper] = [lowest, lowest];
  }

  #possible(): [number, number] {
    const N = this.populationSize;
    return [this.#sumY / N, (this.#sumY + N - this.#values.length) / N];
  }

  #stateOf(): PlannedState {
    const n = this.#values.length;
    const ridge = n === 0 ? this.#ridge : this.#ridgeOfEstimate();
    const estimate = n === 0 ? undefined : this.#estimateBy(ridge);
    const squares = ridge.leftOut.reduce((sum, residual) => sum + residual * residual, 0);
    return {
      populationSize: this.populationSize,
      labeledCount: n,
      estimate,
      value: estimate === undefined ? undefined : clip(estimate, this.#lower, this.#upper),
      lower: this.#lower,
      upper: this.#upper,
      slopes: ridge.slopes,
      gate: ridge.gate,
      residualStandardDeviation: n < 2 ? undefined : Math.sqrt(squares / ridge.leftOut.length),
      emptyIntersection: this.#isEmpty,
    };
  }

  #ridgeOfEstimate(): Ridge {
    return this.populationSize * this.#columns.length > EVERY_LABEL ? this.#ridge : this.#fit();
  }

  /** The predictor by all labels so far: the estimate and the bets on the next label share one fit. */
  #fit(): Ridge {
    const labels = this.#values.length;
    if (this.#fitted?.labels !== labels) {
      this.#fitted = { ridge: gatedRidge(this.#columns, this.#labels, this.#prior), labels };
    }
    return this.#fitted.ridge;
  }

  #estimateBy(ridge: Ridge): number {
    const predicted =
      ridge === this.#ridge ? this.#pool.predicted : predictions(ridge, this.#columns, this.populationSize);
    const [lowest, highest] = this.#possible();
    return clip(this.#pool.estimate(predicted, this.#labels), lowest, highest);
  }
}

function poolOf({ probabilities, signals }: PlannedStudy, size: number): RoundedPool {
  if (!probabilities) return new UniformPool(size);
  requireSameLength(signals.surrogate, probabilities, 'Surrogate and probabilities');
  for (let item = 0; item < size; item++) requirePositive(probabilities[item]!, 'A probability');
  return new WeightedPool(probabilities);
}
