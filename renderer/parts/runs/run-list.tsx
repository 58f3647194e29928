import { Progress, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Run, RunState } from '../../../shared/contract/index.ts';
import { formatCount } from '../../api/format.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { stateWordsOf } from './run-state.ts';

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
  const hasActions = runs.some(({ actions }) => actions !== undefined);
  return (
    <ScrollBox label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th w={200}>{units}</Table.Th>
            <Table.Th>{resultTitle}</Table.Th>
            {hasActions && (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <RunListRow key={run.id} run={run} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}

function RunListRow({ run }: { run: ListedRun }) {
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink href={run.href}>{run.title}</TextLink>
        <Text size="xs" c="dimmed">
          {run.about}
        </Text>
      </Table.Td>
      <Table.Td>
        {stateWordsOf(run)}
        {run.message !== '' && (
          <Text size="xs" c="dimmed">
            {run.message}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm" mb={4} className="tabular">
          {run.state === 'running' && run.total === 0
            ? 'Starting…'
            : `${formatCount(run.done)} of ${formatCount(run.total)}`}
        </Text>
        <Progress
          size="sm"
          value={(100 * run.done) / Math.max(1, run.total)}
          aria-label={run.progressLabel}
        />
      </Table.Td>
      <Table.Td>{run.result}</Table.Td>
      {run.actions !== undefined && <Table.Td>{run.actions}</Table.Td>}
    </Table.Tr>
  );
}
