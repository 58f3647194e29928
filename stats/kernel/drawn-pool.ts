import { UNIFORM_LEVELS, WEIGHTED_LEVELS } from '../planned/constants.ts';
import { unitLevels } from '../planned/level-set.ts';
import type { RoundSide } from './candidate-races.ts';
import { DrawnLevels } from './drawn-levels.ts';

/** As in `rounded-pool.ts`. */
const ABOVE_MOST = 1 + 1e-7;

/** The highest level on uniform draws. */
const TOP = UNIFORM_LEVELS - 1;

/**
 * `UniformPool` and `WeightedPool` for simulations: the same levels, and running sums in place of passes over the labels, so
 * that a label costs the same whatever their number.
 */
export class DrawnPool {
  /** Mean over the pool of the weight that an item would have at the first draw; 1 on uniform draws. */
  readonly meanWeight: number;
  /** Predictions of the last refit, one for each kind. */
  predicted: Float64Array;
  readonly up: RoundSide;
  readonly down: RoundSide;
  readonly #N: number;
  /** Items of each kind, in the pool and not yet drawn. */
  readonly #counts: Int32Array;
  readonly #unlabeled: Int32Array;
  /** Probabilities of a kind's items, with mean 1 over the pool; undefined on uniform draws. */
  readonly #q: Float64Array | undefined;
  readonly #inverse: Float64Array;
  /** Kinds and values of the labels, and what their weights are above 1, over N - m. */
  readonly #kinds: Uint32Array;
  readonly #values: Float64Array;
  readonly #excess: Float64Array;
  readonly #others = new Int32Array(UNIFORM_LEVELS);
  #labels = 0;
  #sumY = 0;
  #meanPredicted = 0;
  /** Mean by the levels of the pool (of the predictions where draws are weighted), and two sums over the labels. */
  #meanRounded = 0;
  #residuals = 0;
  #tilted = 0;

  /**
   * @param counts items of each kind, see `kindsOf`
   * @param probabilities of the items of each kind, above 0, in any unit; undefined for uniform draws
   */
  constructor(counts: Int32Array, probabilities: ArrayLike<number> | undefined, mostLabels: number) {
    const size = counts.reduce((sum, count) => sum + count, 0);
    const overPool = (values: ArrayLike<number>) =>
      counts.reduce((sum, count, kind) => sum + count * values[kind]!, 0) / size;
    this.#N = size;
    this.#counts = counts;
    this.#unlabeled = counts.slice();
    const unit = probabilities ? overPool(probabilities) : 1;
    this.#q = probabilities && Float64Array.from(probabilities, (probability) => probability / unit);
    const inverse = this.#q?.map((q) => 1 / q) ?? new Float64Array();
    this.meanWeight = this.#q ? overPool(inverse) : 1;
    const most = inverse.reduce((largest, u) => Math.max(largest, u), 0);
    const step = (most * ABOVE_MOST) / (WEIGHTED_LEVELS - 1);
    this.#inverse = inverse.map((u) => u / step);
    const steps = this.#q
      ? Float64Array.from({ length: WEIGHTED_LEVELS }, (_, level) => level * step)
      : unitLevels(UNIFORM_LEVELS);
    this.predicted = new Float64Array(counts.length);
    this.#kinds = new Uint32Array(mostLabels);
    this.#values = new Float64Array(mostLabels);
    this.#excess = new Float64Array(mostLabels);
    const side = (): RoundSide => ({ levels: new DrawnLevels(steps), scale: 1, level: 0, y: 0 });
    this.up = side();
    this.down = side();
  }

  get sumY(): number {
    return this.#sumY;
  }

  /** Back to no label. */
  clear(): void {
    this.#unlabeled.set(this.#counts);
    this.#labels = 0;
    this.#sumY = 0;
  }

  /** Takes in new predictions and their mean; gives back the list of those before, for others to come. */
  refit(predicted: Float64Array, meanPredicted: number): Float64Array {
    const before = this.predicted;
    this.predicted = predicted;
    this.#meanPredicted = meanPredicted;
    this.up.levels.clear();
    this.down.levels.clear();
    if (this.#q) this.#levelWeighted(this.#q);
    else this.#levelUniform();
    this.#residuals = 0;
    this.#tilted = 0;
    for (let label = 0; label < this.#labels; label++) this.#addResidual(label);
    return before;
  }

  #levelUniform(): void {
    const [predicted, items, counts] = [this.predicted, this.#counts, this.up.levels.counts];
    // Neighbors into lists of their own: adding to a number that was just written waits for it.
    const others = this.#others.fill(0);
    const even = predicted.length - (predicted.length % 2);
    for (let kind = 0; kind < even; kind += 2) {
      counts[(predicted[kind]! * TOP + 0.5) | 0]! += items[kind]!;
      others[(predicted[kind + 1]! * TOP + 0.5) | 0]! += items[kind + 1]!;
    }
    if (even < predicted.length) counts[(predicted[even]! * TOP + 0.5) | 0]! += items[even]!;
    for (let level = 0; level <= TOP; level++) counts[level]! += others[level]!;
    this.#meanRounded = counts.reduce((sum, count, level) => sum + count * level, 0) / TOP / this.#N;
    for (let label = 0; label < this.#labels; label++) counts[this.#upLevel(this.#kinds[label]!)]!--;
    for (let level = 0; level <= TOP; level++) {
      this.up.levels.mass[level] = counts[level]!;
      this.down.levels.mass[TOP - level] = counts[level]!;
      this.down.levels.counts[TOP - level] = counts[level]!;
    }
  }

  #levelWeighted(q: Float64Array): void {
    const [up, down, predicted, inverse, unlabeled] = [
      this.up.levels,
      this.down.levels,
      this.predicted,
      this.#inverse,
      this.#unlabeled,
    ];
    const [upMass, upCounts, downMass, downCounts] = [up.mass, up.counts, down.mass, down.counts];
    for (let kind = 0; kind < predicted.length; kind++) {
      const items = unlabeled[kind]!;
      if (items === 0) continue;
      const mass = items * q[kind]!;
      const upLevel = (predicted[kind]! * inverse[kind]! + 0.5) | 0;
      const downLevel = ((1 - predicted[kind]!) * inverse[kind]! + 0.5) | 0;
      upMass[upLevel]! += mass;
      upCounts[upLevel]! += items;
      downMass[downLevel]! += mass;
      downCounts[downLevel]! += items;
    }
    this.#meanRounded = this.#meanPredicted;
  }

  #upLevel(kind: number): number {
    return (this.predicted[kind]! * (this.#q ? this.#inverse[kind]! : TOP) + 0.5) | 0;
  }

  #downLevel(kind: number): number {
    return this.#q
      ? ((1 - this.predicted[kind]!) * this.#inverse[kind]! + 0.5) | 0
      : TOP - this.#upLevel(kind);
  }

  /** Mean over the pool by the last refit, corrected by the labels; there is at least one. */
  get correctedMean(): number {
    return this.#meanRounded + (this.#residuals + (this.#N - this.#labels) * this.#tilted) / this.#labels;
  }

  /** Makes `up` and `down` the sides of the draw of an item of this kind. */
  draw(kind: number, y: number): void {
    const { up, down } = this;
    const left = this.#N - this.#labels;
    let scale = 1;
    let weight = 1;
    if (this.#q) {
      scale = up.levels.total / left;
      weight = scale / this.#q[kind]!;
    }
    up.scale = scale;
    down.scale = scale;
    up.level = this.#upLevel(kind);
    down.level = this.#downLevel(kind);
    up.y = weight * y;
    down.y = weight * (1 - y);
    const label = this.#labels;
    this.#kinds[label] = kind;
    this.#values[label] = y;
    this.#excess[label] = left > 1 ? (weight - 1) / (left - 1) : 0;
  }

  /** The item drawn last is labeled from now on. */
  take(): void {
    const label = this.#labels++;
    const kind = this.#kinds[label]!;
    this.#sumY += this.#values[label]!;
    this.#unlabeled[kind]!--;
    const mass = this.#q ? this.#q[kind]! : 1;
    this.up.levels.remove(this.#upLevel(kind), mass);
    this.down.levels.remove(this.#downLevel(kind), mass);
    this.#addResidual(label);
  }

  #addResidual(label: number): void {
    const kind = this.#kinds[label]!;
    const told = this.#q ? this.predicted[kind]! : this.#upLevel(kind) / TOP;
    const residual = this.#values[label]! - told;
    this.#residuals += residual;
    this.#tilted += residual * this.#excess[label]!;
  }

  /** Mean over the pool by the last refit, its predictions not rounded, corrected by the labels. */
  get estimate(): number {
    return this.estimateBy(this.predicted, this.#meanPredicted);
  }

  /** The same by other predictions. */
  estimateBy(predicted: Float64Array, meanPredicted: number): number {
    const n = this.#labels;
    let sum = 0;
    for (let label = 0; label < n; label++) {
      const residual = this.#values[label]! - predicted[this.#kinds[label]!]!;
      sum += (1 + (this.#N - n) * this.#excess[label]!) * residual;
    }
    return meanPredicted + sum / n;
  }

  /** Mean square of the leave-one-out residuals of the labels, each times its item's weight at the first draw. */
  meanSquare(leftOut: Float64Array): number {
    const n = this.#labels;
    let sum = 0;
    for (let label = 0; label < n; label++) {
      const residual = this.#q ? leftOut[label]! / this.#q[this.#kinds[label]!]! : leftOut[label]!;
      sum += residual * residual;
    }
    return sum / n;
  }
}
