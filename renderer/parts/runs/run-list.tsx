import { Progress, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Run, RunState } from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { reasonWords, stateWordsOf } from './run-state.ts';

/** A run of any kind, as a list shows it. */
export interface ListedRun {
  readonly id: number;
  readonly href: string;
  readonly title: string;
  readonly about: string;
  readonly state: RunState;
  /** Of judges and generations: how often what became of a score or text. */
  readonly outcomes?: Run['outcomes'];
  readonly message: string;
  readonly done: number;
  readonly total: number;
  readonly progressLabel: string;
  /** Outcome. */
  readonly result: ReactNode;
  readonly actions?: ReactNode;
}

interface RunListProps {
  readonly label: string;
  /** What progress is counted in. */
  readonly units: string;
  readonly resultTitle: string;
  readonly runs: readonly ListedRun[];
}

/** Runs, the latest first: how far they are and what came of them. */
export function RunList({ label, units, resultTitle, runs }: RunListProps) {
  return (
    <DataTable
      label={label}
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Run',
          width: '22%',
          cell: (run) => (
            <>
              <TextLink href={run.href}>{run.title}</TextLink>
              <Text size="xs" c="dimmed">
                {run.about}
              </Text>
            </>
          ),
        },
        {
          head: 'State',
          cell: (run) => (
            <>
              {stateWordsOf(run)}
              {run.message !== '' && (
                <Text size="xs" c="dimmed">
                  {reasonWords(run)}
                </Text>
              )}
            </>
          ),
        },
        { head: units, width: 200, cell: (run) => <Done run={run} /> },
        { head: resultTitle, cell: ({ result }) => result },
        runs.some(({ actions }) => actions !== undefined) && {
          head: <VisuallyHidden>Actions</VisuallyHidden>,
          cell: ({ actions }) => actions,
        },
      ]}
    />
  );
}

function Done({ run }: { run: ListedRun }) {
  return (
    <>
      <Text size="sm" mb={4} className="tabular">
        {run.state === 'running' && run.total === 0
          ? 'Starting…'
          : `${formatCount(run.done)} of ${formatCount(run.total)}`}
      </Text>
      <Progress size="sm" value={(100 * run.done) / Math.max(1, run.total)} aria-label={run.progressLabel} />
    </>
  );
}
