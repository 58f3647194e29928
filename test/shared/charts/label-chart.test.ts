import { expect, test } from 'vitest';
import { binText, labelChart, labelNote } from '../../../shared/charts/label-chart.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { inSentencesOf } from '../../../shared/page-words.ts';

const bins = [-1, -0.5, 0, 0.5, 1].map((at, i) => ({ from: at, to: at, count: i, share: null }));
const report = (preference?: 3 | 5) =>
  ({
    scale: { min: -1, max: 1, direction: 'higher' },
    measureName: 'preference',
    N: 40,
    comparison: { system: 'clone', against: 'base', ...(preference && { preference }) },
  }) as unknown as EstimateReport;

test('bars of preferences say which reply is better', () => {
  expect(bins.map((bin) => binText(bin, report(5)))).toEqual([
    'base is much better',
    'base is better',
    'equal',
    'clone is better',
    'clone is much better',
  ]);
  const three = [bins[0]!, bins[2]!, bins[4]!];
  expect(three.map((bin) => binText(bin, report(3)))).toEqual(['base is better', 'equal', 'clone is better']);
  expect(labelChart({ bins: three }, report(3)).summary).toBe(
    'Labels by value. equal: 2, clone is better: 4',
  );
});

test('differences of ratings, means between the steps and earlier reports keep numbers', () => {
  expect(binText(bins[4]!, report())).toBe('1');
  expect(binText({ from: 0.25, to: 0.25, count: 1, share: null }, report(3))).toBe('0.250');
  expect(binText({ from: -1, to: 0, count: 1, share: null }, report(3))).toBe('−1 to 0');
  expect(labelChart({ bins }, report(3), false).summary).toContain('1: 4');
});

test('one label is one, and no share; earlier pages keep their sentence', () => {
  const note = (labeled: number) => labelNote({ bins, labeled, skipped: 0, machine: null }, report());
  expect(note(1)).toBe('The bar is the label of one item of 40: not a share of all.');
  expect(note(2)).toContain('of the 2 labeled items');
  expect(inSentencesOf({ version: 13 }, () => note(1))).toContain('of the 1 labeled items');
});
