import { requireSameLength } from '../check.ts';
import { populationVariance } from '../numeric.ts';
import {
  BESIDE_CARRIED,
  CARRIED_PENALTY,
  CARRIED_SLOPE,
  CONSTANT_COLUMN_VARIANCE,
  MAIN_PENALTY,
  MAIN_SLOPE,
  OTHER_PENALTY,
} from './constants.ts';
import { standardized } from './signal-columns.ts';

/** Pools above this many items have columns of one byte an item. */
export const MOST_FLOAT_ITEMS = 200_000;

/** Largest code of a column of bytes. */
const MOST_CODE = 127;

/** What a signal is to the predictor; `Signals` of signal-columns.ts says what each kind means. */
const signalKinds = ['quality', 'other', 'carried', 'carried-single'] as const;
export type SignalKind = (typeof signalKinds)[number];

/** What a column is made of: a signal, the surrogate, or the mean of surrogate and quality signals. */
const columnKinds = ['carried', 'composite', 'surrogate', 'quality', 'other', 'carried-single'] as const;
type ColumnKind = (typeof columnKinds)[number];

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
  const ofKind = (kind: SignalKind) => signals.filter((one) => one.kind === kind);
  const rest = (kind: SignalKind) => ofKind(kind).flatMap((one) => frozen(one, kind, OTHER_PENALTY));
  const carried = ofKind('carried').flatMap((one) => frozen(one, 'carried', CARRIED_PENALTY));
  const sum = new StandardSum(surrogate.length);
  const own = { id: 'surrogate', name: 'Surrogate', values: surrogate };
  const main = frozen(own, 'surrogate', MAIN_PENALTY, sum);
  const quality = ofKind('quality').flatMap((one) => frozen(one, 'quality', OTHER_PENALTY, sum));
  const composite = { id: 'composite', name: 'Mean of surrogate and quality signals', values: sum.mean() };
  const slope = MAIN_SLOPE * (carried.length > 0 ? BESIDE_CARRIED : 1);
  return [
    ...carried.map((column) => ({ ...column, slope: CARRIED_SLOPE / carried.length })),
    ...[...frozen(composite, 'composite', MAIN_PENALTY), ...main].map((column) => ({ ...column, slope })),
    ...main.map((column) => ({ ...column, kind: 'quality' as const, penalty: OTHER_PENALTY })),
    ...quality,
    ...rest('other'),
    ...rest('carried-single'),
  ];
}

/** The column of a list, its slope still 0; none where the list is constant. */
function frozen(
  { id, name, values }: Pick<PoolSignal, 'id' | 'name' | 'values'>,
  kind: ColumnKind,
  penalty: number,
  sum?: StandardSum,
): FrozenColumn[] {
  const standard = standardized(values);
  if (!standard) return [];
  sum?.add(standard);
  return [{ id, name, kind, penalty, slope: 0, ...freezeValues(standard) }];
}

/** The mean over standardized lists, which are not kept. */
class StandardSum {
  readonly #sum: Float64Array;
  #count = 0;

  constructor(items: number) {
    this.#sum = new Float64Array(items);
  }

  add(values: Float64Array): void {
    this.#count += 1;
    for (let item = 0; item < values.length; item++) this.#sum[item] = this.#sum[item]! + values[item]!;
  }

  /** Zeros where there was none. */
  mean(): Float64Array {
    return this.#sum.map((sum) => sum / Math.max(this.#count, 1));
  }
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

/** Whether a list says the same of every item, so that no column comes of it. */
export const isConstant = (list: ArrayLike<number>): boolean =>
  list.length === 0 || !(populationVariance(list) > CONSTANT_COLUMN_VARIANCE);

/** The bytes of a column as they are stored and hashed: little-endian Float32, or one signed byte an item. */
export const bytesOf = ({ values }: Pick<FrozenValues, 'values'>): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
