import { expect, test } from 'vitest';
import { curveChart, LOOKS, markOf } from '../../../shared/charts/curve-chart.ts';
import { curvesOf, figureOf, methodLooks } from '../../../shared/charts/lab-figures.ts';
import type { LabMethod, LabRow } from '../../../shared/contract/index.ts';
import { methods } from '../../../stats/methods/registry.ts';

const rmse = figureOf('rmse');
// One that nobody has given a look stands first, where its place would be the look of another.
const run = [{ id: 'new', name: 'New' }, ...methods].map(({ id, name }) => ({ id, name }) as LabMethod);
const rows = run.map(({ id }) => ({ method: id, budget: 10, rmse: 0.1 }) as LabRow);

/** Color, dash and mark of each line of a chart of these methods, by method. */
function looksOf(shown: readonly LabMethod[]): Map<string, string> {
  const curves = curvesOf(rows, shown, rmse);
  const chart = curveChart({ curves, summary: '', yLabel: '', format: String, include: [0], height: 300 });
  const marks = chart.optionsOn({ width: 400, hasPointer: false }).marks as unknown as {
    data: unknown;
    stroke?: string;
    strokeDasharray?: string;
  }[];
  return new Map(
    curves.map((curve, place) => {
      const { stroke, strokeDasharray } = marks.find(
        ({ data, stroke: color }) => data === curve.points && color !== undefined,
      )!;
      return [curve.id, `${stroke} ${strokeDasharray} ${markOf(curve, place)}`];
    }),
  );
}

test('every method has a look of its own, a new one, too', () => {
  expect(methods.map(({ id }) => id)).toEqual(expect.arrayContaining([...methodLooks]));
  expect(run.length).toBeLessThanOrEqual(LOOKS);
  const looks = [...looksOf(run).values()];
  expect(new Set(looks).size).toBe(run.length);
});

test('a method keeps its look whatever else is shown', () => {
  const all = looksOf(run);
  const few = looksOf(run.filter(({ id }) => ['humcoe', 'calibrated', 'mcm'].includes(id)).reverse());
  expect([...few]).toEqual([...few.keys()].map((id) => [id, all.get(id)]));
});
