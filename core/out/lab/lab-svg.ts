import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

/** One line of a chart: a method and its values over the numbers of labels. */
export interface Curve {
  name: string;
  points: readonly { budget: number; value: number }[];
}

interface CurveChart {
  yLabel: string;
  curves: readonly Curve[];
  width?: number;
  height?: number;
  /** Values between which the axis is to reach at least. */
  include?: readonly number[];
  /** Turns values into what the axis shows, such as percent. */
  tickFormat?: string;
}

/** Okabe and Ito's palette with a dash and a mark each, so that no line is told by its color alone. */
const looks = [
  { color: '#0072B2', dash: 'none', symbol: 'circle' },
  { color: '#D55E00', dash: '6,3', symbol: 'square' },
  { color: '#009E73', dash: '2,3', symbol: 'triangle' },
  { color: '#CC79A7', dash: '10,3,2,3', symbol: 'diamond' },
  { color: '#8a6500', dash: '14,4', symbol: 'star' },
  { color: '#3d7fa8', dash: '4,2', symbol: 'cross' },
  { color: '#6b6b6b', dash: '1,3', symbol: 'wye' },
] as const;

/** Curves over the number of labels as SVG that needs no script and no font of ours, each named at its end. */
export function curveSvg({
  yLabel,
  curves,
  width = 720,
  height = 300,
  include = [],
  tickFormat,
}: CurveChart): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const budgets = [...new Set(curves.flatMap(({ points }) => points.map(({ budget }) => budget)))].sort(
    (a, b) => a - b,
  );
  const values = [...curves.flatMap(({ points }) => points.map(({ value }) => value)), ...include];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const margin = (high - low || 1) * 0.06;
  const labels = endLabels(curves, low - margin, high + margin, height - 64);
  const plot = Plot.plot({
    document: document as unknown as Document,
    width,
    height,
    marginLeft: 56,
    marginRight: 210,
    marginTop: 24,
    marginBottom: 40,
    x: { label: 'labels', ticks: budgets, tickFormat: 'd', labelAnchor: 'center', labelArrow: 'none' },
    y: {
      label: yLabel,
      domain: [low - margin, high + margin],
      grid: true,
      labelArrow: 'none',
      ...(tickFormat !== undefined && { tickFormat }),
    },
    marks: [
      ...curves.flatMap(({ points }, i) => {
        const { color, dash, symbol } = looks[i % looks.length]!;
        return [
          Plot.lineY(points, {
            x: 'budget',
            y: 'value',
            stroke: color,
            strokeWidth: 2,
            ...(dash !== 'none' && { strokeDasharray: dash }),
          }),
          Plot.dot(points, { x: 'budget', y: 'value', fill: color, symbol, r: 3 }),
        ];
      }),
      Plot.text(labels, {
        x: 'x',
        y: 'placed',
        text: 'name',
        fill: 'color',
        textAnchor: 'start',
        dx: 10,
        fontWeight: 600,
      }),
    ],
  } as Plot.PlotOptions);
  const svg = plot as unknown as Element;
  // Plot writes its look into a style attribute, which a strict content security policy refuses.
  svg.removeAttribute('style');
  svg.setAttribute('font-size', '12');
  svg.setAttribute('font-family', 'system-ui, sans-serif');
  svg.setAttribute('role', 'img');
  return svg.outerHTML;
}

/** Names at the right end of the curves, moved apart where curves meet. */
function endLabels(curves: readonly Curve[], low: number, high: number, pixels: number) {
  const gap = (16 / pixels) * (high - low);
  const ends = curves.flatMap(({ name, points }, i) => {
    const last = points.at(-1);
    return last ? [{ name, x: last.budget, at: last.value, color: looks[i % looks.length]!.color }] : [];
  });
  const placed: ((typeof ends)[number] & { placed: number })[] = [];
  for (const label of ends.sort((a, b) => a.at - b.at)) {
    placed.push({
      ...label,
      placed: Math.max(label.at, (placed.at(-1)?.placed ?? Number.NEGATIVE_INFINITY) + gap),
    });
  }
  let limit = high;
  for (const label of placed.toReversed()) {
    label.placed = Math.min(label.placed, limit);
    limit = label.placed - gap;
  }
  return placed;
}
