import { Button, Progress, Table, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { formatCount } from '../../app/format.ts';
import { paths } from '../../app/paths.ts';
import { ScrollBox } from '../../charts/scroll-box.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { NewProtocolRun } from './new-protocol-run.tsx';
import { useProtocolRuns } from './protocol-queries.ts';
import { ProtocolTabs } from './protocol-tabs.tsx';
import { headline, stateWords } from './protocol-words.ts';

/** Runs of conversational protocols, and the start of a new one. */
export function ProtocolsScreen() {
  const runs = useProtocolRuns();
  const datasets = useDatasets();
  const [isNew, setNew] = useState(false);
  const hasData = (datasets.data?.length ?? 0) > 0;
  return (
    <Page>
      <PageHeader
        title="Protocols"
        description="Automatic evaluations of a conversational model: replays, interviews, simulated users. Set them beside people to see what they are worth."
        actions={hasData && !isNew && <Button onClick={() => setNew(true)}>New run</Button>}
      />
      <ProtocolTabs />
      {runs.error && <ProblemNote problem={toProblem(runs.error)} />}
      {runs.isPending && <LoadingNote label="Reading the runs" />}
      {isNew && <NewProtocolRun onClose={() => setNew(false)} />}
      {datasets.data && !hasData && (
        <EmptyState
          title="Import conversations first"
          icon={<IconMessages size={32} stroke={1.5} aria-hidden />}
          action={
            <Button component={Link} href={paths.importData}>
              Import data
            </Button>
          }
        >
          A protocol goes through conversations with gold answers, such as CoQA or QuAC, or your own.
        </EmptyState>
      )}
      {hasData && runs.data?.length === 0 && !isNew && (
        <EmptyState
          title="No run yet"
          icon={<IconMessages size={32} stroke={1.5} aria-hidden />}
          action={<Button onClick={() => setNew(true)}>New run</Button>}
        >
          Start with Auto-Gold on responses that came with the data: it needs no model and takes a moment.
        </EmptyState>
      )}
      {runs.data && runs.data.length > 0 && <RunsTable runs={runs.data} />}
    </Page>
  );
}

function RunsTable({ runs }: { runs: readonly ProtocolRun[] }) {
  return (
    <ScrollBox label="Protocol runs">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Run</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th w={200}>Conversations</Table.Th>
            <Table.Th>Score</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map((run) => (
            <Table.Tr key={run.id}>
              <Table.Td>
                <TextLink href={paths.protocolRun(run.id)}>{run.title}</TextLink>
                <Text size="xs" c="dimmed">
                  run {run.id}, on {run.dataset}
                </Text>
              </Table.Td>
              <Table.Td>{stateWords[run.state]}</Table.Td>
              <Table.Td>
                <Text size="sm" mb={4} className="tabular">
                  {formatCount(run.conversationsDone)} of {formatCount(run.conversations)}
                </Text>
                <Progress
                  size="sm"
                  value={(100 * run.conversationsDone) / Math.max(1, run.conversations)}
                  aria-label={`Conversations of run ${run.id}`}
                />
              </Table.Td>
              <Table.Td>{run.scores ? headline(run.scores) : 'none yet'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
