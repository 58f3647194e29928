import * as Plot from '@observablehq/plot';
import { series } from '../../app/theme.ts';
import { spreadLabels } from '../../charts/direct-labels.ts';

/** One line of a chart: a method and its values over the numbers of labels. */
export interface Curve {
  id: string;
  name: string;
  points: readonly { budget: number; value: number }[];
}

interface CurvePlotInput {
  curves: readonly Curve[];
  yLabel: string;
  format: (value: number) => string;
  /** Values that the axis reaches at least. */
  include: readonly number[];
  height: number;
}

/** Colors that also have a dash and a mark each, so that no line is told by its color alone. */
const looks = [
  { color: series.blue, dash: undefined, symbol: 'circle' },
  { color: series.green, dash: '6 3', symbol: 'triangle' },
  { color: series.vermillion, dash: '10 3 2 3', symbol: 'square' },
  { color: series.purple, dash: '2 3', symbol: 'diamond' },
  { color: series.orange, dash: '14 4', symbol: 'star' },
  { color: series.skyBlue, dash: '4 2', symbol: 'cross' },
  { color: 'currentColor', dash: '1 3', symbol: 'wye' },
  { color: series.blue, dash: '2 3', symbol: 'diamond' },
  { color: series.green, dash: '14 4', symbol: 'star' },
  { color: series.vermillion, dash: undefined, symbol: 'cross' },
] as const;

const margin = { top: 28, bottom: 44, left: 64, right: 224 };
const LABEL_GAP = 17;
const NARROW = 560;

/** Curves over the number of labels, each named at its end; on a narrow page only by its mark and the table. */
export function curvePlot(
  { curves, yLabel, format, include, height }: CurvePlotInput,
  width: number,
): Plot.PlotOptions {
  const values = [...curves.flatMap(({ points }) => points.map(({ value }) => value)), ...include];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = (high - low || 1) * 0.05;
  const domain: [number, number] = [low - pad, high + pad];
  const budgets = [...new Set(curves.flatMap(({ points }) => points.map(({ budget }) => budget)))].sort(
    (a, b) => a - b,
  );
  const right = width < NARROW ? 16 : margin.right;
  const toPixel = (value: number) =>
    margin.top + ((domain[1] - value) / (domain[1] - domain[0])) * (height - margin.top - margin.bottom);
  const toValue = (pixel: number) =>
    domain[1] - ((pixel - margin.top) / (height - margin.top - margin.bottom)) * (domain[1] - domain[0]);
  const ends = curves.flatMap(({ name, points }, index) => {
    const last = points.at(-1);
    return last
      ? [{ text: name, x: last.budget, at: toPixel(last.value), look: looks[index % looks.length]! }]
      : [];
  });
  const labels = spreadLabels(ends, LABEL_GAP, margin.top, height - margin.bottom);
  return {
    height,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    marginRight: right,
    x: {
      label: 'Labels',
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: budgets.length > 12 ? 8 : budgets,
      tickFormat: 'd',
    },
    y: { label: yLabel, labelArrow: 'none', grid: true, domain, tickFormat: format },
    marks: [
      ...(low <= 0 && high >= 0 ? [Plot.ruleY([0], { strokeOpacity: 0.5 })] : []),
      ...curves.flatMap(({ points }, index) => {
        const { color, dash, symbol } = looks[index % looks.length]!;
        return [
          Plot.lineY(points, {
            x: 'budget',
            y: 'value',
            stroke: color,
            strokeWidth: 2,
            ...(dash !== undefined && { strokeDasharray: dash }),
          }),
          Plot.dot(points, { x: 'budget', y: 'value', fill: color, symbol, r: 3.5 }),
        ];
      }),
      ...(width < NARROW
        ? []
        : labels.map(({ text, x, placed, look }) => [
            Plot.dot([0], { x, y: toValue(placed), dx: 12, r: 3.5, fill: look.color, symbol: look.symbol }),
            Plot.text([text], {
              x,
              y: toValue(placed),
              dx: 22,
              textAnchor: 'start',
              fill: 'currentColor',
              text: (d: string) => d,
            }),
          ])),
    ],
  };
}
