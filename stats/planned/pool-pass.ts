import { clip, countedMean } from '../numeric.ts';
import { UNIFORM_LEVELS, WEIGHTED_LEVELS } from './constants.ts';
import type { Ridge } from './gated-ridge.ts';
import type { LevelRecord } from './predictor-record.ts';
import type { SignalColumn } from './signal-columns.ts';

/** What a refit has to go through the whole pool with. It holds lists alone, so that it can be sent to another thread. */
export interface PassRequest {
  /** Labels that the predictor is fitted to. */
  readonly labels: number;
  /** Items that are known. */
  readonly size: number;
  readonly columns: readonly Pick<SignalColumn, 'values' | 'unit'>[];
  readonly ridge: Pick<Ridge, 'slopes' | 'intercept'>;
  /** Positions of the labeled items, which lie on no level. */
  readonly items: ArrayLike<number>;
  /** How many items of the pool each one that is known stands for; one where it is left out. */
  readonly counts?: Float64Array;
  /** Of a weighted draw: probabilities with mean 1 over the pool, and the distance of two levels. */
  readonly weights?: { readonly q: Float64Array; readonly step: number };
}

/** What it comes back with: the prediction and the level of every item, and what lies on each level. */
export interface PoolPass {
  readonly predicted: Float64Array;
  readonly mean: number;
  readonly up: LevelPass;
  /** Levels of 1 - prediction; absent on uniform draws, where they are the others turned round. */
  readonly down?: LevelPass;
}

interface LevelPass extends LevelRecord {
  /** Level of every item. */
  readonly levels: Uint8Array;
}

/** Items that are predicted at a time: few enough to stay in the nearest cache for all columns. */
const BLOCK = 2048;

/** The one part of a refit that depends on N: O(N d). The same request gives the same bits in every thread. */
export function poolPass({ size, columns, ridge, items, counts, weights }: PassRequest): PoolPass {
  const predicted = predictions(ridge, columns, size);
  const pooled = countedMean(predicted, counts);
  const left = unlabeled(size, items, counts);
  if (weights) return { predicted, mean: pooled, ...weightedLevels(predicted, left, weights) };
  return { predicted, mean: pooled, up: uniformLevels(predicted, left) };
}

/** Unlabeled items that each one that is known stands for. */
type Left = Float64Array | Uint8Array;

function unlabeled(size: number, items: ArrayLike<number>, counts?: Float64Array): Left {
  const left = counts ? Float64Array.from(counts) : new Uint8Array(size).fill(1);
  for (let i = 0; i < items.length; i++) left[items[i]!] = left[items[i]!]! - 1;
  return left;
}

/**
 * Predictions for every item of the pool, each in [0, 1].
 *
 * @param size items of the pool
 */
export function predictions(
  { slopes, intercept }: PassRequest['ridge'],
  columns: PassRequest['columns'],
  size: number,
): Float64Array {
  const predicted = new Float64Array(size).fill(intercept);
  const units = columns.map(({ unit }, k) => slopes[k]! * unit);
  const values = columns.map((column) => column.values);
  const inFours = columns.length - (columns.length % 4);
  for (let from = 0; from < size; from += BLOCK) {
    const to = Math.min(from + BLOCK, size);
    for (let k = 0; k < inFours; k += 4) addFour(predicted, values, units, k, from, to);
    for (let k = inFours; k < columns.length; k++) addColumn(predicted, values[k]!, units[k]!, from, to);
    for (let item = from; item < to; item++) predicted[item] = clip(predicted[item]!, 0, 1);
  }
  return predicted;
}

/** Columns whose cells are read side by side. */
const AT_ONCE = 4;

/**
 * Predictions of one pool by one predictor after another, to the bits of `predictions` and of their mean in a third of the
 * time: one list is written anew each time. Columns of zeros fill up the last four, which change no sum.
 */
export class RepeatedPredictions {
  /** Those of the last predictor, each in [0, 1]. */
  readonly predicted: Float64Array;
  /** Their mean over the pool. */
  mean = 0;
  readonly #columns: readonly Float64Array[];
  readonly #units: readonly number[];

  /** @param size items of the pool, at least 1 */
  constructor(columns: PassRequest['columns'], size: number) {
    this.predicted = new Float64Array(size);
    const missing = columns.length === 0 ? AT_ONCE : (AT_ONCE - (columns.length % AT_ONCE)) % AT_ONCE;
    const zeros = new Float64Array(missing > 0 ? size : 0);
    const empty = new Array<Float64Array>(missing).fill(zeros);
    this.#columns = [...columns.map(({ values }) => Float64Array.from(values)), ...empty];
    this.#units = columns.map(({ unit }) => unit);
  }

  /** Columns of the predictors. */
  get width(): number {
    return this.#units.length;
  }

  /** Predicts every item, and sums up. */
  by({ slopes, intercept }: PassRequest['ridge']): void {
    const { predicted } = this;
    const columns = this.#columns;
    const units = columns.map((_, k) => (k < this.#units.length ? slopes[k]! * this.#units[k]! : 0));
    const last = columns.length - AT_ONCE;
    const sum = new Float64Array(2);
    for (let from = 0; from < predicted.length; from += BLOCK) {
      const to = Math.min(from + BLOCK, predicted.length);
      predicted.fill(intercept, from, to);
      for (let k = 0; k < last; k += AT_ONCE) addFourOfOneKind(predicted, columns, units, k, from, to);
      addLastFour(predicted, columns.slice(last), units.slice(last), sum, from, to);
    }
    this.mean = (sum[0]! + sum[1]!) / predicted.length;
  }
}

/** As `addFour`, apart from it: of lists of one kind alone it is compiled to code that is three times as fast. */
function addFourOfOneKind(
  predicted: Float64Array,
  columns: readonly Float64Array[],
  units: readonly number[],
  k: number,
  from: number,
  to: number,
): void {
  const [a, b, c, d] = [columns[k]!, columns[k + 1]!, columns[k + 2]!, columns[k + 3]!];
  const [ua, ub, uc, ud] = [units[k]!, units[k + 1]!, units[k + 2]!, units[k + 3]!];
  for (let i = from; i < to; i++) {
    predicted[i] = predicted[i]! + ua * a[i]! + ub * b[i]! + uc * c[i]! + ud * d[i]!;
  }
}

/** Adds four columns, clips to [0, 1], and adds what comes out to a sum and to what it lost, as `compensatedSum` does. */
function addLastFour(
  predicted: Float64Array,
  [a, b, c, d]: readonly Float64Array[],
  [ua, ub, uc, ud]: readonly number[],
  sums: Float64Array,
  from: number,
  to: number,
): void {
  let sum = sums[0]!;
  let lost = sums[1]!;
  for (let i = from; i < to; i++) {
    const told = predicted[i]! + ua! * a![i]! + ub! * b![i]! + uc! * c![i]! + ud! * d![i]!;
    const term = Math.min(Math.max(told, 0), 1);
    predicted[i] = term;
    const next = sum + term;
    lost += sum >= term ? sum - next + term : term - next + sum;
    sum = next;
  }
  sums[0] = sum;
  sums[1] = lost;
}

type Values = SignalColumn['values'];

/** Four columns, one after the other for every item, as `addColumn` adds them: to the same bits in half the time. */
function addFour(
  predicted: Float64Array,
  values: readonly Values[],
  units: readonly number[],
  k: number,
  from: number,
  to: number,
): void {
  const [a, b, c, d] = [values[k]!, values[k + 1]!, values[k + 2]!, values[k + 3]!];
  const [ua, ub, uc, ud] = [units[k]!, units[k + 1]!, units[k + 2]!, units[k + 3]!];
  for (let i = from; i < to; i++) {
    predicted[i] = predicted[i]! + ua * a[i]! + ub * b[i]! + uc * c[i]! + ud * d[i]!;
  }
}

function addColumn(predicted: Float64Array, values: Values, unit: number, from: number, to: number): void {
  for (let i = from; i < to; i++) predicted[i] = predicted[i]! + unit * values[i]!;
}

function uniformLevels(predicted: Float64Array, left: Left): LevelPass {
  const levels = new Uint8Array(predicted.length);
  const counts = new Array<number>(UNIFORM_LEVELS).fill(0);
  for (let item = 0; item < levels.length; item++) {
    const level = Math.floor(predicted[item]! * (UNIFORM_LEVELS - 1) + 0.5);
    levels[item] = level;
    counts[level]! += left[item]!;
  }
  return { levels, counts };
}

function weightedLevels(
  predicted: Float64Array,
  left: Left,
  { q, step }: NonNullable<PassRequest['weights']>,
): { up: LevelPass; down: LevelPass } {
  const none = () => new Array<number>(WEIGHTED_LEVELS).fill(0);
  const of = () => ({ levels: new Uint8Array(predicted.length), counts: none(), masses: none() });
  const [up, down] = [of(), of()];
  const put = ({ levels, counts, masses }: ReturnType<typeof of>, item: number, value: number) => {
    const level = Math.floor(value / q[item]! / step + 0.5);
    levels[item] = level;
    if (left[item] === 0) return;
    counts[level]! += left[item]!;
    masses[level]! += left[item]! * q[item]!;
  };
  for (let item = 0; item < predicted.length; item++) {
    put(up, item, predicted[item]!);
    put(down, item, 1 - predicted[item]!);
  }
  return { up, down };
}
