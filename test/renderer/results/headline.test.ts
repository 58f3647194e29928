import { describe, expect, test } from 'vitest';
import { headlineOf } from '../../../renderer/screens/results/headline.ts';
import { bandWords, contradictionWords } from '../../../renderer/screens/results/plain-words.ts';
import type { Comparison, EstimateReport } from '../../../shared/contract/index.ts';
import { estimateSentence } from '../../../shared/estimate-words.ts';
import { methodOf, reportOf } from './report-of.ts';

const compared = (changes: Partial<EstimateReport> = {}): EstimateReport =>
  reportOf({
    comparison: { system: 'a', against: 'b', verdict: 'undecided' } as Comparison,
    scale: { min: -4, max: 4, direction: 'higher' },
    estimates: [methodOf({ value: 0.5, lower: -0.1, upper: 1.1 })],
    ...changes,
  });

const hasNoNumber = { value: null, lower: null, upper: null, estimable: false };

describe('the answer at the top', () => {
  test('is a sentence with the interval, and what kind that is', () => {
    expect(headlineOf(reportOf(), false)).toEqual({
      sentence: 'About 3.40 of 5, between 3.00 and 3.80.',
      isWeak: false,
      difference: null,
      kind: '95 % interval, valid however often you look',
      done: '30',
      total: 'of 1,000 labeled',
    });
  });

  test('has no number before the first label', () => {
    const shown = headlineOf(reportOf({ labeled: 0 }), false);
    expect(shown).toMatchObject({ sentence: 'No human label yet.', isWeak: true });
    expect(shown.kind).toBe('machine score only, no human evidence');
    expect(headlineOf(reportOf({ labeled: 0, waiting: 2 }), false).sentence).toContain('can use none yet');
  });

  test('says that a method has no interval, and that there is no number', () => {
    const bare = methodOf({ lower: null, upper: null });
    expect(headlineOf(reportOf({ estimates: [bare] }), false)).toMatchObject({
      sentence: 'About 3.40 of 5; this method gives no interval.',
      isWeak: false,
      kind: null,
    });
    expect(headlineOf(reportOf({ estimates: [methodOf(hasNoNumber)] }), false)).toMatchObject({
      sentence: 'Not estimable yet.',
      isWeak: true,
      kind: null,
    });
  });

  test('says that everything is labeled, and that nothing is known', () => {
    const exact = methodOf({ value: 3, lower: 3, upper: 3 });
    expect(estimateSentence(reportOf({ estimates: [exact] }))).toBe(
      'Exactly 3.00 of 5: everything is labeled.',
    );
    const open = methodOf({ lower: 1, upper: 5 });
    expect(estimateSentence(reportOf({ estimates: [open] }))).toMatch(/leave the whole scale open\.$/);
  });

  test('names a scale that goes below 0', () => {
    const scale = { min: -1, max: 1, direction: 'higher' } as const;
    const below = methodOf({ value: -0.2, lower: -0.4, upper: 0 });
    expect(estimateSentence(reportOf({ scale, estimates: [below] }))).toBe(
      'About \u22120.20 on a scale from \u22121 to 1, between \u22120.40 and 0.00.',
    );
  });

  test('names its interval by the level of the study', () => {
    expect(headlineOf(reportOf({ alpha: 0.1 }), false).kind).toMatch(/^90 % interval/);
    expect(contradictionWords({ alpha: 0.2 })).toContain('at most 20\u00a0% of studies');
  });

  test('counts what the estimate uses while later labels wait', () => {
    expect(headlineOf(reportOf(), true).total).toBe('of 1,000 counted');
  });
});

describe('the difference at the top', () => {
  test('has a sign at the value and at both ends', () => {
    expect(headlineOf(compared(), false)).toMatchObject({
      difference: '+0.50 (\u22120.10 to +1.10)',
      total: 'of 1,000 that differ labeled',
    });
  });

  test('is not shown without its interval, as in the report', () => {
    const bare = methodOf({ value: 0.5, lower: null, upper: null });
    expect(headlineOf(compared({ estimates: [bare] }), false)).toMatchObject({
      difference: null,
      isWeak: true,
    });
  });

  test('is exact where no response differs, without a label', () => {
    const zero = methodOf({ value: 0, lower: 0, upper: 0 });
    expect(headlineOf(compared({ N: 0, labeled: 0, estimates: [zero] }), false)).toMatchObject({
      difference: '0.00 (exact)',
      isWeak: false,
      kind: 'no response differs',
    });
  });
});

test('the band of the chart is named, or why there is none', () => {
  expect(bandWords(reportOf())).toBe('Band: 95 % interval, valid however often you look.');
  const bare = [methodOf({ lower: null, upper: null })];
  expect(bandWords(reportOf({ estimates: bare }))).toBe('No band: this method gives no interval.');
  const machine = methodOf({ method: 'surrogate-only', lower: null, upper: null });
  expect(bandWords(reportOf({ estimates: [...bare, machine], labeled: 0 }))).toContain(
    'what the machine score alone says',
  );
  expect(bandWords(reportOf({ estimates: bare, labeled: 0 }))).not.toContain('machine');
});
