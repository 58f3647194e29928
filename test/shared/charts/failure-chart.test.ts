import { expect, test } from 'vitest';
import { chartedModes, failureChart, unnamedChart } from '../../../shared/charts/failure-chart.ts';

const mode = (id: number, share: { value: number | null; lower: number | null; upper: number | null }) => ({
  id,
  name: `mode ${id}`,
  ...share,
});
const known = { value: 0.12, lower: 0.06, upper: 0.21 };
const unknown = { value: null, lower: null, upper: null };

test('a failure mode without an interval has no bar, and without any there is no chart', () => {
  expect(chartedModes([mode(1, known), mode(2, unknown)]).map(({ id }) => id)).toEqual([1]);
  expect(failureChart([mode(2, unknown)])).toBeNull();
  expect(failureChart([mode(1, known), mode(2, unknown)])?.summary.replaceAll('\u00a0', ' ')).toBe(
    'Share of all conversations: mode 1 12 %, 6 % to 21 %',
  );
});

test('the largest twelve have bars', () => {
  const many = Array.from({ length: 20 }, (_, i) => mode(i + 1, known));
  expect(chartedModes(many)).toHaveLength(12);
});

test('the bound on failures without a name is a curve from its second point on, rounded up', () => {
  expect(unnamedChart([{ draws: 1, upper: 1 }])).toBeNull();
  const chart = unnamedChart([
    { draws: 1, upper: 1 },
    { draws: 30, upper: 0.562 },
  ]);
  expect(chart?.summary.replaceAll('\u00a0', ' ')).toBe(
    'At most this share holds a failure without a name: 100 % after 1, 57 % after 30',
  );
});
