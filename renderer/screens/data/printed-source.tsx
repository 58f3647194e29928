import { Button, CopyButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import type { Scale } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { formatCount, plural } from '../../api/format.ts';
import { useStoppable } from '../../api/use-stoppable.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Panel } from '../../ui/panel.tsx';
import { paths } from '../../ui/place/paths.ts';
import { QueryText } from '../../ui/query-text.tsx';
import { ScaleFields } from '../../ui/scale-fields.tsx';
import { SourceProgressView } from '../../ui/source-progress-view.tsx';
import { engineNames, type PrintedEngine } from './source-draft.ts';
import { type NextStep, SourceStep } from './source-step.tsx';
import { type SourceStudyDraft, SourceStudyFields } from './source-study-fields.tsx';

interface Columns {
  readonly table: string;
  readonly id: string;
  readonly question: string;
  readonly response: string;
  readonly system: string;
  readonly score: string;
  readonly scale: Scale;
  readonly where: string;
}

const noColumns: Columns = {
  ...{ table: '', id: '', question: '', response: '', system: '', score: '', where: '' },
  scale: { min: 0, max: 1, direction: 'higher' },
};

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

interface PrintedSourceProps {
  dialect: PrintedEngine;
  study: SourceStudyDraft;
  onStudy: (part: Partial<SourceStudyDraft>) => void;
}

/** An engine that Assay does not ask: the queries to run there, and the files that come back. */
export function PrintedSource({ dialect, study, onStudy }: PrintedSourceProps) {
  const [columns, setColumns] = useState(noColumns);
  const [histogram, setHistogram] = useState('');
  const [rows, setRows] = useState('');
  const lacks = lacking(columns, study);
  const { seed, preset, ahead } = study;
  const asked = { dialect, source: sourceOf(columns), seed, preset, ahead };
  const key = JSON.stringify(asked);
  const first = useStoppable((question: typeof asked, signal) => api.source.sql(question, { signal }));
  const second = useStoppable((question: typeof asked & { histogram: string }, signal) =>
    api.source.sql(question, { signal }),
  );
  const isFirst = first.data !== undefined && JSON.stringify(first.variables) === key;
  const isSecond =
    isFirst &&
    second.data?.rows != null &&
    JSON.stringify(second.variables) === JSON.stringify({ ...asked, histogram });
  const take = useStoppable(
    (question: typeof asked, signal) => {
      const { criterion, scale, size, name } = study;
      const named = name.trim() === '' ? {} : { name: name.trim() };
      const files = { histogram, rows, size: Math.min(size, second.data?.items ?? size) };
      return api.source.take(
        { ...question, ...files, ...named, criterion: { name: criterion.trim(), scale } },
        { signal },
      );
    },
    ({ id }) => navigate(paths.label(id)),
  );
  const running = [first, second, take].find(({ isPending }) => isPending);
  const next = nextStep();

  function nextStep(): NextStep {
    if (!isFirst) return { words: 'Show the first query', lacks, go: () => first.mutate(asked) };
    if (!isSecond) {
      const open =
        histogram === '' ? `Run the query at ${engineNames[dialect]}, and give back what it says.` : null;
      return {
        words: 'Show the second query',
        lacks: lacks ?? open,
        go: () => second.mutate({ ...asked, histogram }),
      };
    }
    const open = rows === '' ? 'Run the second query, and give back all of its rows.' : null;
    const size = Math.min(study.size, second.data?.items ?? study.size);
    return {
      words: `Draw ${plural(size, 'row')} and start labeling`,
      lacks: lacks ?? open,
      go: () => take.mutate(asked),
    };
  }

  return (
    <>
      <PrintedColumns columns={columns} onChange={(part) => setColumns({ ...columns, ...part })} />
      <SourceStudyFields
        draft={study}
        items={isSecond ? (second.data?.items ?? null) : null}
        hasScore={columns.score.trim() !== ''}
        onChange={onStudy}
      />
      {isFirst && (
        <Panel title="First query: how many rows have which score">
          <Query sql={first.data!.histogram} />
          <FileField label="File with its result" value={histogram} onChange={setHistogram} />
        </Panel>
      )}
      {isSecond && (
        <Panel title="Second query: the rows to copy">
          <Text size="sm">Of {formatCount(second.data?.items ?? 0)} rows. Export the whole result.</Text>
          <Query sql={second.data!.rows!} />
          <FileField label="File with its rows" value={rows} onChange={setRows} />
        </Panel>
      )}
      <SourceStep
        next={next}
        error={take.error ?? second.error ?? first.error}
        running={running && <SourceProgressView label="Reading the file" onStop={running.stop} />}
      />
    </>
  );
}

function lacking(
  { table, id, response, score, scale }: Columns,
  { criterion }: SourceStudyDraft,
): string | null {
  if (table.trim() === '') return 'Name the table.';
  if (id.trim() === '') return 'Say which column names a row.';
  if (response.trim() === '') return 'Say which column holds the reply of the system.';
  if (score.trim() !== '' && !(scale.max > scale.min)) return 'The score needs a range.';
  return criterion.trim() === '' ? 'Say what people rate.' : null;
}

const sourceOf = ({ table, id, question, response, system, score, scale, where }: Columns) => ({
  table: table.trim(),
  id: id.trim(),
  score: score.trim() === '' ? null : { column: score.trim(), scale },
  question: orNull(question),
  response: { system: orNull(system) ?? response.trim(), column: response.trim() },
  where: orNull(where),
});

interface PrintedColumnsProps {
  columns: Columns;
  onChange: (part: Partial<Columns>) => void;
}

/** Names as the engine spells them: nobody here can look them up. */
function PrintedColumns({ columns, onChange }: PrintedColumnsProps) {
  const field = (part: Exclude<keyof Columns, 'scale'>) => ({
    value: columns[part],
    spellCheck: false,
    w: 200,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange({ [part]: event.currentTarget.value }),
  });
  return (
    <Panel title="Table and columns">
      <Text size="sm" c="dimmed">
        Write names as the engine has them. Snowflake’s are mostly in capitals.
      </Text>
      <Group align="flex-start" gap="sm">
        <TextInput label="Table" required placeholder="project.logs.chats" {...field('table')} />
        <TextInput label="Id of the row" required {...field('id')} />
        <TextInput label="Question" {...field('question')} />
        <TextInput label="Response" required {...field('response')} />
        <TextInput label="System" placeholder="its name" {...field('system')} />
        <TextInput label="Score for the draw" {...field('score')} />
      </Group>
      {columns.score.trim() !== '' && (
        <Group gap="sm">
          <Text size="sm">
            Range of <b>{columns.score}</b>
          </Text>
          <ScaleFields name={columns.score} scale={columns.scale} onChange={(scale) => onChange({ scale })} />
        </Group>
      )}
      <Textarea
        label="Only rows where"
        placeholder="day >= '2026-10-01'"
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        value={columns.where}
        onChange={(event) => onChange({ where: event.currentTarget.value })}
      />
    </Panel>
  );
}

/** SQL to copy. */
function Query({ sql }: { sql: string }) {
  return (
    <Stack gap="xs">
      <QueryText sql={sql} />
      <CopyButton value={sql}>
        {({ copied, copy }) => (
          <div>
            <Button variant="default" size="compact-sm" onClick={copy}>
              {copied ? 'Copied' : 'Copy the query'}
            </Button>
          </div>
        )}
      </CopyButton>
    </Stack>
  );
}

interface FileFieldProps {
  label: string;
  value: string;
  onChange: (path: string) => void;
}

function FileField({ label, value, onChange }: FileFieldProps) {
  const [isPicking, setPicking] = useState(false);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <TextInput
          label={label}
          description="CSV, Parquet or JSON lines"
          w={460}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <Button variant="default" onClick={() => setPicking(!isPicking)}>
          Choose…
        </Button>
      </Group>
      {isPicking && (
        <FilePicker
          kind="data"
          onPick={({ path }) => {
            onChange(path);
            setPicking(false);
          }}
          onCancel={() => setPicking(false)}
        />
      )}
    </Stack>
  );
}
