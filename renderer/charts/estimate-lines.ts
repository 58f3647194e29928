import type { EstimatePoint } from '../../shared/contract/index.ts';
import type { LineKind } from './line-style.ts';

/** A number that does not depend on the labels, drawn across the chart. */
export interface ReferenceLine {
  kind: Exclude<LineKind, 'estimate' | 'plainMean'>;
  name: string;
  value: number;
}

interface EndLabel {
  kind: LineKind;
  name: string;
  value: number;
}

/** The name and last value of every line, to be written at its right end. */
export function endLabels(
  points: readonly EstimatePoint[],
  references: readonly ReferenceLine[],
): EndLabel[] {
  const last = points.at(-1);
  const mean = last?.plainMean ?? null;
  return [
    ...(last && last.labeled > 0 ? [{ kind: 'estimate' as const, name: 'Estimate', value: last.value }] : []),
    ...(mean !== null ? [{ kind: 'plainMean' as const, name: 'Plain mean', value: mean }] : []),
    ...references,
  ];
}
