import type { LabMethod, LabRow, LabRun } from '../../shared/contract/index.ts';
import { lookPlanWords } from '../../shared/plan-words.ts';
import { type Column, onRight, table } from './table.ts';
import { count, figure, percent } from './words.ts';

const columns: readonly Column[] = [
  { title: 'Method' },
  ...['Labels', 'Bias', 'RMSE', 'One run', 'Of the mean', 'Equal error', 'Coverage', 'All looks', '+/-'].map(
    onRight,
  ),
];

/** Back-tests as a table for each system. */
export function labText(
  rows: readonly LabRow[],
  methods: readonly LabMethod[],
  { request: { plan, labelFirst, disagreement }, populations }: Pick<LabRun, 'request' | 'populations'>,
): string {
  const names = new Map(methods.map(({ id, name }) => [id, name]));
  const systems = Map.groupBy(rows, ({ system }) => system);
  const parts = [...systems.values()].map((group) => {
    const { dataset, system, criterion, surrogate, N, truth, seeds } = group[0]!;
    return [
      `${system}, ${criterion} on ${dataset}: full evaluation ${figure(truth)} over ${count(N)} items, machine score: ${surrogate}, ${count(seeds)} runs, ${lookPlanWords(plan)}.`,
      ...populations
        .filter((one) => one.system === system)
        .map(
          ({ uncertainty }) =>
            `Uncertainty: ${uncertainty}. HMCEval has people label the most ${labelFirst}; MCM treats a machine score below ${disagreement} for a disagreement.`,
        ),
      '',
      table(
        columns,
        group.map((row) => cells(row, names.get(row.method) ?? row.method)),
      ),
      ...reasons(group, names),
    ].join('\n');
  });
  return [
    ...parts,
    'RMSE, coverage and "One run" (consistency) are of single runs. "Of the mean" is the consistency of their mean.',
    'Coverage is that after so many labels, "All looks" that at every label up to there.',
    '"Equal error" is the size of a simple random sample whose mean has the same RMSE.',
  ].join('\n\n');
}

const or = (value: number | null, show: (value: number) => string): string =>
  value === null ? '-' : show(value);

function cells(row: LabRow, name: string): string[] {
  return [
    name,
    count(row.budget),
    or(row.bias, figure),
    or(row.rmse, figure),
    or(row.consistencySingleRun, percent),
    or(row.consistencyOfMean, percent),
    or(row.equalErrorLabels, (labels) => String(Number(labels.toPrecision(2)))),
    or(row.coverage, percent),
    or(row.coverageAllT, percent),
    or(row.meanHalfWidth, figure),
  ];
}

/** Why rows are empty, once for each method. */
function reasons(rows: readonly LabRow[], names: ReadonlyMap<string, string>): string[] {
  const empty = rows.filter(({ meanEstimate }) => meanEstimate === null);
  const first = new Map(empty.map((row) => [row.method, row]));
  return [...first.values()].map(
    ({ method, reason }) => `${names.get(method) ?? method}: not estimable where empty: ${reason}.`,
  );
}
