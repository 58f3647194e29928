import { mean } from '../numeric.ts';
import type { BettingRound } from './candidate-wealth.ts';
import { UNIFORM_LEVELS, WEIGHTED_LEVELS } from './constants.ts';
import type { RidgeLabels } from './gated-ridge.ts';
import { LevelSet, unitLevels } from './level-set.ts';

/** What a round of bets learns of the pool and of the item drawn. */
export type DrawnRound = Pick<BettingRound, 'up' | 'down' | 'upLevel' | 'downLevel' | 'y' | 'complement'>;

/**
 * The pool under the predictions of the last refit, its unlabeled items in levels. There is one for uniform draws, where an
 * item counts as one and its prediction is its value, and one for weighted draws.
 */
export interface RoundedPool {
  /** Predictions of the last refit, length N. */
  readonly predicted: Float64Array;
  /** Mean over the pool of the weight that an item would have at the first draw; 1 on uniform draws. */
  readonly meanWeight: number;
  /** Takes in new predictions; `labels` are no longer in the levels. */
  predict(predicted: Float64Array, labels: RidgeLabels): void;
  /** What the bets on this item need; it must be unlabeled. */
  roundOf(item: number, y: number): DrawnRound;
  /** The item is labeled from now on. */
  remove(item: number): void;
  /** Mean over the pool by the predictions of the last refit, corrected by the labels; there is at least one. */
  correctedMean(labels: RidgeLabels): number;
  /** The same by these predictions, which are not rounded; O(N) unless they are those of the last refit. */
  estimate(predicted: Float64Array, labels: RidgeLabels): number;
  /** Residuals times the weights that their items would have at the first draw. */
  weighted(residuals: Float64Array, items: readonly number[]): Float64Array;
}

/** Uniform draws: predictions at 33 levels, the downward levels the upward ones turned round. */
export class UniformPool implements RoundedPool {
  predicted: Float64Array = new Float64Array();
  readonly meanWeight = 1;
  readonly #size: number;
  readonly #levels: Uint8Array;
  #up = new LevelSet(unitLevels(UNIFORM_LEVELS));
  #down = new LevelSet(unitLevels(UNIFORM_LEVELS));
  #roundedMean = 0;
  #meanPredicted = 0;

  constructor(size: number) {
    this.#size = size;
    this.#levels = new Uint8Array(size);
  }

  predict(predicted: Float64Array, { items }: RidgeLabels): void {
    this.predicted = predicted;
    this.#meanPredicted = mean(predicted);
    this.#up = new LevelSet(unitLevels(UNIFORM_LEVELS));
    this.#down = new LevelSet(unitLevels(UNIFORM_LEVELS));
    let sum = 0;
    for (let item = 0; item < this.#size; item++) {
      const level = Math.floor(predicted[item]! * (UNIFORM_LEVELS - 1) + 0.5);
      this.#levels[item] = level;
      sum += level;
      this.#up.add(level, 1);
      this.#down.add(UNIFORM_LEVELS - 1 - level, 1);
    }
    this.#roundedMean = sum / (UNIFORM_LEVELS - 1) / this.#size;
    for (const item of items) this.remove(item);
  }

  roundOf(item: number, y: number): DrawnRound {
    this.#up.settle(1);
    this.#down.settle(1);
    const upLevel = this.#levels[item]!;
    const downLevel = UNIFORM_LEVELS - 1 - upLevel;
    return { up: this.#up, down: this.#down, upLevel, downLevel, y, complement: 1 - y };
  }

  remove(item: number): void {
    const level = this.#levels[item]!;
    this.#up.remove(level, 1);
    this.#down.remove(UNIFORM_LEVELS - 1 - level, 1);
  }

  correctedMean({ items, values }: RidgeLabels): number {
    const residuals = items.map((item, i) => values[i]! - this.#levels[item]! / (UNIFORM_LEVELS - 1));
    return this.#roundedMean + mean(residuals);
  }

  estimate(predicted: Float64Array, { items, values }: RidgeLabels): number {
    const pooled = predicted === this.predicted ? this.#meanPredicted : mean(predicted);
    return pooled + mean(items.map((item, i) => values[i]! - predicted[item]!));
  }

  weighted(residuals: Float64Array): Float64Array {
    return residuals;
  }
}

/** Slack by which the largest value of an item stays below the highest level. */
const ABOVE_MOST = 1 + 1e-7;

/**
 * Draws with probabilities q: an item counts as its q, and its prediction f as f/q times (sum of q)/(number) of the
 * unlabeled items, its importance weight. Levels are rounded at a refit; their values change with every label through that
 * factor alone. 1 - f has levels of its own, since w - w f is not w f turned round.
 *
 * The estimate has LURE weights (Farquhar, Gal and Rainforth, 2021).
 */
export class WeightedPool implements RoundedPool {
  predicted: Float64Array = new Float64Array();
  readonly meanWeight: number;
  /** Probabilities with mean 1 over the pool. */
  readonly #q: Float64Array;
  readonly #step: number;
  readonly #upLevels: Uint8Array;
  readonly #downLevels: Uint8Array;
  #up: LevelSet;
  #down: LevelSet;
  #left: number;
  #meanPredicted = 0;
  /** Weight of every labeled item at its own draw, by item. */
  readonly #drawn = new Map<number, number>();

  /** @param probabilities above 0, in any unit */
  constructor(probabilities: ArrayLike<number>) {
    const unit = mean(probabilities);
    this.#q = Float64Array.from(probabilities, (probability) => probability / unit);
    this.#left = this.#q.length;
    const inverse = this.#q.map((q) => 1 / q);
    this.meanWeight = mean(inverse);
    this.#step = (inverse.reduce((most, u) => Math.max(most, u), 0) * ABOVE_MOST) / (WEIGHTED_LEVELS - 1);
    this.#upLevels = new Uint8Array(this.#q.length);
    this.#downLevels = new Uint8Array(this.#q.length);
    this.#up = this.#newLevels();
    this.#down = this.#newLevels();
  }

  #newLevels(): LevelSet {
    return new LevelSet(Float64Array.from({ length: WEIGHTED_LEVELS }, (_, level) => level * this.#step));
  }

  predict(predicted: Float64Array, { items }: RidgeLabels): void {
    this.predicted = predicted;
    this.#meanPredicted = mean(predicted);
    this.#up = this.#newLevels();
    this.#down = this.#newLevels();
    const labeled = new Set(items);
    for (let item = 0; item < this.#q.length; item++) {
      const q = this.#q[item]!;
      this.#upLevels[item] = Math.floor(predicted[item]! / q / this.#step + 0.5);
      this.#downLevels[item] = Math.floor((1 - predicted[item]!) / q / this.#step + 0.5);
      if (labeled.has(item)) continue;
      this.#up.add(this.#upLevels[item]!, q);
      this.#down.add(this.#downLevels[item]!, q);
    }
  }

  roundOf(item: number, y: number): DrawnRound {
    const scale = this.#scale();
    this.#up.settle(scale);
    this.#down.settle(scale);
    const weight = scale / this.#q[item]!;
    return {
      up: this.#up,
      down: this.#down,
      upLevel: this.#upLevels[item]!,
      downLevel: this.#downLevels[item]!,
      y: weight * y,
      complement: weight * (1 - y),
    };
  }

  remove(item: number): void {
    this.#drawn.set(item, this.#scale() / this.#q[item]!);
    this.#up.remove(this.#upLevels[item]!, this.#q[item]!);
    this.#down.remove(this.#downLevels[item]!, this.#q[item]!);
    this.#left--;
  }

  /** Mean of q over the unlabeled items, summed as the levels sum it: what makes the mean of the payoff exact. */
  #scale(): number {
    return this.#up.massSum / this.#left;
  }

  correctedMean(labels: RidgeLabels): number {
    return this.#meanPredicted + this.#meanResidual(this.predicted, labels);
  }

  estimate(predicted: Float64Array, labels: RidgeLabels): number {
    const pooled = predicted === this.predicted ? this.#meanPredicted : mean(predicted);
    return pooled + this.#meanResidual(predicted, labels);
  }

  /** (1/n) sum of v_m (y_m - f_m), v_m = 1 + (N - n) (w_m - 1)/(N - m). */
  #meanResidual(predicted: Float64Array, { items, values }: RidgeLabels): number {
    const [N, n] = [this.#q.length, items.length];
    return mean(
      items.map((item, i) => {
        const excess = n === N ? 0 : ((N - n) * (this.#drawn.get(item)! - 1)) / (N - i - 1);
        return (1 + excess) * (values[i]! - predicted[item]!);
      }),
    );
  }

  weighted(residuals: Float64Array, items: readonly number[]): Float64Array {
    return residuals.map((residual, i) => residual / this.#q[items[i]!]!);
  }
}
