import { expect, test } from 'vitest';
import { curveChart } from '../../../shared/charts/curve-chart.ts';

const curve = (id: string, values: readonly number[]) => ({
  id,
  name: id,
  points: values.map((value, i) => ({ budget: 10 * (i + 1), value })),
});

test('the first curve is drawn over the others, and keeps the first color', () => {
  const first = curve('first', [1, 2]);
  const second = curve('second', [1, 2]);
  const chart = curveChart({
    curves: [first, second],
    summary: '',
    yLabel: '',
    format: String,
    include: [0],
    height: 300,
  });
  const marks = chart.optionsOn({ width: 400, hasPointer: false }).marks as unknown as {
    data: unknown;
    stroke?: string;
    constructor: { name: string };
  }[];
  const lines = marks.filter((mark) => /^Line/.test(mark.constructor.name));
  expect(lines.map(({ data }) => data)).toEqual([second.points, first.points]);
});
