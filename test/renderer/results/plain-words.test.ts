import { describe, expect, test } from 'vitest';
import { plainReason, plainWords, skipWords } from '../../../renderer/screens/results/plain-words.ts';
import { methodOf, reportOf } from './report-of.ts';

const study = { preset: 'calibrated-hardness', system: 'B' } as const;

describe('plain words', () => {
  test('name labels, pool, value and interval', () => {
    const words = plainWords(reportOf(), study);
    expect(words).toContain('From 30 human labels');
    expect(words).toContain('all 1,000 items');
    expect(words).toContain('It lies between');
  });
  test('say so while the whole scale is open', () => {
    const open = methodOf({ lower: 1, upper: 5 });
    expect(plainWords(reportOf({ labeled: 1, estimates: [open] }), study)).toContain(
      'leave the whole scale open',
    );
  });
  test('tell labels that no item has enough of from no label at all', () => {
    const none = { labeled: 0, estimates: [methodOf({ value: null, estimable: false })] };
    expect(plainWords(reportOf(none), study)).toContain('No human label yet.');
    expect(plainWords(reportOf({ ...none, awaitingAnnotators: 2 }), study)).toContain('can use none yet.');
  });
  test('before the first label claim nothing', () => {
    expect(plainWords(reportOf({ labeled: 0 }), study)).toContain('no evidence of what people would say');
  });
  test('say that HumCoE has no interval, and why', () => {
    const words = plainWords(
      reportOf({ default: 'humcoe', estimates: [methodOf({ method: 'humcoe', lower: null, upper: null })] }),
      { preset: 'humcoe', system: 'B' },
    );
    expect(words).toContain('no interval');
    expect(words).toContain('mean of 100 runs');
  });
  test('give the reason where there is no number, and never a number', () => {
    const missing = methodOf({
      value: null,
      lower: null,
      upper: null,
      estimable: false,
      reason: 'not estimable yet: needs at least 2 labels',
    });
    const words = plainWords(reportOf({ estimates: [missing] }), study);
    expect(words).toBe('Not estimable yet: needs at least 2 labels.');
    expect(words).not.toMatch(/NaN|null|undefined/);
    expect(plainReason(missing)).toBe('needs at least 2 labels.');
  });
  test('tell of skips only when there are some', () => {
    expect(skipWords(reportOf())).toBeNull();
    expect(skipWords(reportOf({ skipped: { count: 2, share: 0.0625, reasons: [] } }))).toContain(
      '2 items were skipped',
    );
  });
});
