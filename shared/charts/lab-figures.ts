import type { LabMethod, LabRow, Scale } from '../contract/index.ts';
import { formatPercent, formatScore } from '../number-text.ts';
import type { Chart } from './chart.ts';
import { type Curve, curveChart } from './curve-chart.ts';

type NumberField = {
  [K in keyof LabRow]: number | null extends LabRow[K]
    ? LabRow[K] extends number | null
      ? K
      : never
    : never;
}[keyof LabRow];

/** A figure of the Lab: what it is called, what it means, how it is shown. */
export interface LabFigure {
  field: NumberField;
  name: string;
  /** The question that a chart of it answers. */
  question: string;
  meaning: string;
  unit: 'score' | 'share' | 'square' | 'labels';
}

export const labFigures: readonly LabFigure[] = [
  {
    field: 'rmse',
    name: 'RMSE',
    question: 'How far off is a single run?',
    meaning: 'Root mean squared error of one run: what a user has.',
    unit: 'score',
  },
  {
    field: 'meanAbsError',
    name: 'Mean error',
    question: 'How far off is a single run on average?',
    meaning: 'Mean absolute error of one run.',
    unit: 'score',
  },
  {
    field: 'bias',
    name: 'Bias',
    question: 'Does a method lean to one side?',
    meaning: 'Mean of all runs minus the full evaluation.',
    unit: 'score',
  },
  {
    field: 'consistencySingleRun',
    name: 'Consistency, one run',
    question: 'How consistent is a single run with the full evaluation?',
    meaning: '1 - |error| / |full evaluation|, the mean over single runs.',
    unit: 'share',
  },
  {
    field: 'consistencyOfMean',
    name: 'Consistency of the mean',
    question: 'How consistent is the mean of all runs with the full evaluation?',
    meaning: 'The same for the mean of all runs, as HumCoE reports it. Nobody labels that often.',
    unit: 'share',
  },
  {
    field: 'tauV',
    name: 'τ_v',
    question: 'How much do runs scatter?',
    meaning: 'Variance of the runs around their mean (HumCoE, Eq. 6).',
    unit: 'square',
  },
  {
    field: 'tauE',
    name: 'τ_e',
    question: 'How large is the squared error of a run?',
    meaning: 'Mean squared error of the runs (HumCoE, Eq. 6): variance plus squared bias.',
    unit: 'square',
  },
  {
    field: 'equalErrorLabels',
    name: 'Equal error',
    question: 'How many labels of a plain random sample is a method worth?',
    meaning: 'Labels with which the mean of a simple random sample has the same RMSE.',
    unit: 'labels',
  },
  {
    field: 'coverage',
    name: 'Coverage',
    question: 'How often does the interval hold the full evaluation?',
    meaning: 'Share of runs whose interval holds the full evaluation after this many labels.',
    unit: 'share',
  },
  {
    field: 'coverageAllT',
    name: 'Coverage, all looks',
    question: 'How often does the interval hold at every look?',
    meaning: 'Share of runs whose interval held the full evaluation after every label up to here.',
    unit: 'share',
  },
  {
    field: 'meanHalfWidth',
    name: 'Half-width',
    question: 'How wide is the interval?',
    meaning: 'Mean half-width of the interval.',
    unit: 'score',
  },
];

export const figureOf = (field: string): LabFigure =>
  labFigures.find((figure) => figure.field === field) ?? labFigures[0]!;

/** A figure as it is shown; a dash where there is none. */
export function figureText(value: number | null, { unit }: LabFigure, scale: Scale): string {
  if (value === null) return '–';
  switch (unit) {
    case 'score':
      return formatScore(value, { min: 0, max: scale.max - scale.min });
    case 'share':
      return formatPercent(value);
    case 'labels':
      return Number(value.toPrecision(2)).toLocaleString('en');
    case 'square':
      return Number(value.toPrecision(2)).toLocaleString('en', { maximumFractionDigits: 6 });
  }
}

/** Far off by construction; it would press all other lines flat, and stands in the tables. */
export const hiddenAtFirst: readonly string[] = ['random-sample'];

/**
 * Methods in the order of their looks, those most often shown first: a method has one color in every chart of every run.
 * One that is not named here has a look after them.
 */
export const methodLooks: readonly string[] = [
  ...['calibrated', 'plain-mean', 'humcoe', 'lure', 'ppi-plus-plus', 'surrogate-only', 'student-t'],
  ...['mcm', 'humcoe-random-sample', 'humcoe-no-calibration', 'hmceval', 'hajek', 'ppi', 'top-k'],
  ...['active-inference', 'one-look', 'greg', 'isotonic', 'stratified-mean', 'spread', 'rogan-gladen'],
  ...['shrunk-difference', 'lure-error', 'hansen-hurwitz', 'top-k-hybrid'],
];

/** A figure as lines; methods without it have none. */
export function curvesOf(
  rows: readonly LabRow[],
  methods: readonly LabMethod[],
  { field }: LabFigure,
): Curve[] {
  const unnamed = methods.flatMap(({ id }) => (methodLooks.includes(id) ? [] : [id]));
  const looks = [...methodLooks, ...unnamed];
  return methods.flatMap(({ id, name }) => {
    const points = rows.flatMap((row) => {
      const value = row[field];
      return row.method === id && value !== null ? [{ budget: row.budget, value }] : [];
    });
    return points.length > 0 ? [{ id, name, points, look: looks.indexOf(id) }] : [];
  });
}

interface FigureChart {
  curves: readonly Curve[];
  figure: LabFigure;
  scale: Scale;
  alpha: number;
  height: number;
}

/** One figure of the methods over the number of labels. Shares reach up to 1, and down to what is promised of them. */
export function labFigureChart({ curves, figure, scale, alpha, height }: FigureChart): Chart {
  return curveChart({
    curves,
    summary: summaryOf(curves, figure, scale),
    yLabel: figure.name,
    format: (value) => figureText(value, figure, scale),
    include: figure.field.startsWith('coverage') ? [1 - alpha, 1] : figure.unit === 'share' ? [1] : [0],
    height,
  });
}

function summaryOf(curves: readonly Curve[], figure: LabFigure, scale: Scale): string {
  const ends = curves.map(({ name, points }) => {
    const { budget, value } = points.at(-1)!;
    return `${name} ${figureText(value, figure, scale)} at ${budget} labels`;
  });
  return ends.length === 0 ? 'No method has this figure.' : `${figure.name}: ${ends.join(', ')}.`;
}
