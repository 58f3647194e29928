import { describe, expect, test } from 'vitest';
import { createRng, meanInterval, preferenceLength, uniformOpen } from '../../../stats/index.ts';

const pair = (a: number, b: number, weight = 1) => ({ a, b, weight });

describe('length bias of preferences', () => {
  test('by hand: the share of wins of the longer reply, ties half, and the line at equal length', () => {
    // The longer reply wins 6 of 10, ties 2 and loses 2: (6 + 1)/10.
    const outcomes = [1, 1, 1, 1, 1, 1, 0.5, 0.5, 0, 0];
    const pairs = outcomes.map((won, i) => (i % 2 === 0 ? pair(0.5, won) : pair(-0.5, 1 - won)));
    const found = preferenceLength(pairs)!;
    expect(found.items).toBe(10);
    expect(found.longer.value).toBeCloseTo(0.7, 12);
    const ends = meanInterval(
      outcomes.map((value) => ({ value, weight: 1 })),
      { lowest: 0, highest: 1 },
    )!;
    expect(found.longer.lower).toBeCloseTo(ends.lower, 12);
    expect(found.longer.upper).toBeCloseTo(ends.upper, 12);
    // Five of each sign: the intercept is the mean of their means.
    const mean = (sign: number) => {
      const some = pairs.filter(({ a }) => Math.sign(a) === sign);
      return some.reduce((sum, { b }) => sum + b, 0) / some.length;
    };
    expect(found.atEqualLength!.value).toBeCloseTo((mean(1) + mean(-1)) / 2, 12);
  });

  test('a system that wins by length alone is no better at equal length, and one that is better stays so', () => {
    const rng = createRng(4);
    const cases = (quality: number, bias: number) =>
      Array.from({ length: 400 }, () => {
        const a = 0.6 + (uniformOpen(rng) - 0.5);
        return pair(a, uniformOpen(rng) < 0.5 + quality + bias * a ? 1 : 0, 0.5 + uniformOpen(rng));
      });
    const byLength = preferenceLength(cases(0, 0.4))!;
    expect(byLength.longer.value).toBeGreaterThan(0.65);
    expect(byLength.atEqualLength!.lower).toBeLessThan(0.5);
    expect(byLength.atEqualLength!.upper).toBeGreaterThan(0.5);
    const better = preferenceLength(cases(0.3, 0))!;
    expect(better.atEqualLength!.value).toBeCloseTo(0.8, 1);
  });

  test('weights move both, and the interval is that of the effective number', () => {
    const light = Array.from({ length: 12 }, (_, i) => pair(1 + i / 100, i % 2, i % 2 === 0 ? 3 : 1));
    const found = preferenceLength(light)!;
    expect(found.longer.value).toBeCloseTo(0.25, 12);
    const even = preferenceLength(light.map((one) => ({ ...one, weight: 1 })))!;
    expect(even.longer.value).toBeCloseTo(0.5, 12);
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(width(found.longer)).toBeGreaterThan(width(preferenceLength([...light, ...light])!.longer));
  });

  test('counts no more labels than carry the win rate at equal length', () => {
    // Six of sixty are shorter, and say nearly alone how it is between: their leverage is that of seven.
    const far = Array.from({ length: 60 }, (_, i) =>
      pair(i % 10 === 0 ? -0.7 : 1.3, i % 20 === 0 || i % 10 > 0 ? 1 : 0),
    );
    const { value, lower, upper } = preferenceLength(far)!.atEqualLength!;
    expect(value).toBeCloseTo(0.675, 2);
    expect(upper - lower).toBeGreaterThan(0.62);
  });

  test('says nothing of few items, equal lengths, or one ratio', () => {
    const same = Array.from({ length: 20 }, (_, i) => pair(0, i % 2));
    expect(preferenceLength(same)).toBeUndefined();
    expect(preferenceLength([...same, pair(1, 1)])).toBeUndefined();
    const oneRatio = preferenceLength(Array.from({ length: 20 }, (_, i) => pair(0.7, i % 2)))!;
    expect(oneRatio.atEqualLength).toBeUndefined();
    expect(() => preferenceLength([pair(1, 2)])).toThrow(RangeError);
  });

  test('coverage of both intervals over seeded samples is about what they say', () => {
    const rng = createRng(9);
    const all = Array.from({ length: 2000 }, () => {
      const a = 2 * (uniformOpen(rng) - 0.3);
      return pair(a, uniformOpen(rng) < 0.55 + 0.15 * a ? 1 : 0);
    });
    const truth = preferenceLength(all)!;
    let [longer, equal] = [0, 0];
    for (let run = 0; run < 300; run++) {
      const sample = Array.from({ length: 60 }, () => all[Math.floor(uniformOpen(rng) * all.length)]!);
      const found = preferenceLength(sample)!;
      const holds = (one: { lower: number; upper: number }, value: number) =>
        one.lower <= value && value <= one.upper;
      if (holds(found.longer, truth.longer.value)) longer += 1;
      if (holds(found.atEqualLength!, truth.atEqualLength!.value)) equal += 1;
    }
    expect(longer / 300).toBeGreaterThan(0.91);
    expect(equal / 300).toBeGreaterThan(0.91);
  });
});
