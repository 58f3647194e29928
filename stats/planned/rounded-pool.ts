import { countedMean, RunningSum } from '../numeric.ts';
import type { BettingRound } from './candidate-wealth.ts';
import { UNIFORM_LEVELS, WEIGHTED_LEVELS } from './constants.ts';
import type { RidgeLabels } from './gated-ridge.ts';
import { LevelSet, unitLevels } from './level-set.ts';
import type { PassRequest, PoolPass } from './pool-pass.ts';
import type { LevelRecord, RefitRecord, WeightRecord } from './predictor-record.ts';

/** What a round of bets learns of the pool and of the item drawn. */
export type DrawnRound = Pick<BettingRound, 'up' | 'down' | 'upLevel' | 'downLevel' | 'y' | 'complement'>;

/**
 * The pool under the predictions of the last refit, its unlabeled items in levels. There is one for uniform draws, where an
 * item counts as one and its prediction is its value, and one for weighted draws.
 */
export interface RoundedPool {
  /** Predictions of the last refit, of every item that is known. */
  readonly predicted: Float64Array;
  /** Mean over the pool of the weight that an item would have at the first draw; 1 on uniform draws. */
  readonly meanWeight: number;
  /** What `weights` of a record is; undefined on uniform draws. */
  readonly weights: WeightRecord | undefined;
  /** What a pass over the pool needs to know of weighted draws; undefined on uniform ones. */
  readonly passWeights: PassRequest['weights'];
  /**
   * Takes in new predictions; the items labeled are no longer in the levels.
   *
   * @param items those labeled
   * @param recorded what they say of the whole pool, where only the items drawn are known
   */
  predict(pass: PoolPass, items: readonly number[], recorded?: PoolRefit): void;
  /** What the last refit says of the pool, but for how many labels it is fitted to. */
  readonly refit: PoolRefit;
  /** What the bets on this item need; it must be unlabeled. */
  roundOf(item: number, y: number): DrawnRound;
  /** The item is labeled from now on. */
  remove(item: number): void;
  /** The same before any predictions. @param drawn its weight at its own draw, by `drawn` of a pool with the same labels */
  removeUnseen(drawn?: number): void;
  /** Weight of every labeled item at its own draw, in draw order; undefined on uniform draws. */
  readonly drawn: readonly number[] | undefined;
  /** Mean over the pool by the predictions of the last refit, corrected by the labels; there is at least one. */
  correctedMean(labels: RidgeLabels): number;
  /** The mean residual of these predictions, which are not rounded: what their mean over the pool is corrected by. */
  correction(predicted: Float64Array, labels: RidgeLabels, from?: number): number;
  /** Residuals times the weights that their items would have at the first draw. */
  weighted(residuals: Float64Array, items: readonly number[]): Float64Array;
  /** An independent copy in the same state. */
  clone(): RoundedPool;
}

/** What a refit says of the whole pool. */
type PoolRefit = Omit<RefitRecord, 'labels'>;

/** Uniform draws: predictions at 33 levels, the downward levels the upward ones turned round. */
export class UniformPool implements RoundedPool {
  predicted: Float64Array = new Float64Array();
  readonly meanWeight = 1;
  readonly weights = undefined;
  readonly passWeights = undefined;
  readonly drawn = undefined;
  refit: PoolRefit = { mean: 0, up: { counts: [] } };
  readonly #size: number;
  #levels: Uint8Array = new Uint8Array();
  #up = new LevelSet(unitLevels(UNIFORM_LEVELS));
  #down = new LevelSet(unitLevels(UNIFORM_LEVELS));
  #roundedMean = 0;
  /** Sum of the residuals of the labels beside the predictions of the last refit, and of how many. */
  #residuals = new RunningSum();
  #summed = 0;

  /** @param size items of the pool, also where only those drawn are known */
  constructor(size: number) {
    this.#size = size;
  }

  predict(pass: PoolPass, items: readonly number[], recorded?: PoolRefit): void {
    this.predicted = pass.predicted;
    this.#levels = pass.up.levels;
    const counts = [...(recorded?.up ?? pass.up).counts];
    this.refit = { mean: recorded?.mean ?? pass.mean, up: { counts } };
    this.#up = new LevelSet(unitLevels(UNIFORM_LEVELS));
    this.#down = new LevelSet(unitLevels(UNIFORM_LEVELS));
    for (const [level, count] of counts.entries()) {
      this.#up.put(level, count, count);
      this.#down.put(UNIFORM_LEVELS - 1 - level, count, count);
    }
    const labeled = items.reduce((sum, item) => sum + this.#levels[item]!, 0);
    const sum = counts.reduce((total, count, level) => total + count * level, labeled);
    this.#roundedMean = sum / (UNIFORM_LEVELS - 1) / this.#size;
    this.#residuals = new RunningSum();
    this.#summed = 0;
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

  removeUnseen(): void {}

  correctedMean({ items, values }: RidgeLabels): number {
    for (; this.#summed < items.length; this.#summed++) {
      const level = this.#levels[items[this.#summed]!]!;
      this.#residuals.add(values[this.#summed]! - level / (UNIFORM_LEVELS - 1));
    }
    return this.#roundedMean + this.#residuals.value / items.length;
  }

  correction(predicted: Float64Array, { items, values }: RidgeLabels, from = 0): number {
    const sum = new RunningSum();
    for (let i = from; i < items.length; i++) sum.add(values[i]! - predicted[items[i]!]!);
    return sum.value / (items.length - from);
  }

  weighted(residuals: Float64Array): Float64Array {
    return residuals;
  }

  clone(): UniformPool {
    const copy = new UniformPool(this.#size);
    copy.predicted = this.predicted;
    copy.refit = this.refit;
    copy.#levels = this.#levels;
    copy.#up = this.#up.clone();
    copy.#down = this.#down.clone();
    copy.#roundedMean = this.#roundedMean;
    copy.#residuals = this.#residuals.clone();
    copy.#summed = this.#summed;
    return copy;
  }
}

/** Slack by which the largest value of an item stays below the highest level. */
export const ABOVE_MOST = 1 + 1e-7;

/**
 * Draws with probabilities q: an item counts as its q, and its prediction f as f/q times (sum of q)/(number) of the
 * unlabeled items, its importance weight. Levels are rounded at a refit; their values change with every label through that
 * factor alone. 1 - f has levels of its own, since w - w f is not w f turned round.
 *
 * The estimate has LURE weights (Farquhar, Gal and Rainforth, 2021).
 */
export class WeightedPool implements RoundedPool {
  predicted: Float64Array = new Float64Array();
  readonly weights: WeightRecord;
  refit: PoolRefit = { mean: 0, up: { counts: [] } };
  /** Probabilities with mean 1 over the pool, of every item that is known. */
  #q: Float64Array;
  readonly #size: number;
  #upLevels: Uint8Array = new Uint8Array();
  #downLevels: Uint8Array = new Uint8Array();
  #up: LevelSet;
  #down: LevelSet;
  #left: number;
  /** Weight of every labeled item at its own draw, in draw order. */
  #drawn: number[] = [];

  /**
   * @param size items of the pool
   * @param probabilities of every item that is known, above 0, in any unit
   * @param recorded of the whole pool, where only the items drawn are known
   * @param counts items of the pool that each one that is known stands for
   */
  constructor(
    size: number,
    probabilities: ArrayLike<number>,
    recorded?: WeightRecord,
    counts?: Float64Array,
  ) {
    this.#size = size;
    this.#left = size;
    const unit = recorded?.unit ?? countedMean(probabilities, counts);
    // In memory that threads share: a pass over a large pool is made in another one.
    this.#q = new Float64Array(new SharedArrayBuffer(8 * probabilities.length));
    for (let item = 0; item < this.#q.length; item++) this.#q[item] = probabilities[item]! / unit;
    this.weights = recorded ?? { unit, ...weightsOf(this.#q, counts) };
    this.#up = this.#newLevels();
    this.#down = this.#newLevels();
  }

  get meanWeight(): number {
    return this.weights.meanWeight;
  }

  #newLevels(): LevelSet {
    const { step } = this.weights;
    return new LevelSet(Float64Array.from({ length: WEIGHTED_LEVELS }, (_, level) => level * step));
  }

  get passWeights(): PassRequest['weights'] {
    return { q: this.#q, step: this.weights.step };
  }

  predict(pass: PoolPass, _items: readonly number[], recorded?: PoolRefit): void {
    const { up, down = up } = pass;
    this.predicted = pass.predicted;
    this.#upLevels = up.levels;
    this.#downLevels = down.levels;
    this.#up = this.#levelsOf(recorded?.up ?? up);
    this.#down = this.#levelsOf(recorded ? (recorded.down ?? recorded.up) : down);
    this.refit = { mean: recorded?.mean ?? pass.mean, up: this.#up.record, down: this.#down.record };
  }

  #levelsOf({ counts, masses }: LevelRecord): LevelSet {
    const set = this.#newLevels();
    for (const [level, count] of counts.entries()) set.put(level, masses?.[level] ?? count, count);
    return set;
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
    this.#drawn.push(this.#scale() / this.#q[item]!);
    this.#up.remove(this.#upLevels[item]!, this.#q[item]!);
    this.#down.remove(this.#downLevels[item]!, this.#q[item]!);
    this.#left--;
  }

  removeUnseen(drawn: number): void {
    this.#drawn.push(drawn);
    this.#left--;
  }

  get drawn(): readonly number[] {
    return this.#drawn;
  }

  /** Mean of q over the unlabeled items, summed as the levels sum it: what makes the mean of the payoff exact. */
  #scale(): number {
    return this.#up.massSum / this.#left;
  }

  correctedMean(labels: RidgeLabels): number {
    return this.refit.mean + this.correction(this.predicted, labels);
  }

  /** (1/n) sum of v_m (y_m - f_m), v_m = 1 + (N - n) (w_m - 1)/(N - m). */
  correction(predicted: Float64Array, { items, values }: RidgeLabels, from = 0): number {
    const [N, n] = [this.#size, items.length];
    const sum = new RunningSum();
    for (let i = from; i < n; i++) {
      const excess = n === N ? 0 : ((N - n) * (this.#drawn[i]! - 1)) / (N - i - 1);
      sum.add((1 + excess) * (values[i]! - predicted[items[i]!]!));
    }
    return sum.value / (n - from);
  }

  weighted(residuals: Float64Array, items: readonly number[]): Float64Array {
    return residuals.map((residual, i) => residual / this.#q[items[i]!]!);
  }

  clone(): WeightedPool {
    const copy = new WeightedPool(this.#size, [], this.weights);
    copy.predicted = this.predicted;
    copy.refit = this.refit;
    copy.#q = this.#q;
    copy.#upLevels = this.#upLevels;
    copy.#downLevels = this.#downLevels;
    copy.#up = this.#up.clone();
    copy.#down = this.#down.clone();
    copy.#left = this.#left;
    copy.#drawn = this.#drawn.slice();
    return copy;
  }
}

/** Step of the levels, and the mean weight at the first draw. */
function weightsOf(q: Float64Array, counts?: Float64Array): Omit<WeightRecord, 'unit'> {
  const inverse = q.map((one) => 1 / one);
  const most = inverse.reduce((highest, one) => Math.max(highest, one), 0);
  return { step: (most * ABOVE_MOST) / (WEIGHTED_LEVELS - 1), meanWeight: countedMean(inverse, counts) };
}
