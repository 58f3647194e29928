import * as Plot from '@observablehq/plot';
import type { EstimatePoint } from '../../shared/contract/index.ts';
import { spreadLabels } from './direct-labels.ts';
import { endLabels, type ReferenceLine } from './estimate-lines.ts';
import { lineStyles } from './line-style.ts';

interface EstimatePlotInput {
  points: readonly EstimatePoint[];
  references: readonly ReferenceLine[];
  domain: [number, number];
  yLabel: string;
  format: (value: number) => string;
  /** The number of draws: where the batch ends. */
  drawCount: number;
}

const margin = { top: 24, bottom: 40, left: 56, right: 156 };
const LABEL_GAP = 17;

const stroke = (kind: keyof typeof lineStyles) => {
  const { color, dash, width } = lineStyles[kind];
  return { stroke: color, strokeWidth: width, ...(dash === 'none' ? {} : { strokeDasharray: dash }) };
};

/** Draws what follows the pointer without a name of its own: the picture has one. */
const unnamed: Plot.RenderFunction = (index, scales, values, dimensions, context, next) => {
  const drawn = next?.(index, scales, values, dimensions, context) ?? null;
  drawn?.removeAttribute('aria-label');
  return drawn;
};

/** Names at the right end of the lines, moved apart where lines meet. */
function labelMarks({ points, references, domain, format }: EstimatePlotInput, height: number, xEnd: number) {
  const [low, high] = domain;
  const inner = height - margin.top - margin.bottom;
  const toPixel = (value: number) => margin.top + ((high - value) / (high - low)) * inner;
  const toValue = (pixel: number) => high - ((pixel - margin.top) / inner) * (high - low);
  const labels = endLabels(points, references).map((label) => ({
    ...label,
    text: `${label.name} ${format(label.value)}`,
    at: toPixel(label.value),
  }));
  const placed = spreadLabels(labels, LABEL_GAP, margin.top, height - margin.bottom);
  return placed.map((label) => {
    const y = toValue(label.placed);
    const { color } = lineStyles[label.kind];
    return [
      Plot.link([label], {
        x1: xEnd,
        y1: 'value',
        x2: xEnd,
        y2: y,
        stroke: color,
        strokeOpacity: 0.5,
        clip: false,
        dx: 0,
        markerStart: 'none',
      }),
      Plot.text([label], {
        x: xEnd,
        y,
        text: 'text',
        textAnchor: 'start',
        dx: 10,
        fill: 'currentColor',
        fontWeight: label.kind === 'estimate' ? 650 : 400,
      }),
      Plot.dot([label], { x: xEnd, y, dx: 5, r: 2.5, fill: color }),
    ];
  });
}

/** The estimate chart: how estimate and interval moved with the labels, among numbers that cost none. */
export function estimatePlot(input: EstimatePlotInput, width: number): Plot.PlotOptions {
  const { points, references, domain, yLabel, format, drawCount } = input;
  const height = Math.round(Math.min(420, Math.max(280, width * 0.42)));
  const xEnd = Math.max(drawCount, points.at(-1)?.draws ?? 0, 1);
  const banded = points.filter((point) => point.lower !== null && point.upper !== null);
  const averaged = points.filter((point) => point.plainMean !== null);
  const tip = (point: EstimatePoint) =>
    [
      `${point.labeled} ${point.labeled === 1 ? 'label' : 'labels'}`,
      `Estimate ${format(point.value)}`,
      point.lower !== null && point.upper !== null
        ? `Interval ${format(point.lower)} to ${format(point.upper)}`
        : 'No interval',
      ...(point.plainMean !== null ? [`Plain mean ${format(point.plainMean)}`] : []),
    ].join('\n');
  return {
    height,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    marginLeft: margin.left,
    marginRight: margin.right,
    clip: false,
    x: {
      label: points.some((point) => point.draws !== point.labeled) ? 'Draws used' : 'Labels used',
      labelAnchor: 'center',
      labelArrow: 'none',
      domain: [0, xEnd],
      ticks: Math.min(xEnd, Math.max(2, Math.floor(width / 90))),
      tickFormat: (n: number) => (Number.isInteger(n) ? n.toLocaleString('en') : ''),
    },
    y: { label: yLabel, labelArrow: 'none', domain, grid: true, ticks: 6, tickFormat: format },
    marks: [
      Plot.areaY(banded, {
        x: 'draws',
        y1: 'lower',
        y2: 'upper',
        fill: lineStyles.estimate.color,
        fillOpacity: 0.18,
        clip: true,
      }),
      ...references.map((line) => Plot.ruleY([line.value], { ...stroke(line.kind) })),
      Plot.lineY(averaged, { x: 'draws', y: 'plainMean', ...stroke('plainMean'), clip: true }),
      Plot.lineY(points, { x: 'draws', y: 'value', ...stroke('estimate') }),
      ...(points.length <= 60
        ? [Plot.dot(points, { x: 'draws', y: 'value', r: 2.2, fill: lineStyles.estimate.color })]
        : []),
      ...labelMarks(input, height, xEnd),
      Plot.ruleX(
        points,
        Plot.pointerX({
          x: 'draws',
          py: 'value',
          stroke: 'currentColor',
          strokeOpacity: 0.4,
          render: unnamed,
        }),
      ),
      Plot.tip(points, Plot.pointerX({ x: 'draws', y: 'value', title: tip, render: unnamed })),
    ],
  };
}
