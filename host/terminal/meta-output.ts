import type { MetaEvaluation } from '../../shared/contract/index.ts';
import { onRight, table } from './table.ts';

type Row = MetaEvaluation['evaluations'][number]['rows'][number];

/** Correlations of judges with people, evaluation by evaluation. */
export function metaEvaluationText({ evaluations, criteria, intervalKind }: MetaEvaluation): string {
  return [
    ...evaluations.map(({ evaluation, unit, clusteredBy, rows }) =>
      [`${evaluation}, by ${unit}; intervals keep together: ${clusteredBy}`, rowsText(rows)].join('\n'),
    ),
    `People: ${criteria.map(({ measure, criterion }) => `${measure} by ${criterion}`).join(', ')}. Overall is of the means over both.`,
    `Intervals: ${intervalKind}.`,
  ].join('\n\n');
}

const rowsText = (rows: readonly Row[]): string =>
  table(
    [
      { title: 'Systems' },
      { title: 'Measure' },
      onRight('Units'),
      onRight('Clusters'),
      { title: 'Pearson' },
      { title: 'Spearman' },
    ],
    rows.map(({ system, measure, units, clusters, pearson, spearman }) => [
      system ?? 'all together',
      measure,
      String(units),
      String(clusters),
      coefficientText(pearson),
      coefficientText(spearman),
    ]),
  );

function coefficientText({ value, lower, upper, reason }: Row['pearson']): string {
  if (value === null) return reason ?? '-';
  const range = lower === null || upper === null ? reason : `${lower.toFixed(2)} to ${upper.toFixed(2)}`;
  return `${value.toFixed(3)} (${range})`;
}
