import { expect, test } from 'vitest';
import { withIntervals } from '../../../core/labeling/agreement/figures.ts';
import { groupStatistics, pairStatistics, poolAlpha } from '../../../core/labeling/agreement/statistics.ts';
import { atOnce } from '../../../core/labeling/agreement/steps.ts';
import { agreementWords, isWide, resamplingOf } from '../../../core/labeling/agreement/study-agreement.ts';
import { completeUnits, labelUnits, skipUnits, textNumbers } from '../../../core/labeling/agreement/units.ts';
import type { Rating } from '../../../core/studies/ratings/rating.ts';
import {
  type AgreementUnit,
  bootstrapAgreement,
  fleissKappa,
  krippendorffAlpha,
  meanInterval,
} from '../../../stats/index.ts';

/** Two annotators of so many items; every fifth they differ. */
const units = (count: number): AgreementUnit[] =>
  Array.from({ length: count }, (_, i) => ({
    values: [i % 3, i % 5 === 0 ? (i + 1) % 3 : i % 3],
    ...{ weight: 1, cluster: i },
  }));
const now = { ...resamplingOf(7), range: 2 };

test('an alpha has an interval from 30 items on, that widens as items become fewer', () => {
  const [alpha] = groupStatistics.interval;
  const [few] = atOnce(withIntervals([alpha], units(29), now));
  expect(few).toMatchObject({ lower: null, intervalReason: 'no interval: needs at least 30 items' });
  const width = (count: number) => {
    const [{ lower, upper, value } = few!] = atOnce(withIntervals([alpha], units(count), now));
    expect(lower!).toBeLessThan(value!);
    expect(upper!).toBeGreaterThan(value!);
    return upper! - lower!;
  };
  expect(width(30)).toBeGreaterThan(width(120));
});

test('shares and differences are bounded means over items', () => {
  const [percent] = atOnce(withIntervals([groupStatistics.interval[3]], units(20), now));
  const equal = units(20).map(({ values: [a, b] }) => ({ value: Number(a === b), weight: 1 }));
  expect(percent).toMatchObject(meanInterval(equal, { lowest: 0, highest: 1 })!);
  const [apart] = atOnce(withIntervals([groupStatistics.interval[4]], units(20), now));
  const differences = units(20).map(({ values: [a, b] }) => ({ value: Math.abs(a! - b!), weight: 1 }));
  expect(apart).toMatchObject(meanInterval(differences, { lowest: 0, highest: 2 })!);
});

test('an annotator who gives next to one value has no kappa with an interval', () => {
  const flat = units(60).map((unit, i) => ({ ...unit, values: [i % 3, i === 0 ? 1 : 0] }));
  const [kappa] = atOnce(withIntervals([pairStatistics.nominal[0]], flat, now));
  expect(kappa!.intervalReason).toBe(
    'no interval: needs at least 10 items whose values differ from the rest',
  );
});

test('an earlier report keeps the wider interval that it states', () => {
  const [alpha] = groupStatistics.interval;
  const [own] = atOnce(withIntervals([alpha], units(60), now));
  const [before] = atOnce(withIntervals([alpha], units(60), { ...now, isOfBefore: true }));
  // As the version printed it that stated these words.
  expect([before!.lower, before!.upper]).toEqual([0.35731257165139274, 0.968730143079644]);
  expect(own!.upper! - own!.lower!).toBeLessThan(before!.upper! - before!.lower!);
  expect(isWide(agreementWords({ ...now, isOfBefore: true }))).toBe(true);
  expect(isWide(agreementWords(now))).toBe(false);
});

test('the intervals of earlier reports are the bootstrap that they state', () => {
  const before = { ...resamplingOf(7, 500), range: 2 };
  const [alpha] = groupStatistics.interval;
  const [found] = atOnce(withIntervals([alpha], units(12), before));
  const clusters = units(12).map((unit) => [unit]);
  const drawn = bootstrapAgreement(
    (some) =>
      krippendorffAlpha(
        some.flat().map(({ values }) => values),
        'interval',
      ),
    clusters,
    before,
  );
  expect(found).toMatchObject({
    lower: 'lower' in drawn && drawn.lower,
    upper: 'upper' in drawn && drawn.upper,
  });
  expect(agreementWords(before).interval).toMatch(/bootstrap over items/);
  expect(agreementWords(now).interval).not.toMatch(/bootstrap/);
});

test('an item is compared where two of those asked gave it a value, a skip where two spoke of it', () => {
  const skip = { kind: 'skip' } as unknown as Rating;
  const value = (rating: number | string) => ({ kind: 'value', rating }) as unknown as Rating;
  const items = [
    [value('b'), value('a'), value('b')],
    [value(7), skip, value(8)],
    [value('a'), skip, undefined],
    [skip, skip, undefined],
    [undefined, value('a'), undefined],
  ].map((words, itemId) => ({
    itemId,
    words: words.flatMap((word, i) => (word ? [{ annotatorId: i + 1, word }] : [])),
  }));
  const numbers = textNumbers(items);
  const valuesOf = (found: readonly AgreementUnit[]) =>
    found.map(({ values, weight, cluster }) => [values, weight, cluster]);
  const all = labelUnits(items, [1, 2, 3], numbers);
  expect(valuesOf(all)).toEqual([
    [[0, 1, 0], 1, 0],
    [[7, undefined, 8], 1, 1],
  ]);
  expect(completeUnits(all)).toEqual([all[0]]);
  expect(valuesOf(labelUnits(items, [2, 3], numbers, (itemId) => [3, 1][itemId]))).toEqual([[[1, 0], 3, 0]]);
  expect(labelUnits(items, [1, 2, 3], numbers, (itemId) => (itemId === 0 ? undefined : 2))).toHaveLength(1);
  expect(valuesOf(skipUnits(items, [1, 2, 3]))).toEqual([
    [[0, 0, 0], 1, 0],
    [[0, 1, 0], 1, 1],
    [[0, 1, undefined], 1, 2],
    [[1, 1, undefined], 1, 3],
  ]);
});

test('figures of several annotators take in everybody who labeled an item', () => {
  const some = [
    [1, 1, 2],
    [2, undefined, 2],
    [2, 2, 2],
    [4, 3, undefined],
    [3, 3, 1],
  ].map((values, cluster) => ({ values, weight: 1 + cluster, cluster }));
  const [, , fleiss, percent, difference] = groupStatistics.interval;
  expect(percent.of(some)).toBeCloseTo((1 / 3 + 1 + 1 + 0 + 1 / 3) / 5, 12);
  expect(difference.of(some)).toBeCloseTo((2 / 3 + 0 + 0 + 1 + 4 / 3) / 5, 12);
  expect([percent.of([]), difference.of([])]).toEqual([undefined, undefined]);
  // Three of the five have a value of everybody: counts of 1, 2 and 3.
  const kappa = fleissKappa([
    [2, 1, 0],
    [0, 3, 0],
    [1, 0, 2],
  ]);
  expect(kappa).toEqual(expect.any(Number));
  expect(fleiss.of(some)).toBeCloseTo(kappa!, 12);
  const values = some.map((one) => one.values);
  const pool = poolAlpha('nominal');
  expect([pool.id, pool.kind]).toEqual(['krippendorff-alpha-pool', 'nominal']);
  expect(pool.of(some)).toBeCloseTo(krippendorffAlpha(values, 'nominal', [1, 2, 3, 4, 5])!, 12);
  expect(pool.of(some)).not.toBeCloseTo(krippendorffAlpha(values, 'nominal')!, 6);
});
