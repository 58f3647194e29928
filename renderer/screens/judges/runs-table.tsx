import { Progress, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Run } from '../../../shared/contract/index.ts';
import { formatCount } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RunActions } from './run-actions.tsx';
import { outcomesWords, stateWords, usageWords } from './run-words.ts';

/** Runs, the latest first: how far they are and what they used. */
export function RunsTable({ runs }: { runs: readonly Run[] }) {
  return (
    <ScrollBox label="Runs">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th w={200}>Replies</Table.Th>
            <Table.Th>What came of it</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <TextLink href={paths.run(run.id)}>{run.title}</TextLink>
                <Text size="xs" c="dimmed">
                  {run.model} at {run.endpoint}, on {run.dataset}
                </Text>
              </Table.Td>
              <Table.Td>
                {stateWords[run.state]}
                {run.message !== '' && (
                  <Text size="xs" c="dimmed">
                    {run.message}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm" mb={4} className="tabular">
                  {formatCount(run.callsDone)} of {formatCount(run.calls)}
                </Text>
                <Progress
                  size="sm"
                  value={(100 * run.callsDone) / Math.max(1, run.calls)}
                  aria-label={`Replies of ${run.title}`}
                />
              </Table.Td>
              <Table.Td>
                {outcomesWords(run)}
                <Text size="xs" c="dimmed">
                  {usageWords(run)}
                </Text>
              </Table.Td>
              <Table.Td>
                <RunActions run={run} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
