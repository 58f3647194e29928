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

/** Pools above this many items have columns of one byte an item. */
export const MOST_FLOAT_ITEMS = 200_000;

/** Largest code of a column of bytes. */
const MOST_CODE = 127;

/** What a signal is to the predictor; `Signals` of signal-columns.ts says what each kind means. */
export const signalKinds = ['quality', 'other', 'carried', 'carried-single'] as const;
export type SignalKind = (typeof signalKinds)[number];

/** What a column is made of: a signal, the surrogate, or the mean of surrogate and quality signals. */
export const columnKinds = [
  'carried',
  'composite',
  'surrogate',
  'quality',
  'other',
  'carried-single',
] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** A number of every item of a pool, none missing, on any scale. */
export interface PoolSignal {
  readonly id: string;
  readonly name: string;
  readonly kind: SignalKind;
  readonly values: ArrayLike<number>;
}

/** Standardized values of a pool as they are kept: value = code * unit. */
export interface FrozenValues {
  /** Float32Array with unit 1; above `MOST_FLOAT_ITEMS` an Int8Array. */
  readonly values: Float32Array | Int8Array;
  readonly unit: number;
}

/** A column of the predictor as a study keeps it, whatever happens to the data. */
export interface FrozenColumn extends FrozenValues {
  /** That of its signal; `composite` and `surrogate` for the two that are made of the surrogate. */
  readonly id: string;
  readonly name: string;
  readonly kind: ColumnKind;
  readonly penalty: number;
  /** Slope before any label, in standard deviations of y. */
  readonly slope: number;
}

/**
 * The columns that `signalColumns` makes of the same lists, in its order, each made and rounded on its own: of N items and d
 * signals two lists of N doubles are held beside what is kept, not 2d.
 *
 * @param surrogate a guess of the human value of every item on its scale [0, 1], pool order
 * @throws RangeError when a list is empty or not as long as the surrogate's
 */
export function freezeColumns(surrogate: ArrayLike<number>, signals: readonly PoolSignal[]): FrozenColumn[] {
  for (const { values } of signals) requireSameLength(surrogate, values, 'Surrogate and signal');
  const of = (kind: SignalKind, penalty: number) =>
    signals.filter((one) => one.kind === kind).flatMap((one) => frozen(one, one.kind, penalty, 0));
  const carried = of('carried', CARRIED_PENALTY).map((column, _, all) => ({
    ...column,
    slope: CARRIED_SLOPE / all.length,
  }));
  const slope = MAIN_SLOPE * (carried.length > 0 ? BESIDE_CARRIED : 1);
  const own = { id: 'surrogate', name: 'Surrogate', values: surrogate };
  const good = signals.filter(({ kind }) => kind === 'quality');
  const sum = summed([surrogate, ...good.map(({ values }) => values)]);
  const composite = { id: 'composite', name: 'Mean of surrogate and quality signals', values: sum };
  return [
    ...carried,
    ...frozen(composite, 'composite', MAIN_PENALTY, slope),
    ...frozen(own, 'surrogate', MAIN_PENALTY, slope),
    ...frozen(own, 'quality', OTHER_PENALTY, 0),
    ...of('quality', OTHER_PENALTY),
    ...of('other', OTHER_PENALTY),
    ...of('carried-single', OTHER_PENALTY),
  ];
}

/** The column of a list; none where it is constant. */
function frozen(
  { id, name, values }: { id: string; name: string; values: ArrayLike<number> },
  kind: ColumnKind,
  penalty: number,
  slope: number,
): FrozenColumn[] {
  const standard = standardized(values);
  return standard ? [{ id, name, kind, penalty, slope, ...freezeValues(standard) }] : [];
}

/**
 * Standardized values in one or four bytes each. The largest error is half a unit in bytes, max|value| / 254, and 2^-24 of
 * the value in Float32.
 */
export function freezeValues(values: Float64Array): FrozenValues {
  if (values.length <= MOST_FLOAT_ITEMS) return { values: Float32Array.from(values), unit: 1 };
  let largest = 0;
  for (let item = 0; item < values.length; item++) largest = Math.max(largest, Math.abs(values[item]!));
  const unit = largest / MOST_CODE;
  return { values: Int8Array.from(values, (value) => Math.round(value / unit)), unit };
}

/** The mean over the standardized lists, constant ones left out; of none of them zeros. */
function summed(lists: readonly ArrayLike<number>[]): Float64Array {
  const sum = new Float64Array(lists[0]!.length);
  let count = 0;
  for (const list of lists) {
    const standard = standardized(list);
    if (!standard) continue;
    count += 1;
    for (let item = 0; item < sum.length; item++) sum[item] = sum[item]! + standard[item]!;
  }
  for (let item = 0; item < sum.length; item++) sum[item] = sum[item]! / Math.max(count, 1);
  return sum;
}

/** Mean 0 and standard deviation 1 with divisor N; undefined for a constant list. */
function standardized(list: ArrayLike<number>): Float64Array | undefined {
  const center = mean(list);
  const variance = populationVariance(list);
  if (!(variance > CONSTANT_COLUMN_VARIANCE)) return undefined;
  const spread = Math.sqrt(variance);
  const values = new Float64Array(list.length);
  for (let item = 0; item < values.length; item++) values[item] = (list[item]! - center) / spread;
  return values;
}

/** Whether a list says the same of every item, so that no column comes of it. */
export const isConstant = (list: ArrayLike<number>): boolean =>
  list.length === 0 || !(populationVariance(list) > CONSTANT_COLUMN_VARIANCE);

/** The bytes of a column as they are stored and hashed: little-endian Float32, or one signed byte an item. */
export const bytesOf = ({ values }: Pick<FrozenValues, 'values'>): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
