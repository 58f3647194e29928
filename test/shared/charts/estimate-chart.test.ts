import { expect, test } from 'vitest';
import { estimateChart } from '../../../shared/charts/estimate-chart.ts';
import { shownPoints } from '../../../shared/charts/estimate-lines.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
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
