import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useDatasets } from '../../api/queries.ts';
import { useProtocolRuns } from '../../parts/protocol-queries.ts';
import { runHeadline } from '../../parts/protocol-words.ts';
import { type ListedRun, RunList } from '../../parts/runs/run-list.tsx';
import { AlterationsNote } from '../../ui/alterations-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { ProtocolRunForm } from './new-protocol-run.tsx';

/** Runs of conversational protocols, and the start of a new one. */
export function ProtocolsScreen() {
  const runs = useProtocolRuns();
  const datasets = useDatasets();
  const [isNew, setNew] = useState(false);
  const hasData = (datasets.data?.length ?? 0) > 0;
  return (
    <Page>
      <AlterationsNote />
      <PageHeader
        title="Protocols"
        description="Automatic evaluations of a conversational model: replays, interviews, simulated users. Set them beside people to see what they are worth."
        actions={hasData && !isNew && <Button onClick={() => setNew(true)}>New run</Button>}
      />
      {runs.error && <ProblemNote problem={toProblem(runs.error)} />}
      {runs.isPending && <LoadingNote label="Reading the runs" />}
      {isNew && <ProtocolRunForm onClose={() => setNew(false)} />}
      {datasets.data && !hasData && (
        <EmptyState
          order={2}
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
          order={2}
          title="No run yet"
          icon={<IconMessages size={32} stroke={1.5} aria-hidden />}
          action={<Button onClick={() => setNew(true)}>New run</Button>}
        >
          Start with Auto-Gold on responses that came with the data: it needs no model and takes a moment.
        </EmptyState>
      )}
      {runs.data && runs.data.length > 0 && (
        <RunList
          label="Protocol runs"
          units="Conversations"
          resultTitle="Score"
          runs={runs.data.map(runsListed)}
        />
      )}
    </Page>
  );
}

const runsListed = (run: ProtocolRun): ListedRun => ({
  id: run.id,
  href: paths.protocolRun(run.id),
  title: run.title,
  about: `run ${run.id}, on ${run.dataset}`,
  state: run.state,
  message: run.message,
  done: run.conversationsDone,
  total: run.conversations,
  progressLabel: `Conversations of run ${run.id}`,
  result: run.scores ? runHeadline(run.scores) : 'none yet',
});
