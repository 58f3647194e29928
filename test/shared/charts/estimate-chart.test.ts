import { expect, test } from 'vitest';
import { estimateChart } from '../../../shared/charts/estimate-chart.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { reportOf } from '../../renderer/results/report-of.ts';

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
