import { describe, expect, test } from 'vitest';
import {
  checkLevel,
  createRng,
  exactShare,
  judgeFigures,
  practiceHalf,
  uniformOpen,
  weightedKappa,
} from '../../../stats/index.ts';

const items = (count: number, perGroup = 1) =>
  Array.from({ length: count }, (_, item) => ({
    item,
    group: `g${Math.floor(item / perGroup)}`,
    value: (item * 7) % 5,
  }));

describe('practiceHalf', () => {
  test('takes half, with about as many of each value, the same by the same seed', () => {
    const all = items(100);
    const half = practiceHalf(all, 3);
    expect(half.size).toBe(50);
    expect(practiceHalf(all, 3)).toEqual(half);
    expect(practiceHalf(all, 4)).not.toEqual(half);
    for (const value of [0, 1, 2, 3, 4]) {
      const own = all.filter((one) => one.value === value);
      expect(own.filter(({ item }) => half.has(item)).length).toBe(10);
    }
  });

  test('keeps groups whole, and whatever must be practice', () => {
    const all = items(60, 3);
    const half = practiceHalf(all, 1, new Set([7]));
    for (const { item, group } of all) {
      const mates = all.filter((one) => one.group === group);
      expect(mates.every((mate) => half.has(mate.item) === half.has(item))).toBe(true);
    }
    expect([6, 7, 8].every((item) => half.has(item))).toBe(true);
  });

  test('an item is on either side with probability 1/2, also where their number is odd', () => {
    const all = items(7);
    const counts = all.map(() => 0);
    for (let seed = 0; seed < 2000; seed++) for (const item of practiceHalf(all, seed)) counts[item]!++;
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(110);
  });
});

test('levels of checks add up to alpha', () => {
  expect(checkLevel(1, 0.05)).toBeCloseTo(0.030396, 6);
  expect(checkLevel(3, 0.05)).toBeCloseTo(0.030396 / 9, 7);
  const sum = Array.from({ length: 100_000 }, (_, i) => checkLevel(i + 1, 0.05)).reduce((a, b) => a + b, 0);
  expect(sum).toBeLessThan(0.05);
  expect(sum).toBeGreaterThan(0.0499);
  expect(() => checkLevel(0, 0.05)).toThrow(RangeError);
});

describe('judgeFigures', () => {
  const scale = { min: 0, max: 1 };
  const pair = (a: number, b: number, weight = 1) => ({ a, b, weight });

  test('of yes and no: shares with their exact interval, kappa, and what is missing', () => {
    const pairs = [
      ...Array.from({ length: 20 }, () => pair(1, 1)),
      ...Array.from({ length: 5 }, () => pair(1, 0)),
      ...Array.from({ length: 12 }, () => pair(0, 0)),
      ...Array.from({ length: 3 }, () => pair(0, 1)),
    ];
    const found = judgeFigures(pairs, { scale, kind: 'yes-no', level: 0.03 });
    expect(found.agreement).toEqual({ value: 0.8, ...exactShare(32, 40, 0.03), reason: null });
    expect(found.sensitivity).toEqual({ value: 0.8, ...exactShare(20, 25, 0.03), reason: null });
    expect(found.specificity).toEqual({ value: 0.8, ...exactShare(12, 15, 0.03), reason: null });
    expect(found.kappa!.value).toBeCloseTo(weightedKappa(pairs, 'nominal')!, 12);
    expect(found.bias.value).toBeCloseTo(-2 / 40, 12);
    expect(found.distance.value).toBeCloseTo(8 / 40, 12);
    expect(found.worth.value).toBeGreaterThan(1);
    const few = judgeFigures(pairs.slice(0, 24), { scale, kind: 'yes-no', level: 0.03 });
    expect(few.specificity).toEqual({
      ...{ value: null, lower: null, upper: null },
      reason: 'not estimable: needs 8 labels that say no, and there are 0',
    });
    expect(few.kappa!.value).toBeCloseTo(0, 12);
    expect(few.kappa!.lower).toBeNull();
  });

  test('of conversations that are alike counts these, and says of too few that they are', () => {
    const of = (conversations: number) =>
      Array.from({ length: 10 * conversations }, (_, i) => ({
        ...pair(1, i % conversations < conversations / 4 ? 0 : 1),
        cluster: `${i % conversations}`,
      }));
    const many = judgeFigures(of(16), { scale, kind: 'yes-no', level: 0.05 });
    // Twelve of sixteen, not 120 of 160.
    const { lower, upper } = exactShare(12, 16, 0.05)!;
    expect(many.agreement.value).toBe(0.75);
    expect(many.agreement.lower).toBeLessThan(lower + 0.02);
    expect(many.agreement.upper).toBeGreaterThan(upper - 0.02);
    expect(many.bias.upper! - many.bias.lower!).toBeGreaterThan(0.4);
    const few = judgeFigures(of(5), { scale, kind: 'yes-no', level: 0.05 });
    const reason = 'no interval: needs 8 conversations or passages, and the labels are of 5';
    for (const one of [few.agreement, few.sensitivity!, few.bias, few.distance]) {
      expect(one).toMatchObject({ value: expect.any(Number), lower: null, upper: null, reason });
    }
  });

  test('of ratings: r, bias and distance; figures of practice labels have no interval', () => {
    const rng = createRng(5);
    const pairs = Array.from({ length: 60 }, () => {
      const a = 1 + Math.floor(5 * uniformOpen(rng));
      return pair(a, Math.min(5, a + Math.floor(2 * uniformOpen(rng))), 0.5 + uniformOpen(rng));
    });
    const asked = { scale: { min: 1, max: 5 }, kind: 'rating' as const };
    const found = judgeFigures(pairs, { ...asked, level: 0.05 });
    expect(found).toMatchObject({ sensitivity: null, specificity: null, kappa: null, items: 60 });
    expect(found.agreement.lower).toBeLessThan(found.agreement.value!);
    expect(found.bias.value).toBeCloseTo(found.distance.value!, 12);
    const narrower = judgeFigures(pairs, { ...asked, level: 0.2 });
    expect(narrower.agreement.lower).toBeGreaterThan(found.agreement.lower!);
    const practice = judgeFigures(pairs, { ...asked, level: null });
    expect(practice.agreement).toEqual({
      value: found.agreement.value,
      lower: null,
      upper: null,
      reason: null,
    });
  });

  test('of fewer than eight labels nothing is estimable', () => {
    const found = judgeFigures([pair(1, 1), pair(0, 0)], { scale, kind: 'yes-no', level: 0.05 });
    for (const { value, reason } of [
      found.agreement,
      found.bias,
      found.distance,
      found.kappa!,
      found.worth,
    ]) {
      expect([value, reason]).toEqual([null, expect.stringMatching(/^not estimable: needs /)]);
    }
  });
});
