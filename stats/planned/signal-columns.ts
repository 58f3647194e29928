import { requireSameLength } from '../check.ts';
import { mean, populationVariance } from '../numeric.ts';
import {
  BESIDE_CARRIED,
  CARRIED_PENALTY,
  CARRIED_SLOPE,
  CONSTANT_COLUMN_VARIANCE,
  MAIN_PENALTY,
  MAIN_SLOPE,
  OTHER_PENALTY,
} from './constants.ts';

/** What is known of every item before the draw. Every list has one value an item, none missing. */
export interface Signals {
  /** The surrogate: a guess of the human value on its scale [0, 1]. */
  readonly surrogate: ArrayLike<number>;
  /** Scores of which more is better, on any scale. */
  readonly quality?: readonly ArrayLike<number>[];
  /** Other numbers: lengths, counts. */
  readonly other?: readonly ArrayLike<number>[];
  /** Carried labels, summed up: their mean, and their mean weighted by the likeness of the replies. */
  readonly carried?: readonly ArrayLike<number>[];
  /** Carried labels of one other system each. */
  readonly carriedSingle?: readonly ArrayLike<number>[];
}

/** One column of the predictor. */
export interface SignalColumn {
  /** Times `unit`: standardized over the pool, mean 0 and standard deviation 1 with divisor N. */
  readonly values: Float64Array | Float32Array | Int8Array;
  /** What a stored number stands for: 1 unless the values are stored as small integers. */
  readonly unit: number;
  /** Penalty of the ridge. */
  readonly penalty: number;
  /** Slope before any label, in standard deviations of y. */
  readonly slope: number;
}

/**
 * The columns of the predictor, in their fixed order: carried labels summed up, the composite (the standardized mean of
 * surrogate and quality signals), the surrogate, the quality signals (the surrogate first, once more, free of its prior
 * slope), other signals, carried labels one by one. A constant column is dropped.
 *
 * @throws RangeError when a list is empty or not as long as the surrogate's
 */
export function signalColumns(signals: Signals): SignalColumn[] {
  const { surrogate, quality = [], other = [], carried = [], carriedSingle = [] } = signals;
  for (const list of [...quality, ...other, ...carried, ...carriedSingle]) {
    requireSameLength(surrogate, list, 'Surrogate and signal');
  }
  const main = standardizedOf([surrogate]);
  const good = [...main, ...standardizedOf(quality)];
  const composite = good.length > 0 ? standardizedOf([meanOf(good)]) : [];
  const summed = standardizedOf(carried);
  const shrunk = MAIN_SLOPE * (summed.length > 0 ? BESIDE_CARRIED : 1);
  const rest = [...good, ...standardizedOf(other), ...standardizedOf(carriedSingle)];
  return [
    ...summed.map((values) => columnOf(values, CARRIED_PENALTY, CARRIED_SLOPE / summed.length)),
    ...[...composite, ...main].map((values) => columnOf(values, MAIN_PENALTY, shrunk)),
    ...rest.map((values) => columnOf(values, OTHER_PENALTY, 0)),
  ];
}

const columnOf = (values: Float64Array, penalty: number, slope: number): SignalColumn => ({
  values,
  unit: 1,
  penalty,
  slope,
});

function standardizedOf(lists: readonly ArrayLike<number>[]): Float64Array[] {
  return lists.map(standardized).filter((column) => column !== undefined);
}

/** Mean 0 and standard deviation 1 with divisor N; undefined for a constant list. */
export function standardized(list: ArrayLike<number>): Float64Array | undefined {
  const variance = populationVariance(list);
  if (!(variance > CONSTANT_COLUMN_VARIANCE)) return undefined;
  const center = mean(list);
  const spread = Math.sqrt(variance);
  const values = new Float64Array(list.length);
  for (let item = 0; item < values.length; item++) values[item] = (list[item]! - center) / spread;
  return values;
}

function meanOf(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(
    columns[0]!,
    (_, item) => columns.reduce((sum, column) => sum + column[item]!, 0) / columns.length,
  );
}
