import { clip } from '../numeric.ts';
import { GATE_FROM, GATE_ODDS } from '../planned/constants.ts';
import type { RidgePrior } from '../planned/gated-ridge.ts';
import type { SignalColumn } from '../planned/signal-columns.ts';

type Values = SignalColumn['values'];

/** As in `gated-ridge.ts`. */
const SPREAD_PRIOR = 2;
const GATE_SLACK = 0.1;
const MOST_EVIDENCE = 30;
const LEAST_LEFT_OUT = 0.05;

/**
 * `gatedRidge` for simulations: the same fit, to rounding, with the centered sums of squares and products brought up to date
 * label by label (Welford, 1962) instead of made anew, and nothing allocated.
 */
export class GrowingRidge {
  readonly #columns: readonly SignalColumn[];
  readonly #counts: Int32Array;
  readonly #poolSize: number;
  readonly #prior: RidgePrior;
  readonly #size: number;
  /** Values of the labeled items, a row each, their means, and the prior slopes in standard deviations of y. */
  readonly #rows: Float64Array;
  readonly #means: Float64Array;
  readonly #prefer: Float64Array;
  /** Lower triangle of X'X, row by row, X'y, X'X times the prior slopes, and the Cholesky factor. */
  readonly #scatter: Float64Array;
  readonly #products: Float64Array;
  readonly #preferred: Float64Array;
  readonly #factor: Float64Array;
  readonly #row: Float64Array;
  readonly #values: Float64Array;
  #sum = 0;
  #center = 0;
  #squares = 0;
  #fitted = -1;
  labels = 0;
  /** The fit: see `Ridge`; of `leftOut` the first `labels` places count, none below two labels. */
  readonly slopes: Float64Array;
  readonly leftOut: Float64Array;
  intercept = 0;
  gate = 1;

  /**
   * @param columns of the kinds of items, see `kindsOf`
   * @param counts items of each kind
   * @param mostLabels longest list of labels
   */
  constructor(columns: readonly SignalColumn[], counts: Int32Array, prior: RidgePrior, mostLabels: number) {
    const size = columns.length;
    this.#columns = columns;
    this.#counts = counts;
    this.#poolSize = counts.reduce((sum, count) => sum + count, 0);
    this.#prior = prior;
    this.#size = size;
    this.#rows = new Float64Array(mostLabels * size);
    this.#means = new Float64Array(size);
    this.#prefer = Float64Array.from(columns, ({ slope }) => slope);
    this.#scatter = new Float64Array((size * (size + 1)) / 2);
    this.#products = new Float64Array(size);
    this.#preferred = new Float64Array(size);
    this.#factor = new Float64Array(this.#scatter.length);
    this.#row = new Float64Array(size);
    this.#values = new Float64Array(mostLabels);
    this.slopes = new Float64Array(size);
    this.leftOut = new Float64Array(mostLabels);
  }

  /** Back to no label. */
  clear(): void {
    this.labels = 0;
    this.#sum = 0;
    this.#center = 0;
    this.#squares = 0;
    this.#fitted = -1;
    for (const sums of [this.#means, this.#scatter, this.#products, this.#preferred]) sums.fill(0);
  }

  /** Takes in the label of an item of this kind. */
  add(kind: number, y: number): void {
    const [n, size, rows, row] = [this.labels, this.#size, this.#rows, this.#row];
    const weight = n / (n + 1);
    const surprise = y - this.#center;
    let told = 0;
    for (let k = 0; k < size; k++) {
      const { values, unit } = this.#columns[k]!;
      const value = unit * values[kind]!;
      rows[n * size + k] = value;
      row[k] = value - this.#means[k]!;
      this.#means[k]! += row[k]! / (n + 1);
      told += row[k]! * this.#prefer[k]!;
    }
    for (let k = 0, at = 0; k < size; k++) {
      const scaled = weight * row[k]!;
      for (let j = 0; j <= k; j++) this.#scatter[at++]! += scaled * row[j]!;
      this.#products[k]! += scaled * surprise;
      this.#preferred[k]! += scaled * told;
    }
    this.#squares += weight * surprise * surprise;
    this.#values[n] = y;
    this.#sum += y;
    this.labels = n + 1;
    this.#center = this.#sum / this.labels;
  }

  /** Fits to the labels so far, unless that was done. */
  fit(): void {
    if (this.#fitted === this.labels) return;
    this.#fitted = this.labels;
    if (this.labels < 2) this.#start();
    else {
      const spread = Math.sqrt(
        (this.#squares + SPREAD_PRIOR * this.#prior.variance) / (this.labels + SPREAD_PRIOR),
      );
      this.#solve(spread);
      this.#leaveOut();
      this.#close(spread);
    }
  }

  #start(): void {
    const spread = Math.sqrt(this.#prior.variance);
    let told = 0;
    for (let k = 0; k < this.#size; k++) {
      this.slopes[k] = spread * this.#prefer[k]!;
      if (this.labels === 1) told += this.slopes[k]! * this.#rows[k]!;
    }
    const { mean } = this.#prior;
    this.intercept = this.labels === 0 ? mean : clip((2 * mean + this.#sum - told) / 3, 0, 1);
    this.gate = 1;
  }

  /** b = b0 + (X'X + diag(penalty))^-1 X'(y - X b0). */
  #solve(spread: number): void {
    const [size, factor, slopes] = [this.#size, this.#factor, this.slopes];
    for (let k = 0, start = 0; k < size; start += ++k) {
      for (let j = 0, other = 0; j <= k; other += ++j) {
        let left = this.#scatter[start + j]!;
        if (j === k) left += this.#columns[k]!.penalty;
        for (let i = 0; i < j; i++) left -= factor[start + i]! * factor[other + i]!;
        factor[start + j] = j === k ? Math.sqrt(left) : left / factor[other + j]!;
      }
    }
    for (let k = 0, start = 0; k < size; start += ++k) {
      let left = this.#products[k]! - spread * this.#preferred[k]!;
      for (let j = 0; j < k; j++) left -= factor[start + j]! * slopes[j]!;
      slopes[k] = left / factor[start + k]!;
    }
    for (let k = size - 1, start = (size * (size - 1)) / 2; k >= 0; start -= k--) {
      slopes[k]! /= factor[start + k]!;
      for (let j = 0; j < k; j++) slopes[j]! -= factor[start + j]! * slopes[k]!;
    }
    for (let k = 0; k < size; k++) slopes[k]! += spread * this.#prefer[k]!;
  }

  /** Residuals over 1 - leverage - 1/n, the leverage as the square of L^-1 x. */
  #leaveOut(): void {
    const [n, size, factor, row] = [this.labels, this.#size, this.#factor, this.#row];
    for (let label = 0; label < n; label++) {
      let residual = this.#values[label]! - this.#center;
      let leverage = 0;
      for (let k = 0, start = 0; k < size; start += ++k) {
        const value = this.#rows[label * size + k]! - this.#means[k]!;
        residual -= this.slopes[k]! * value;
        let left = value;
        for (let j = 0; j < k; j++) left -= factor[start + j]! * row[j]!;
        left /= factor[start + k]!;
        row[k] = left;
        leverage += left * left;
      }
      this.leftOut[label] = residual / Math.max(1 - leverage - 1 / n, LEAST_LEFT_OUT);
    }
  }

  /** Weighs slopes and residuals by the gate, and sets the intercept. */
  #close(spread: number): void {
    const n = this.labels;
    const plain = n / (n - 1);
    let own = GATE_SLACK * spread * spread;
    let others = own;
    for (let label = 0; label < n; label++) {
      own += this.leftOut[label]! ** 2;
      others += (plain * (this.#values[label]! - this.#center)) ** 2;
    }
    const evidence = clip((n / 2) * Math.log(own / others), -MOST_EVIDENCE, MOST_EVIDENCE);
    this.gate = this.#size === 0 ? 0 : n < GATE_FROM ? 1 : GATE_ODDS / (GATE_ODDS + Math.exp(evidence));
    let told = 0;
    for (let k = 0; k < this.#size; k++) {
      this.slopes[k]! *= this.gate;
      told += this.#means[k]! * this.slopes[k]!;
    }
    for (let label = 0; label < n; label++) {
      const mean = plain * (this.#values[label]! - this.#center);
      this.leftOut[label] = this.gate * this.leftOut[label]! + (1 - this.gate) * mean;
    }
    this.intercept = this.#size === 0 ? this.#center : clip(this.#center - told, 0, 1);
  }

  /**
   * Predictions for all kinds, as `predictions`, four columns in one pass.
   *
   * @param predicted receives them, one for each kind
   * @returns their mean over the pool
   */
  predict(predicted: Float64Array): number {
    const size = this.#columns.length;
    if (size === 0) {
      predicted.fill(this.intercept);
      return this.intercept;
    }
    if (size <= 4) return this.#predictFew(predicted);
    predicted.fill(this.intercept);
    let k = 0;
    for (; k + 4 < size; k += 4) this.#addFour(predicted, k);
    return this.#addLast(predicted, k);
  }

  #addFour(predicted: Float64Array, k: number): void {
    const [a, b, c, d] = this.#four(k);
    const [sa, sb, sc, sd] = [this.#scaled(k), this.#scaled(k + 1), this.#scaled(k + 2), this.#scaled(k + 3)];
    for (let kind = 0; kind < predicted.length; kind++) {
      predicted[kind]! += sa * a[kind]! + sb * b[kind]! + (sc * c[kind]! + sd * d[kind]!);
    }
  }

  /** The same with what is left of the columns, from one to four, and the sum of what is then moved into [0, 1]. */
  #addLast(predicted: Float64Array, k: number): number {
    const [a, b, c, d] = this.#four(k);
    const [sa, sb, sc, sd] = [this.#scaled(k), this.#scaled(k + 1), this.#scaled(k + 2), this.#scaled(k + 3)];
    const counts = this.#counts;
    let sum = 0;
    for (let kind = 0; kind < predicted.length; kind++) {
      const value = predicted[kind]! + (sa * a[kind]! + sb * b[kind]! + (sc * c[kind]! + sd * d[kind]!));
      const moved = value < 0 ? 0 : value > 1 ? 1 : value;
      predicted[kind] = moved;
      sum += counts[kind]! * moved;
    }
    return sum / this.#poolSize;
  }

  /** The same where these are all columns. */
  #predictFew(predicted: Float64Array): number {
    const [a, b, c, d] = this.#four(0);
    const [sa, sb, sc, sd] = [this.#scaled(0), this.#scaled(1), this.#scaled(2), this.#scaled(3)];
    const { intercept } = this;
    const counts = this.#counts;
    let sum = 0;
    for (let kind = 0; kind < predicted.length; kind++) {
      const value = intercept + (sa * a[kind]! + sb * b[kind]! + (sc * c[kind]! + sd * d[kind]!));
      const moved = value < 0 ? 0 : value > 1 ? 1 : value;
      predicted[kind] = moved;
      sum += counts[kind]! * moved;
    }
    return sum / this.#poolSize;
  }

  /** Values of four columns; the last one again where there are fewer, which then counts for nothing. */
  #four(k: number): [Values, Values, Values, Values] {
    const at = (i: number) => this.#columns[Math.min(i, this.#columns.length - 1)]!.values;
    return [at(k), at(k + 1), at(k + 2), at(k + 3)];
  }

  #scaled(k: number): number {
    return k < this.#columns.length ? this.#columns[k]!.unit * this.slopes[k]! : 0;
  }
}
