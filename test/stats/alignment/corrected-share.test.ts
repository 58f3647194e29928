import { expect, test } from 'vitest';
import { correctedShare } from '../../../stats/index.ts';

/** So many labels of yes and of no, and how many of each the judge calls the same. */
const pairsOf = (yes: number, hits: number, no: number, rightNo: number) => [
  ...Array.from({ length: yes }, (_, i) => ({ a: 1, b: Number(i < hits), weight: 1 })),
  ...Array.from({ length: no }, (_, i) => ({ a: 0, b: Number(i >= rightNo), weight: 1 })),
];
const judged = (yes: number, all: number) => Float64Array.from({ length: all }, (_, i) => Number(i < yes));

test('the share of a judge is corrected by what it misses, as by hand', () => {
  // Sensitivity .8, specificity .9, and 450 of 1,000 items called yes: (.45 + .9 - 1)/(.8 + .9 - 1) = .5.
  const found = correctedShare(pairsOf(20, 16, 20, 18), judged(450, 1000), 0.05);
  expect(found.value).toBeCloseTo(0.5, 12);
  expect(found.lower!).toBeLessThan(0.5);
  expect(found.upper!).toBeGreaterThan(0.5);
  expect([found.lower! >= 0, found.upper! <= 1]).toEqual([true, true]);
});

test('a judge that makes no error is left as it is', () => {
  expect(correctedShare(pairsOf(20, 20, 20, 20), judged(300, 1000), 0.05).value).toBeCloseTo(0.3, 12);
});

test('what cannot be corrected says what is missing', () => {
  const reasonOf = (pairs: ReturnType<typeof pairsOf>) => correctedShare(pairs, judged(5, 50), 0.05);
  const uneven = pairsOf(20, 16, 20, 18).map((pair, i) => ({ ...pair, weight: 1 + (i % 2) }));
  expect(reasonOf(pairsOf(1, 1, 20, 18))).toMatchObject({
    value: null,
    reason: expect.stringContaining('there are 1 and 20'),
  });
  expect(reasonOf(pairsOf(20, 10, 20, 10)).reason).toContain('no better than a coin');
  expect(reasonOf(uneven)).toMatchObject({ value: null, reason: expect.stringContaining('drawn alike') });
});
