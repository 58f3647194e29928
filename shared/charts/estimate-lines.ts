import type { EstimatePoint, EstimateReport, Scale } from '../contract/index.ts';
import { reworded } from '../page-words.ts';
import { series, strong } from '../palette.ts';

type LineKind = 'estimate' | 'plainMean' | 'surrogate' | 'judge' | 'full' | 'zero';

/** How a line of the estimate chart looks: a colour that also has its own dash, and is named beside the line. */
interface LineStyle {
  color: string;
  dash: string;
  width: number;
}

export const lineStyles: Readonly<Record<LineKind, LineStyle>> = {
  estimate: { color: strong, dash: 'none', width: 3 },
  plainMean: { color: series.vermillion, dash: '6 3', width: 1.5 },
  surrogate: { color: series.green, dash: '2 3', width: 1.75 },
  judge: { color: series.purple, dash: '10 3 2 3', width: 1.5 },
  full: { color: 'currentColor', dash: '14 4', width: 1.5 },
  zero: { color: 'currentColor', dash: 'none', width: 1 },
};

/** A number that does not depend on the labels, drawn across the chart. */
export interface ReferenceLine {
  kind: Exclude<LineKind, 'estimate' | 'plainMean'>;
  name: string;
  value: number;
}

const MOST_JUDGES = 2;

/** The numbers that stand beside the estimate: the surrogate alone, other judges, and the truth where it is known. */
export function referenceLines(report: EstimateReport): ReferenceLine[] {
  const surrogate = surrogateOnly(report);
  const judges = report.judges.filter((judge) => !judge.alsoSurrogate).slice(0, MOST_JUDGES);
  const full = report.fullEvaluation;
  return [
    ...(report.comparison ? [{ kind: 'zero' as const, name: 'No difference', value: 0 }] : []),
    ...(surrogate === null ? [] : [{ kind: 'surrogate' as const, name: 'Machine score', value: surrogate }]),
    ...judges.map(({ name, value }) => ({ kind: 'judge' as const, name, value })),
    ...(full
      ? [
          {
            kind: 'full' as const,
            name: full.complete ? 'Full evaluation' : 'Imported part',
            value: full.value,
          },
        ]
      : []),
  ];
}

/** What the surrogate alone says, or null when there is none. */
export function surrogateOnly(report: EstimateReport): number | null {
  return report.estimates.find(({ method }) => method === 'surrogate-only')?.value ?? null;
}

/** A point of the chart: without an estimate where nothing is known, and without a plain mean where there is none. */
export type ShownPoint = Omit<EstimatePoint, 'value'> & { readonly value: number | null };

/**
 * The points of the chart, by what the table beside it can estimate: before the first label only a machine score says
 * something, and after a skip labels alone have no plain mean.
 */
export function shownPoints(
  report: EstimateReport,
  history: readonly EstimatePoint[],
): readonly ShownPoint[] {
  const hasPlainMean = report.skipped.count === 0;
  const isKnownBefore = surrogateOnly(report) !== null;
  const shown = history.map((point) => ({
    ...point,
    value: point.labeled > 0 || isKnownBefore ? point.value : null,
    plainMean: hasPlainMean ? point.plainMean : null,
  }));
  return reworded<readonly ShownPoint[]>(shown, history, 11);
}

interface EndLabel {
  kind: LineKind;
  name: string;
  value: number;
}

/** The name and last value of every line, to be written at its right end. */
export function endLabels(points: readonly ShownPoint[], references: readonly ReferenceLine[]): EndLabel[] {
  const last = points.at(-1);
  const mean = last?.plainMean ?? null;
  return [
    ...(last && last.value !== null && last.labeled > 0
      ? [{ kind: 'estimate' as const, name: 'Estimate', value: last.value }]
      : []),
    ...(mean !== null ? [{ kind: 'plainMean' as const, name: 'Plain mean', value: mean }] : []),
    ...references,
  ];
}

/**
 * The part of the scale worth drawing: estimate, plain mean and reference lines in full, the band from a fifth of
 * the labels on (before that it is nearly the whole scale and would flatten all the rest), never outside the scale.
 */
export function fittedDomain(
  points: readonly ShownPoint[],
  references: readonly ReferenceLine[],
  scale: Scale,
): [number, number] {
  const span = scale.max - scale.min;
  const settled = points.slice(Math.floor(points.length / 5));
  const shown = [
    ...points.map((point) => point.value),
    ...settled.flatMap((point) => [point.lower, point.upper, point.plainMean]),
    ...references.map((line) => line.value),
  ].filter((value): value is number => value !== null && Number.isFinite(value));
  if (shown.length === 0) return [scale.min, scale.max];
  const low = Math.min(...shown);
  const high = Math.max(...shown);
  const room = Math.max((high - low) * 0.08, span * 0.02);
  // A value may lie outside the scale (a hardness draw without interval): then the axis follows it.
  return [Math.max(low - room, Math.min(scale.min, low)), Math.min(high + room, Math.max(scale.max, high))];
}
