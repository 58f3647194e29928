import { describe, expect, test } from 'vitest';
import { createRng, uniformOpen } from '../../../stats/index.ts';
import {
  bytesOf,
  freezeColumns,
  freezeValues,
  isConstant,
  MOST_FLOAT_ITEMS,
  type PoolSignal,
  type SignalKind,
} from '../../../stats/planned/frozen-columns.ts';
import { signalColumns } from '../../../stats/planned/signal-columns.ts';

const rng = createRng(3);
const random = (size: number) => Float32Array.from({ length: size }, () => uniformOpen(rng));
const signal = (id: string, kind: SignalKind, values: ArrayLike<number>): PoolSignal => ({
  id,
  name: id,
  kind,
  values,
});

describe('frozen columns', () => {
  const size = 50;
  const surrogate = Float64Array.from(random(size));
  const signals = [
    signal('q1', 'quality', random(size)),
    signal('o1', 'other', random(size)),
    signal('c1', 'carried', random(size)),
    signal('flat', 'quality', new Float32Array(size).fill(0.7)),
    signal('q2', 'quality', random(size)),
    signal('s1', 'carried-single', random(size)),
    signal('c2', 'carried', random(size)),
  ];
  const of = (kind: SignalKind) => signals.filter((one) => one.kind === kind).map(({ values }) => values);

  test.each([
    ['with labels carried over', () => true],
    ['without', (one: PoolSignal) => !one.kind.startsWith('carried')],
    ['with the surrogate alone', () => false],
  ])('are those of the predictor, %s, rounded to four bytes', (_, isUsed) => {
    const used = signals.filter(isUsed);
    const list = (kind: SignalKind) => of(kind).filter((values) => used.some((one) => one.values === values));
    const expected = signalColumns({
      surrogate,
      quality: list('quality'),
      other: list('other'),
      carried: list('carried'),
      carriedSingle: list('carried-single'),
    });
    const columns = freezeColumns(surrogate, used);
    expect(columns.map(({ penalty, slope }) => ({ penalty, slope }))).toEqual(
      expected.map(({ penalty, slope }) => ({ penalty, slope })),
    );
    expect(columns.map(({ values, unit }) => [unit, ...values])).toEqual(
      expected.map(({ values }) => [1, ...Float32Array.from(values)]),
    );
  });

  test('are named by what they are made of, and a constant list makes none', () => {
    expect(freezeColumns(surrogate, signals).map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'carried c1',
      'carried c2',
      'composite composite',
      'surrogate surrogate',
      'quality surrogate',
      'quality q1',
      'quality q2',
      'other o1',
      'carried-single s1',
    ]);
    expect(freezeColumns(new Float64Array(size).fill(0.5), []).map(({ id }) => id)).toEqual([]);
    expect(isConstant([0.1, 0.1, 0.1])).toBe(true);
    expect(isConstant([0.1, 0.1, 0.2])).toBe(false);
  });

  test('need as many values as the surrogate has', () => {
    expect(() => freezeColumns(surrogate, [signal('q', 'quality', random(3))])).toThrow(RangeError);
  });
});

describe('values of large pools', () => {
  const size = MOST_FLOAT_ITEMS + 1;
  const values = Float64Array.from({ length: size }, () => 6 * uniformOpen(rng) - 3);
  values[5] = -4;

  test('take one byte each, and are off by half a unit at most', () => {
    const { values: codes, unit } = freezeValues(values);
    expect(codes).toBeInstanceOf(Int8Array);
    expect(bytesOf({ values: codes })).toHaveLength(size);
    expect(unit).toBeCloseTo(4 / 127, 15);
    expect(codes[5]).toBe(-127);
    const off = values.reduce((most, value, i) => Math.max(most, Math.abs(value - codes[i]! * unit)), 0);
    expect(off).toBeLessThanOrEqual(unit / 2 + 1e-12);
  });

  test('up to two hundred thousand take four', () => {
    expect(freezeValues(values.subarray(0, MOST_FLOAT_ITEMS)).values).toBeInstanceOf(Float32Array);
    expect(bytesOf(freezeValues(Float64Array.of(1, -1)))).toEqual(
      Uint8Array.of(0, 0, 128, 63, 0, 0, 128, 191),
    );
  });
});
