import * as Plot from '@observablehq/plot';
import { series } from '../palette.ts';
import type { Chart } from './chart.ts';
import { spreadLabels } from './direct-labels.ts';

/** One line of a chart: a method and its values over the numbers of labels. */
export interface Curve {
  id: string;
  name: string;
  points: readonly { budget: number; value: number }[];
  /** Which of the looks it has, so that it is the same in every chart; its place among the curves where left out. */
  look?: number;
}

interface CurveChart {
  curves: readonly Curve[];
  summary: string;
  yLabel: string;
  format: (value: number) => string;
  /** Values that the axis reaches at least. */
  include: readonly number[];
  height: number;
}

const colors = [
  series.blue,
  series.vermillion,
  series.green,
  series.purple,
  series.orange,
  series.skyBlue,
  'currentColor',
];
const dashes = [undefined, '6 3', '10 3 2 3', '2 3', '14 4', '4 2'];
const symbols = ['circle', 'triangle', 'square', 'diamond', 'star', 'cross', 'wye'] as const;
const letters = { circle: '●', triangle: '▲', square: '■', diamond: '◆', star: '★', cross: '✚', wye: 'Y' };

/** How many looks there are until one comes again. */
export const LOOKS = colors.length * dashes.length;

/** A color with a dash and a mark, so that no line is known by its color alone. */
function lookOf({ look }: Curve, place: number) {
  const at = (look ?? place) % LOOKS;
  const round = Math.floor(at / colors.length);
  return {
    color: colors[at % colors.length]!,
    dash: dashes[(at + round) % dashes.length],
    symbol: symbols[(at + 2 * round) % symbols.length]!,
  };
}

/** The mark of a curve as a letter, for charts too narrow to name it. */
export const markOf = (curve: Curve, place: number): string => letters[lookOf(curve, place).symbol];

const margin = { top: 28, bottom: 44, left: 64, right: 224 };
const LABEL_GAP = 17;
const NARROW = 560;

/** Curves over the number of labels, each named at its end; on a narrow page only by its mark and the table. */
export function curveChart({ curves, summary, yLabel, format, include, height }: CurveChart): Chart {
  const values = [...curves.flatMap(({ points }) => points.map(({ value }) => value)), ...include];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const pad = (high - low || 1) * 0.05;
  const domain: [number, number] = [low - pad, high + pad];
  const budgets = budgetsIn(curves);
  return {
    summary,
    optionsOn: ({ width }) => ({
      height,
      marginTop: margin.top,
      marginBottom: margin.bottom,
      marginLeft: margin.left,
      marginRight: width < NARROW ? 16 : margin.right,
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
        // The first, which is asked about, is drawn last: over the others.
        ...curves.map(curveMarks).toReversed().flat(),
        ...(width < NARROW ? [] : nameMarks(curves, domain, height)),
      ],
    }),
  };
}

/** The numbers of labels at which there is a value, in order. */
export const budgetsIn = (curves: readonly Curve[]): number[] =>
  [...new Set(curves.flatMap(({ points }) => points.map(({ budget }) => budget)))].sort((a, b) => a - b);

function curveMarks(curve: Curve, place: number): Plot.Markish[] {
  const { points } = curve;
  const { color, dash, symbol } = lookOf(curve, place);
  const line = { x: 'budget', y: 'value' };
  return [
    Plot.lineY(points, {
      ...line,
      stroke: color,
      strokeWidth: 2,
      ...(dash !== undefined && { strokeDasharray: dash }),
    }),
    Plot.dot(points, { ...line, fill: color, symbol, r: 3.5 }),
  ];
}

/** Names with their marks at the right end of the chart, moved apart where curves meet. */
function nameMarks(
  curves: readonly Curve[],
  [low, high]: readonly [number, number],
  height: number,
): Plot.Markish[] {
  const inner = height - margin.top - margin.bottom;
  const end = budgetsIn(curves).at(-1) ?? 0;
  const ends = curves.flatMap((curve, place) => {
    const last = curve.points.at(-1);
    const at = last && margin.top + ((high - last.value) / (high - low)) * inner;
    return at === undefined ? [] : [{ text: curve.name, at, look: lookOf(curve, place) }];
  });
  return spreadLabels(ends, LABEL_GAP, margin.top, height - margin.bottom).flatMap(
    ({ text, placed, look }) => {
      const y = high - ((placed - margin.top) / inner) * (high - low);
      return [
        Plot.dot([0], { x: end, y, dx: 12, r: 3.5, fill: look.color, symbol: look.symbol }),
        Plot.text([text], {
          x: end,
          y,
          dx: 22,
          textAnchor: 'start',
          fill: 'currentColor',
          text: (name: string) => name,
        }),
      ];
    },
  );
}
