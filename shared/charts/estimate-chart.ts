import * as Plot from '@observablehq/plot';
import type { EstimatePoint, EstimateReport } from '../contract/index.ts';
import { scoreWriter } from '../estimate-words.ts';
import { isolated } from '../isolated.ts';
import { formatScore, scaleEnds } from '../number-text.ts';
import { reworded } from '../page-words.ts';
import { looksAhead } from '../plan-words.ts';
import { type Chart, shortened, unnamed } from './chart.ts';
import { spreadLabels } from './direct-labels.ts';
import {
  endLabels,
  fittedDomain,
  lineStyles,
  type ReferenceLine,
  referenceLines,
  type ShownPoint,
  shownPoints,
} from './estimate-lines.ts';

/** What is measured, with its unit: "quality (1 to 5)", or a difference of two systems. */
export function measureLabel({ comparison, measureName, scale }: EstimateReport): string {
  if (!comparison) return `${isolated(measureName)} (${scaleEnds(scale)})`;
  if (comparison.preference !== undefined)
    return `Net win rate, ${isolated(comparison.system)} over ${isolated(comparison.against)}`;
  return `${isolated(measureName)}, ${isolated(comparison.system)} minus ${isolated(comparison.against)}`;
}

/**
 * The estimate over time: how it and its interval moved with the labels, among numbers that cost none.
 *
 * @param isWhole whether the axis spans the whole scale, else the part of it that holds something
 */
export function estimateChart(
  report: EstimateReport,
  history: readonly EstimatePoint[],
  isWhole = false,
): Chart {
  const { scale, drawCount } = report;
  const references = referenceLines(report);
  const points = shownPoints(report, history);
  const format = scoreWriter(report);
  const domain: [number, number] = isWhole ? [scale.min, scale.max] : fittedDomain(points, references, scale);
  const xEnd = Math.max(drawCount, history.at(-1)?.draws ?? 0, 1);
  const looks = looksAhead(report).filter((look) => look <= xEnd);
  const frame = { points, references, looks, domain, format, xEnd };
  return {
    summary: `${summaryOf(points, references, format)}${looksSummary(looks)}`,
    optionsOn: ({ width, hasPointer }) => {
      const height = Math.round(Math.min(420, Math.max(280, width * 0.42)));
      return {
        height,
        marginTop: margin.top,
        marginBottom: margin.bottom,
        marginLeft: margin.left,
        marginRight: margin.right,
        x: {
          label: history.some((point) => point.draws !== point.labeled) ? 'Draws used' : 'Labels used',
          labelAnchor: 'center',
          labelArrow: 'none',
          domain: [0, xEnd],
          ticks: Math.min(xEnd, Math.max(2, Math.floor(width / 90))),
          tickFormat: (n: number) => (Number.isInteger(n) ? n.toLocaleString('en') : ''),
        },
        y: {
          label: measureLabel(report),
          labelArrow: 'none',
          domain,
          grid: true,
          ticks: 6,
          tickFormat: (value: number) => formatScore(value, scale),
        },
        marks: [
          ...lineMarks(frame),
          ...lookMarks(frame),
          ...labelMarks(frame, height),
          ...(hasPointer ? pointerMarks(frame) : []),
        ],
      };
    },
  };
}

const margin = { top: 24, bottom: 40, left: 56, right: 156 };
const LABEL_GAP = 17;
const longestName = 18;

interface Frame {
  points: readonly ShownPoint[];
  references: readonly ReferenceLine[];
  /** Planned looks that are still to come, on the axis. */
  looks: readonly number[];
  domain: readonly [number, number];
  format: (value: number) => string;
  /** Where the batch ends. */
  xEnd: number;
}

const stroke = (kind: keyof typeof lineStyles) => {
  const { color, dash, width } = lineStyles[kind];
  return {
    stroke: color,
    strokeWidth: width,
    // The color of text would outshine the estimate on dark ground.
    ...(color === 'currentColor' && { strokeOpacity: 0.6 }),
    ...(dash === 'none' ? {} : { strokeDasharray: dash }),
  };
};

/** The band, the references and the lines. What lies outside the axis is cut here: a clip of the picture would need an id. */
function lineMarks({ points, references, domain: [low, high] }: Frame): Plot.Markish[] {
  const inside = (value: number) => Math.min(Math.max(value, low), high);
  const bands = points.flatMap(({ draws, lower, upper }) =>
    lower !== null && upper !== null ? [{ draws, lower: inside(lower), upper: inside(upper) }] : [],
  );
  const means = points.map(({ draws, plainMean: mean }) => ({
    draws,
    mean: mean !== null && mean === inside(mean) ? mean : Number.NaN,
  }));
  const values = points.filter(({ value }) => value !== null);
  const { color } = lineStyles.estimate;
  return [
    // An interval stays what it is until the next label.
    Plot.areaY(bands, {
      x: 'draws',
      y1: 'lower',
      y2: 'upper',
      fill: color,
      fillOpacity: 0.18,
      curve: 'step-after',
    }),
    ...references.map(({ kind, value }) => Plot.ruleY([value], stroke(kind))),
    Plot.lineY(means, { x: 'draws', y: 'mean', ...stroke('plainMean') }),
    Plot.lineY(values, { x: 'draws', y: 'value', ...stroke('estimate') }),
    ...(points.length <= 60 ? [Plot.dot(values, { x: 'draws', y: 'value', r: 2.2, fill: color })] : []),
  ];
}

/** Where the interval is planned to be narrow: a mark on the axis, named at the first. */
function lookMarks({ looks, domain: [low, high], xEnd }: Frame): Plot.Markish[] {
  const [next] = looks;
  if (next === undefined) return [];
  const top = low + (high - low) * 0.05;
  return [
    Plot.ruleX(looks, { y1: low, y2: top, stroke: 'currentColor', strokeWidth: 2, strokeOpacity: 0.7 }),
    Plot.text([next], {
      x: next,
      y: top,
      text: () => 'look',
      ...reworded(besideMark(next / xEnd), {}, 14),
      dy: -7,
      fill: 'currentColor',
      fillOpacity: 0.85,
    }),
  ];
}

/** A word keeps to the inside near an end of the axis: right of it stand the names of the lines, left of it the values. */
const besideMark = (share: number): Plot.TextOptions =>
  share > 0.9 ? { textAnchor: 'end', dx: -4 } : share < 0.1 ? { textAnchor: 'start', dx: 4 } : {};

/** Names at the right end of the lines, moved apart where lines meet. */
function labelMarks({ points, references, domain, format, xEnd }: Frame, height: number): Plot.Markish[] {
  const [low, high] = domain;
  const inner = height - margin.top - margin.bottom;
  const toPixel = (value: number) => margin.top + ((high - value) / (high - low)) * inner;
  const toValue = (pixel: number) => high - ((pixel - margin.top) / inner) * (high - low);
  const labels = endLabels(points, references).map((label) => ({
    ...label,
    text: `${isolated(shortened(label.name, longestName))} ${format(label.value)}`,
    at: toPixel(label.value),
  }));
  const placed = spreadLabels(labels, LABEL_GAP, margin.top, height - margin.bottom);
  return placed.flatMap((label) => {
    const y = toValue(label.placed);
    const { color } = lineStyles[label.kind];
    return [
      Plot.link([label], { x1: xEnd, y1: 'value', x2: xEnd, y2: y, stroke: color, strokeOpacity: 0.5 }),
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

function pointerMarks({ points, format }: Frame): Plot.Markish[] {
  const rule = { x: 'draws', py: 'value', stroke: 'currentColor', strokeOpacity: 0.4, render: unnamed };
  const title = (point: ShownPoint) => pointWords(point, format).join('\n');
  return [
    Plot.ruleX(points, Plot.pointerX(rule)),
    Plot.tip(points, Plot.pointerX({ x: 'draws', y: 'value', title, render: unnamed })),
  ];
}

const pointWords = ({ labeled, value, lower, upper, plainMean }: ShownPoint, format: Frame['format']) => [
  `${labeled} ${labeled === 1 ? 'label' : 'labels'}`,
  ...(value === null ? [] : [`Estimate ${format(value)}`]),
  lower !== null && upper !== null ? `Interval ${format(lower)} to ${format(upper)}` : 'No interval',
  ...(plainMean !== null ? [`Plain mean ${format(plainMean)}`] : []),
];

const looksSummary = (looks: readonly number[]): string =>
  looks.length === 0 ? '' : `. Looks ahead: at ${looks.join(', ')} labels`;

function summaryOf(
  points: readonly ShownPoint[],
  references: readonly ReferenceLine[],
  format: (value: number) => string,
): string {
  const last = points.at(-1);
  const lines = references.map((line) => `${line.name} ${format(line.value)}`).join(', ');
  if (!last || last.value === null || last.labeled === 0) return `No label yet. ${lines}`;
  const interval =
    last.lower !== null && last.upper !== null
      ? `interval ${format(last.lower)} to ${format(last.upper)}`
      : 'no interval';
  return `Estimate after ${last.labeled} labels: ${format(last.value)}, ${interval}. ${lines}`;
}
