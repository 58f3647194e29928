import { Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { MetaEvaluation, ProtocolRun } from '../../../shared/contract/index.ts';
import { formatFixed } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { type MetaChoice, useMetaEvaluation, useProtocolOptions } from '../../parts/protocol-queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import classes from './protocols.module.css';

/** How judges of IQA-EVAL correlate with people, interaction by interaction; nothing without runs of it. */
export function MetaEvaluationSection({ runs }: { runs: readonly ProtocolRun[] }) {
  const [choice, setChoice] = useState<MetaChoice>({ helpfulness: '', fluency: '', workerField: '' });
  const own = runs.filter(({ settings }) => settings.protocol === 'iqa-eval');
  const options = useProtocolOptions(own[0]?.datasetId);
  const criteria = options.data?.criteria ?? [];
  const meta = useMetaEvaluation(criteria.length > 0 ? own : [], choice);
  if (own.length === 0 || criteria.length === 0) return null;
  const select = (field: keyof MetaChoice, label: string, usual: string, names: readonly string[]) => (
    <NativeSelect
      label={label}
      value={choice[field]}
      data={[{ value: '', label: usual }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={({ currentTarget }) => setChoice({ ...choice, [field]: currentTarget.value })}
    />
  );
  return (
    <section aria-labelledby="meta-title">
      <Title order={2} id="meta-title" mb="xs">
        Correlation with people, interaction by interaction
      </Title>
      <div className={classes.fields}>
        {select('helpfulness', 'Helpfulness by people', 'The criterion of that name', criteria)}
        {select('fluency', 'Fluency by people', 'The criterion of that name', criteria)}
        {select('workerField', 'Worker', 'As in the runs', options.data?.fields ?? [])}
      </div>
      {meta.error && <ProblemNote problem={toProblem(meta.error)} />}
      {meta.data?.evaluations.map((one) => (
        <Correlations key={one.evaluation} evaluation={one} />
      ))}
      {meta.data && (
        <Text size="sm" c="dimmed" mt="xs">
          Overall is of the means over both criteria. Intervals: {meta.data.intervalKind}.
        </Text>
      )}
    </section>
  );
}

type Evaluation = MetaEvaluation['evaluations'][number];
type Coefficient = Evaluation['rows'][number]['pearson'];

function Correlations({ evaluation: { evaluation, unit, clusteredBy, rows } }: { evaluation: Evaluation }) {
  return (
    <>
      <Title order={3} my="xs">
        {evaluation}
      </Title>
      <DataTable
        label={`Correlations of ${evaluation}`}
        rows={rows}
        keyOf={({ system, measure }) => `${system ?? ''} ${measure}`}
        columns={[
          { head: 'Systems', namesRow: true, cell: ({ system }) => system ?? 'all together' },
          { head: 'Measure', cell: ({ measure }) => measure },
          { head: 'Units', isNumber: true, cell: ({ units }) => units },
          { head: 'Pearson', cell: ({ pearson }) => <CoefficientText {...pearson} /> },
          { head: 'Spearman', cell: ({ spearman }) => <CoefficientText {...spearman} /> },
        ]}
      />
      <Text size="sm" c="dimmed">
        Unit: {unit}. Kept together by the intervals: {clusteredBy}.
      </Text>
    </>
  );
}

const CoefficientText = ({ value, lower, upper, reason }: Coefficient) => (
  <>
    {value === null ? '–' : formatFixed(value, 3)}
    {lower !== null && upper !== null && ` (${formatFixed(lower)} to ${formatFixed(upper)})`}
    {reason !== null && (
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    )}
  </>
);
