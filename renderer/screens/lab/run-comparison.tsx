import { useState } from 'react';
import { figureOf, figureText } from '../../../shared/charts/lab-figures.ts';
import type { LabRow, LabRun } from '../../../shared/contract/index.ts';
import { formatInstant } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import classes from './lab.module.css';
import { useLabRun, useLabRuns } from './lab-queries.ts';

const compared = ['rmse', 'consistencySingleRun', 'coverageAllT', 'meanHalfWidth'] as const;

/** Another back-test beside this one, where both tried the same method with as many labels on the same system. */
export function RunComparison({ run }: { run: LabRun }) {
  const [otherId, setOtherId] = useState<number | null>(null);
  const runs = useLabRuns();
  const other = useLabRun(otherId);
  const others = (runs.data ?? []).filter(({ id }) => id !== run.id);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="compare-title">
      <div className={classes.head}>
        <h2 id="compare-title" className={classes.heading}>
          Beside another back-test
        </h2>
        <NativeSelect
          size="xs"
          aria-label="Other back-test"
          value={String(otherId ?? '')}
          onChange={(event) => setOtherId(Number(event.currentTarget.value) || null)}
          data={[
            { value: '', label: 'Choose one' },
            ...others.map(({ id, measureName, datasetName, createdAt }) => ({
              value: String(id),
              label: `${id}: ${measureName}, ${datasetName}, ${formatInstant(createdAt)}`,
            })),
          ]}
        />
      </div>
      {other.error && <ProblemNote problem={toProblem(other.error)} />}
      {other.data && <RunsBeside run={run} other={other.data} />}
    </section>
  );
}

function RunsBeside({ run, other }: { run: LabRun; other: LabRun }) {
  const pairs = pairedRows(run.rows, other.rows);
  if (pairs.length === 0) return <p>No method was tried in both on the same system with as many labels.</p>;
  const scale = run.populations[0]!.scale;
  return (
    <DataTable
      label="Both back-tests"
      maxHeight={420}
      rows={pairs}
      keyOf={([here]) => `${here.system} ${here.method} ${here.budget}`}
      columns={[
        { head: 'System', cell: ([here]) => here.system },
        { head: 'Method', cell: ([here]) => run.methods.find(({ id }) => id === here.method)?.name },
        { head: 'Labels', isNumber: true, cell: ([here]) => here.budget },
        ...compared.map((field) => ({
          id: field,
          head: <>{figureOf(field).name}, here and there</>,
          isNumber: true,
          cell: ([here, there]: [LabRow, LabRow]) => (
            <>
              {figureText(here[field], figureOf(field), scale)} ·{' '}
              {figureText(there[field], figureOf(field), scale)}
            </>
          ),
        })),
      ]}
    />
  );
}

/** Rows of the same system, method and number of labels. */
function pairedRows(here: readonly LabRow[], there: readonly LabRow[]): [LabRow, LabRow][] {
  return here.flatMap((row): [LabRow, LabRow][] => {
    const twin = there.find(
      ({ system, method, budget, criterion }) =>
        system === row.system &&
        method === row.method &&
        budget === row.budget &&
        criterion === row.criterion,
    );
    return twin ? [[row, twin]] : [];
  });
}
