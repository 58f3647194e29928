import { describe, expect, test } from 'vitest';
import { type Signals, signalColumns } from '../../../stats/index.ts';
import {
  BESIDE_CARRIED,
  CARRIED_PENALTY,
  CARRIED_SLOPE,
  MAIN_PENALTY,
  MAIN_SLOPE,
  OTHER_PENALTY,
} from '../../../stats/planned/constants.ts';
import { standardized } from '../../../stats/planned/signal-columns.ts';

const surrogate = [0, 0.5, 1, 0.5];
const rising = [1, 2, 3, 4];
const falling = [4, 4, 1, 1];
const flat = [7, 7, 7, 7];

test('a list has mean 0 and standard deviation 1, a constant one says nothing', () => {
  expect([...standardized(surrogate)!]).toEqual(
    [-Math.SQRT2, 0, Math.SQRT2, 0].map((x) => expect.closeTo(x, 12)),
  );
  expect([...standardized(falling)!]).toEqual([1, 1, -1, -1].map((x) => expect.closeTo(x, 12)));
  expect(standardized(flat)).toBeUndefined();
});

describe('the columns of the predictor', () => {
  const facts = (signals: Signals) =>
    signalColumns(signals).map(({ penalty, slope, unit }) => [penalty, slope, unit]);
  const main = (slope = MAIN_SLOPE) => [MAIN_PENALTY, slope, 1];
  const other = [OTHER_PENALTY, 0, 1];
  const carriedOf = (count: number) => [CARRIED_PENALTY, CARRIED_SLOPE / count, 1];

  test('stand in their order, with what is expected of each before any label', () => {
    expect(facts({ surrogate })).toEqual([main(), main(), other]);
    expect(facts({ surrogate, quality: [rising], other: [falling] })).toEqual([
      main(),
      main(),
      other,
      other,
      other,
    ]);
    for (const carried of [[rising], [rising, falling]])
      expect(facts({ surrogate, carried })).toEqual([
        ...carried.map(() => carriedOf(carried.length)),
        ...[main(MAIN_SLOPE * BESIDE_CARRIED), main(MAIN_SLOPE * BESIDE_CARRIED), other],
      ]);
    expect(facts({ surrogate, carriedSingle: [falling] })).toEqual([main(), main(), other, other]);
  });

  test('leave constant lists out, also the surrogate', () => {
    expect(
      facts({ surrogate, quality: [flat], other: [flat], carried: [flat], carriedSingle: [flat] }),
    ).toEqual(facts({ surrogate }));
    expect(signalColumns({ surrogate: [0.5, 0.5, 0.5, 0.5] })).toEqual([]);
    // Without a surrogate that says anything the composite is of the quality signals alone.
    const [composite, rest] = signalColumns({ surrogate: [0.5, 0.5, 0.5, 0.5], quality: [rising] });
    expect([composite!.penalty, rest!.penalty]).toEqual([MAIN_PENALTY, OTHER_PENALTY]);
    expect([...composite!.values]).toEqual([...rest!.values].map((x) => expect.closeTo(x, 12)));
  });

  test('begin with the standardized mean of surrogate and quality signals', () => {
    const [composite, own] = signalColumns({ surrogate, quality: [rising] });
    const [a, b] = [standardized(surrogate)!, standardized(rising)!];
    expect([...composite!.values]).toEqual(
      [...standardized(a.map((x, i) => (x + b[i]!) / 2))!].map((x) => expect.closeTo(x, 12)),
    );
    expect([...own!.values]).toEqual([...a]);
  });

  test('are all as long as the surrogate', () => {
    for (const name of ['quality', 'other', 'carried', 'carriedSingle'])
      expect(() => signalColumns({ surrogate, [name]: [[1, 2, 3]] })).toThrow(RangeError);
  });
});
