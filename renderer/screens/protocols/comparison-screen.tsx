import { Button, Checkbox, Text, TextInput, Title } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { IqaTable, IqaTableId, ProtocolRun } from '../../../shared/contract/index.ts';
import { iqaTables } from '../../../shared/contract/protocol-tables.ts';
import { isValidatedByPeople, unanswerableRows } from '../../../shared/unanswerable-rows.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import {
  useComparison,
  useIqaTable,
  useProtocolOptions,
  useProtocolRuns,
} from '../../parts/protocol-queries.ts';
import { shareWords } from '../../parts/protocol-words.ts';
import { useValidationQueues, validationKeys } from '../../parts/validation-queries.ts';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { Term } from '../../ui/term.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ComparedRuns } from './compared-runs.tsx';
import { MetaEvaluationSection } from './meta-evaluation.tsx';
import classes from './protocols.module.css';

/** Runs that the user chooses, by systems and beside people. */
export function ProtocolComparisonScreen() {
  const runs = useProtocolRuns();
  const [chosen, setChosen] = useState<number | null>(null);
  const [left, setLeft] = useState<readonly number[]>([]);
  const [criterion, setCriterion] = useState('');
  const scored = runs.data?.filter(({ scores }) => scores !== null) ?? [];
  const datasets = new Map(scored.map(({ datasetId, dataset }) => [datasetId, dataset]));
  const datasetId = chosen ?? [...datasets.keys()][0];
  const options = useProtocolOptions(datasetId);
  const all = scored.filter((run) => run.datasetId === datasetId);
  const own = all.filter(({ id }) => !left.includes(id));
  const comparison = useComparison(own, criterion);
  return (
    <Page>
      <AlterationsNote />
      <PageHeader
        title="Comparison"
        description="Does an automatic evaluation order the systems as people do, and prefer the same one passage by passage?"
      />
      {runs.data && scored.length === 0 && (
        <EmptyState
          order={2}
          title="Nothing to compare yet"
          action={
            <Button component={Link} href={paths.protocols}>
              Go to Protocols
            </Button>
          }
        >
          Run a protocol on two systems or more.
        </EmptyState>
      )}
      {scored.length > 0 && (
        <div className={classes.fields}>
          <NativeSelect
            label="Data set"
            value={String(datasetId ?? '')}
            data={[...datasets].map(([id, name]) => ({ value: String(id), label: name }))}
            onChange={({ currentTarget }) => {
              setChosen(Number(currentTarget.value));
              setCriterion('');
            }}
          />
          <NativeSelect
            label="People's judgment"
            value={criterion}
            data={[
              { value: '', label: 'Judged conversations, if any' },
              ...(options.data?.criteria ?? []).map((name) => ({ value: name, label: name })),
            ]}
            onChange={({ currentTarget }) => setCriterion(currentTarget.value)}
          />
        </div>
      )}
      {all.length > 0 && <RunChoice runs={all} left={left} onChange={setLeft} />}
      {comparison.error && <ProblemNote problem={toProblem(comparison.error)} />}
      {comparison.isPending && own.length > 0 && <LoadingNote label="Comparing" />}
      {comparison.data && own.length > 0 && <ComparedRuns comparison={comparison.data} />}
      <MetaEvaluationSection runs={own} />
      <IqaTableSection runs={own} />
      <UnanswerableTable runs={own} />
    </Page>
  );
}

interface RunChoiceProps {
  runs: readonly ProtocolRun[];
  /** Those that are left out. */
  left: readonly number[];
  onChange: (left: number[]) => void;
}

function RunChoice({ runs, left, onChange }: RunChoiceProps) {
  return (
    <Checkbox.Group
      label="Runs to compare"
      description="Runs of one system in one evaluation count together."
      value={runs.filter(({ id }) => !left.includes(id)).map(({ id }) => String(id))}
      onChange={(chosen) => onChange(runs.map(({ id }) => id).filter((id) => !chosen.includes(String(id))))}
    >
      <div className={classes.runs}>
        {runs.map((run) => (
          <Checkbox
            key={run.id}
            value={String(run.id)}
            label={`Run ${run.id}: ${run.title}`}
            description={`${run.state}, ${plural(run.conversationsDone, 'conversation')}`}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/**
 * How each replayed model tells questions that have no answer from those that have one, beside the conversations that
 * people led and validated.
 */
function UnanswerableTable({ runs }: { runs: readonly ProtocolRun[] }) {
  const queues = useValidationQueues();
  const open = new Set((queues.data ?? []).map(({ runId }) => runId));
  const people = runs.filter((run) => isValidatedByPeople(run) && open.has(run.id));
  const reports = useQueries({
    queries: people.map(({ id: runId }) => ({
      queryKey: [...validationKeys.report, runId],
      queryFn: () => api.validation.report({ runId }),
    })),
  });
  const known = people.flatMap(({ id }, i) => (reports[i]?.data ? [[id, reports[i].data] as const] : []));
  const rows = unanswerableRows(runs, new Map(known));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="unanswerable-title">
      <Title order={2} id="unanswerable-title" mb="xs">
        Questions without an answer
      </Title>
      <DataTable
        label="Questions without an answer"
        rows={rows}
        keyOf={(row) => row.id}
        columns={[
          {
            head: 'Run',
            namesRow: true,
            cell: (row) => (
              <>
                <TextLink href={paths.protocolRun(row.id)}>{row.title}</TextLink>
                {row.isOfPeople && (
                  <Text size="xs" c="dimmed">
                    asked and validated by people
                  </Text>
                )}
              </>
            ),
          },
          { head: 'Conversations', isNumber: true, cell: (row) => formatCount(row.conversations) },
          {
            head: 'Questions',
            isNumber: true,
            cell: (row) => (row.questions === null ? '–' : formatCount(row.questions)),
          },
          { head: 'Have no answer', isNumber: true, cell: (row) => shareWords(row.actualShare) },
          { head: 'Refused by the model', isNumber: true, cell: (row) => shareWords(row.predictedShare) },
          {
            head: (
              <Term meaning="Of the questions that the model refused, the share that has no answer.">
                Precision
              </Term>
            ),
            isNumber: true,
            cell: (row) => shareWords(row.precision),
          },
          {
            head: (
              <Term meaning="Of the questions that have no answer, the share that the model refused.">
                Recall
              </Term>
            ),
            isNumber: true,
            cell: (row) => shareWords(row.recall),
          },
          {
            head: (
              <Term meaning="The share without an answer that follows from the three before it: refused x precision / recall. It equals the first where all rest on the same questions.">
                Implied
              </Term>
            ),
            isNumber: true,
            cell: (row) => shareWords(row.impliedShare),
          },
        ]}
      />
    </section>
  );
}

/** Lays out a table of the IQA-EVAL paper with the chosen runs; nothing without runs of it. */
function IqaTableSection({ runs }: { runs: readonly ProtocolRun[] }) {
  const [table, setTable] = useState<IqaTableId | ''>('');
  const [subset, setSubset] = useState('');
  const own = runs.filter(({ settings }) => settings.protocol === 'iqa-eval');
  const laid = useIqaTable(own, table, subset.includes('=') ? subset : '');
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="iqa-table-title">
      <Title order={2} id="iqa-table-title" mb="xs">
        Tables of the IQA-EVAL paper, with these runs
      </Title>
      <div className={classes.fields}>
        <NativeSelect
          label="Table"
          value={table}
          data={[
            { value: '', label: 'None' },
            ...iqaTables.map((one) => ({ value: one, label: `Table ${one}` })),
          ]}
          onChange={({ currentTarget }) => setTable(currentTarget.value as IqaTableId | '')}
        />
        {table === '15' && (
          <TextInput
            label="Also for items with"
            description="FIELD=VALUE, such as expert=yes"
            value={subset}
            onChange={({ currentTarget }) => setSubset(currentTarget.value)}
          />
        )}
      </div>
      {table !== '' && laid.error && <ProblemNote problem={toProblem(laid.error)} />}
      {table !== '' && laid.data && !laid.error && <LaidOut table={laid.data} />}
    </section>
  );
}

function LaidOut({ table: { table, title, columns, rows, notes } }: { table: IqaTable }) {
  return (
    <>
      <Title order={3} my="xs">
        Table {table}: {title}
      </Title>
      <DataTable
        label={`Table ${table}`}
        rows={rows}
        keyOf={({ label }) => label}
        columns={[
          { namesRow: true, cell: ({ label }) => label },
          ...columns.map(
            ({ group, name }, at): Column<IqaTable['rows'][number]> => ({
              id: `${group} ${name}`,
              head: group === name ? name : `${group}, ${name}`,
              isNumber: true,
              cell: ({ cells }) => cellText(cells[at]!),
            }),
          ),
        ]}
      />
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  );
}

function cellText({ value, deviation }: IqaTable['rows'][number]['cells'][number]): string {
  if (value === null) return '–';
  return deviation === null ? value.toFixed(2) : `${value.toFixed(2)} (±${deviation.toFixed(2)})`;
}
