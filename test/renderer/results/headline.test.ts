import { describe, expect, test } from 'vitest';
import { headlineOf } from '../../../renderer/screens/results/headline.ts';
import { bandWords, contradictionWords } from '../../../renderer/screens/results/plain-words.ts';
import type { Comparison, EstimateReport } from '../../../shared/contract/index.ts';
import { methodOf, reportOf } from './report-of.ts';

const compared = (changes: Partial<EstimateReport> = {}): EstimateReport =>
  reportOf({
    comparison: { system: 'a', against: 'b', verdict: 'undecided' } as Comparison,
    scale: { min: -4, max: 4, direction: 'higher' },
    estimates: [methodOf({ value: 0.5, lower: -0.1, upper: 1.1 })],
    ...changes,
  });

describe('the number at the top', () => {
  test('stands with its interval and what kind that is', () => {
    expect(headlineOf(reportOf(), false)).toEqual({
      value: '3.40',
      isWeak: false,
      beside: '3.00 to 3.80',
      kind: '95 % interval, valid however often you look',
      done: '30',
      total: 'of 1,000 labeled',
    });
  });

  test('before the first label is what the surrogate says, never with an interval', () => {
    const shown = headlineOf(reportOf({ labeled: 0 }), false);
    expect(shown).toMatchObject({ value: '4.20', isWeak: true, kind: null });
    expect(shown.beside).toBe('surrogate only, no human evidence');
  });

  test('says that a method has no interval, and that there is no number', () => {
    const bare = methodOf({ lower: null, upper: null });
    expect(headlineOf(reportOf({ estimates: [bare] }), false)).toMatchObject({
      value: '3.40',
      isWeak: false,
      beside: 'no interval',
      kind: null,
    });
    const none = methodOf({ value: null, lower: null, upper: null, estimable: false });
    expect(headlineOf(reportOf({ estimates: [none] }), false)).toMatchObject({
      value: 'Not estimable yet',
      isWeak: true,
      beside: '',
      kind: null,
    });
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
      value: '+0.50',
      beside: '−0.10 to +1.10',
      total: 'of 1,000 that differ labeled',
    });
  });

  test('is not shown without its interval, as in the report', () => {
    const bare = methodOf({ value: 0.5, lower: null, upper: null });
    expect(headlineOf(compared({ estimates: [bare] }), false)).toMatchObject({
      value: 'Not estimable yet',
      isWeak: true,
      beside: '',
    });
  });

  test('is exact where no response differs, without a label', () => {
    const zero = methodOf({ value: 0, lower: 0, upper: 0 });
    expect(headlineOf(compared({ N: 0, labeled: 0, estimates: [zero] }), false)).toMatchObject({
      value: '0.00',
      isWeak: false,
      beside: 'exact',
      kind: 'no response differs',
    });
  });
});

test('the band of the chart is named, or why there is none', () => {
  expect(bandWords(reportOf())).toBe('Band: 95 % interval, valid however often you look, by rule 3.');
  const bare = [methodOf({ lower: null, upper: null })];
  expect(bandWords(reportOf({ estimates: bare }))).toBe('No band: this method gives no interval.');
  expect(bandWords(reportOf({ estimates: bare, labeled: 0 }))).toContain('what the surrogate alone says');
});
