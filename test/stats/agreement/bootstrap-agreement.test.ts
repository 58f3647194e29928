import { expect, test } from 'vitest';
import { bootstrapAgreement, createRng, krippendorffAlpha, uniformOpen } from '../../../stats/index.ts';

const how = { seed: 7, resamples: 400, alpha: 0.05 };
const alphaOf = (units: readonly (readonly number[])[]) => krippendorffAlpha(units, 'nominal');

/** Two annotators of binary items who agree with probability `agreement`, else flip a coin. */
function units(seed: number, count: number, agreement: number): number[][] {
  const rng = createRng(seed);
  return Array.from({ length: count }, () => {
    const first = uniformOpen(rng) < 0.5 ? 0 : 1;
    const copies = uniformOpen(rng) < agreement;
    return [first, copies ? first : uniformOpen(rng) < 0.5 ? 0 : 1];
  });
}

test('the same seed gives the same bits, another seed another interval', () => {
  const items = units(1, 60, 0.7);
  const once = bootstrapAgreement(alphaOf, items, how);
  expect(bootstrapAgreement(alphaOf, items, how)).toEqual(once);
  expect(bootstrapAgreement(alphaOf, items, { ...how, seed: 8 })).not.toEqual(once);
});

test('the mean of ten values has the quantiles of its resamples around it', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const found = bootstrapAgreement((list) => list.reduce((sum, v) => sum + v, 0) / list.length, values, {
    ...how,
    resamples: 4000,
  });
  // The mean of n draws with replacement has standard deviation sqrt(8.25/10) = 0.908.
  expect('lower' in found && found.lower).toBeCloseTo(5.5 - 1.96 * 0.908, 0);
  expect('upper' in found && found.upper).toBeCloseTo(5.5 + 1.96 * 0.908, 0);
});

test('the ends are the quantiles of alpha/2 and 1 - alpha/2 over the resamples that are defined', () => {
  // 97 is prime to 101: the values 1 to 100 in another order; those of 98 and more cannot be told.
  let call = 0;
  const next = () => {
    call += 1;
    const value = (call * 97) % 101;
    return value > 97 ? undefined : value;
  };
  const found = bootstrapAgreement(next, [1, 2, 3, 4, 5], { seed: 1, resamples: 100, alpha: 0.1 });
  // floor(97 .1/2) = 4 lie below the lower end, and 4 above the upper.
  expect(found).toEqual({ lower: 5, upper: 93, resamples: 100, undefinedResamples: 3 });
});

test('up to a tenth of the resamples may be undefined', () => {
  const undefinedIn = (count: number) => {
    let call = 0;
    const next = () => {
      call += 1;
      return call <= count ? undefined : call;
    };
    return bootstrapAgreement(next, [1, 2, 3, 4, 5], { seed: 1, resamples: 100, alpha: 0.1 });
  };
  expect(undefinedIn(10)).toMatchObject({ undefinedResamples: 10 });
  expect(undefinedIn(11)).toEqual({ reason: 'no interval: 11 of 100 resamples show no variation' });
});

test('of 200 studies of 60 items the interval holds the true alpha in about 95 %', () => {
  // For two annotators who use both values alike, alpha is the probability of a copy in a large study.
  let held = 0;
  for (let study = 0; study < 200; study++) {
    const found = bootstrapAgreement(alphaOf, units(1000 + study, 60, 0.6), { ...how, resamples: 200 });
    if ('lower' in found && found.lower <= 0.6 && found.upper >= 0.6) held += 1;
  }
  expect(held).toBeGreaterThan(176);
});

test('says why there is no interval instead of giving one from nothing', () => {
  const agreed = [0, 0, 1, 1, 1, 0].map((value) => [value, value]);
  expect(bootstrapAgreement(alphaOf, agreed.slice(0, 4), how)).toEqual({
    reason: 'no interval: needs at least 5 items',
  });
  expect(bootstrapAgreement(alphaOf, agreed, how)).toEqual({
    reason: 'no interval: every resample gives the same value',
  });
  const rare = [[0, 1], ...Array.from({ length: 9 }, () => [0, 0])];
  const reason = (bootstrapAgreement(alphaOf, rare, how) as { reason: string }).reason;
  expect(reason).toMatch(/^no interval: \d+ of 400 resamples show no variation$/);
});

test('refuses arguments out of range', () => {
  expect(() => bootstrapAgreement(alphaOf, [], { ...how, seed: -1 })).toThrow(RangeError);
  expect(() => bootstrapAgreement(alphaOf, [], { ...how, resamples: 10 })).toThrow(RangeError);
  expect(() => bootstrapAgreement(alphaOf, [], { ...how, alpha: 1 })).toThrow(RangeError);
});
