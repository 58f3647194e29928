import { Text } from '@observablehq/plot';
import { expect, test } from 'vitest';
import { estimateChart } from '../../../shared/charts/estimate-chart.ts';
import { shownPoints } from '../../../shared/charts/estimate-lines.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { inSentencesOf } from '../../../shared/page-words.ts';
import { methodOf, reportOf } from '../../renderer/results/report-of.ts';

const marksOf = (report: EstimateReport) =>
  estimateChart(report, []).optionsOn({ width: 600, hasPointer: false }).marks!.length;

test('the chart marks the looks that are ahead within the batch, and tells them to those who do not see it', () => {
  const ahead = reportOf({ drawCount: 100, labeled: 40, looks: [10, 30, 98, 262] });
  expect(estimateChart(ahead, []).summary).toMatch(/\. Looks ahead: at 98 labels$/);
  const behind = reportOf({ drawCount: 40, labeled: 40, looks: [10, 30, 98] });
  expect(estimateChart(behind, []).summary).not.toContain('Looks ahead');
  expect(marksOf(ahead)).toBe(marksOf(behind) + 2);
  expect(marksOf(reportOf({ looks: [] }))).toBe(marksOf(behind));
});

const point = { draws: 0, labeled: 0, value: 3, lower: 1, upper: 5, plainMean: null };

test('the chart draws no estimate that the table beside it does not have', () => {
  const labeled = { ...point, draws: 2, labeled: 1, value: 4, plainMean: 4 };
  const values = (changes: Partial<EstimateReport>) =>
    shownPoints(reportOf(changes), [point, labeled]).map(({ value, plainMean }) => [value, plainMean]);
  expect(values({})).toEqual([
    [3, null],
    [4, 4],
  ]);
  // Without a machine score nothing is known before the first label.
  expect(values({ estimates: [methodOf()] })).toEqual([
    [null, null],
    [4, 4],
  ]);
  // The plain mean of labels alone is not estimable once an item was skipped.
  expect(values({ skipped: { count: 1, share: 0.5, reasons: [] } })).toEqual([
    [3, null],
    [4, null],
  ]);
  const nothing = reportOf({ labeled: 0, estimates: [], looks: [] });
  expect(estimateChart(nothing, [point, { ...point, draws: 1 }]).summary).toBe('No label yet. ');
});

test('the word at a look keeps clear of the names of the lines and of the axis', () => {
  const wordAt = (look: number, version = Number.POSITIVE_INFINITY) =>
    inSentencesOf({ version }, () => {
      const report = reportOf({ drawCount: 100, labeled: 0, looks: [look] });
      const { marks } = estimateChart(report, []).optionsOn({ width: 600, hasPointer: false });
      const word = marks!.find((mark) => mark instanceof Text) as unknown as {
        textAnchor?: string;
        dx: number;
      };
      return [word.textAnchor ?? 'middle', word.dx];
    });
  expect(wordAt(50)).toEqual(['middle', 0]);
  expect(wordAt(100)).toEqual(['end', -4]);
  expect(wordAt(2)).toEqual(['start', 4]);
  // Reports keep the charts that they were written with.
  expect(wordAt(100, 13)).toEqual(['middle', 0]);
});
