import { describe, expect, test } from 'vitest';
import { plainReason, plainWords, skipWords } from '../../../renderer/screens/results/plain-words.ts';
import { methodOf, reportOf } from './report-of.ts';

const study = { preset: 'calibrated-hardness', system: 'B' } as const;

describe('plain words', () => {
  test('name labels, pool and how sure', () => {
    const words = plainWords(reportOf(), study);
    expect(words).toContain('From 30 human labels');
    expect(words).toContain('all 1,000 items');
    expect(words).toContain('right in at least 95 of 100 studies');
  });
  test('before the first label claim nothing', () => {
    const words = plainWords(reportOf({ labeled: 0 }), study);
    expect(words).toContain('4.20');
    expect(words).toContain('not evidence of what people would say');
    expect(plainWords(reportOf({ labeled: 0, estimates: [methodOf()] }), study)).not.toMatch(/\d/);
  });
  test('say what to do where every item of the sample was skipped', () => {
    const skipped = { count: 30, share: 1, reasons: [] };
    const used = plainWords(reportOf({ labeled: 0, skipped, estimates: [methodOf()] }), study);
    expect(used).toContain('Take more items into it');
    const { count: _count, ...rest } = skipped;
    const some = reportOf({ labeled: 0, skipped: { ...rest, count: 29 }, estimates: [methodOf()] });
    expect(plainWords(some, study)).toBe('The first label starts the estimate.');
  });
  test('say that HumCoE has no interval, and why', () => {
    const words = plainWords(
      reportOf({ default: 'humcoe', estimates: [methodOf({ method: 'humcoe', lower: null, upper: null })] }),
      { preset: 'humcoe', system: 'B' },
    );
    expect(words).toContain('no interval');
    expect(words).toContain('mean of 100 runs');
  });
  test('say of chosen items that their number has no honest interval, and not that it is of all items', () => {
    const words = plainWords(
      reportOf({ default: 'mcm', estimates: [methodOf({ method: 'mcm', lower: null, upper: null })] }),
      { preset: 'mcm', system: 'B' },
    );
    expect(words).toContain('no honest interval');
    expect(words).not.toContain('labeling all');
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
    expect(words).toBe('Needs at least 2 labels.');
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
