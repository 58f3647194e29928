import { Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Judge, Run } from '../../../shared/contract/index.ts';
import { scaleEnds } from '../../../shared/number-text.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { isNewestVersion } from '../../parts/judge-choices.ts';
import { useEndpoints, useJudges, useJudgeWatches, useRuns } from '../../parts/judge-queries.ts';
import { type ListedRun, RunList } from '../../parts/runs/run-list.tsx';
import { outcomesWords, usageWords } from '../../parts/runs/run-words.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { Term } from '../../ui/term.tsx';
import { Drift } from './drift.tsx';
import { JudgeForm } from './judge-form.tsx';
import { JudgeRunActions } from './judge-run-actions.tsx';
import { NewGeneration } from './new-generation.tsx';
import { NewJudgeRun } from './new-judge-run.tsx';
import { StudyFromRun } from './study-from-run.tsx';

type JudgePanelName =
  | { kind: 'judge'; judge: Judge | null }
  | { kind: 'generation' }
  | { kind: 'run'; judge: Judge }
  | null;

/** LLM judges and what they have been asked. */
export function JudgesScreen() {
  const endpoints = useEndpoints();
  const judges = useJudges();
  const runs = useRuns();
  const watches = useJudgeWatches();
  const [panel, setPanel] = useState<JudgePanelName>(null);
  const error = endpoints.error ?? judges.error ?? runs.error ?? watches.error;
  const close = () => setPanel(null);
  const hasEndpoint = (endpoints.data?.length ?? 0) > 0;
  return (
    <Page>
      <PageHeader
        title="Judges"
        description={
          <>
            Language models that give every item a <Term word="judge score">judge score</Term>. It guides
            which items people see and steadies the number. Labels show how far to trust it.
          </>
        }
        // Not before it is known where they stand: a button that moves is missed.
        actions={
          hasEndpoint &&
          judges.data && <NewButtons hasNoJudge={judges.data.length === 0} onPanel={setPanel} />
        }
      />
      {error && <ProblemNote problem={toProblem(error)} />}
      {endpoints.isPending && <LoadingNote label="Reading the judges" />}
      {panel?.kind === 'judge' && <JudgeForm key={panel.judge?.id} judge={panel.judge} onClose={close} />}
      {panel?.kind === 'generation' && <NewGeneration onClose={close} />}
      {panel?.kind === 'run' && <NewJudgeRun key={panel.judge.id} judge={panel.judge} onClose={close} />}
      {endpoints.data && !hasEndpoint && <NoEndpoint />}
      {hasEndpoint && judges.data?.length === 0 && !panel && (
        <EmptyState
          order={2}
          title="No judge yet"
          action={<Button onClick={() => setPanel({ kind: 'judge', judge: null })}>New judge</Button>}
        >
          A judge is a prompt and a model. Several ready prompts come with Assay; you can write your own.
        </EmptyState>
      )}
      {judges.data && judges.data.length > 0 && (
        <section aria-labelledby="judges-title">
          <Title order={2} id="judges-title" mb="xs">
            Judges
          </Title>
          <JudgesTable
            judges={judges.data}
            onRun={(judge) => setPanel({ kind: 'run', judge })}
            onChange={(judge) => setPanel({ kind: 'judge', judge })}
          />
        </section>
      )}
      {watches.data && watches.data.length > 0 && <Drift watches={watches.data} />}
      {runs.data && runs.data.length > 0 && <JudgeRuns runs={runs.data} />}
    </Page>
  );
}

interface NewButtonsProps {
  hasNoJudge: boolean;
  onPanel: (panel: JudgePanelName) => void;
}

function NewButtons({ hasNoJudge, onPanel }: NewButtonsProps) {
  return (
    <Button.Group>
      {!hasNoJudge && <Button onClick={() => onPanel({ kind: 'judge', judge: null })}>New judge</Button>}
      <Button variant="default" onClick={() => onPanel({ kind: 'generation' })}>
        Generate replies…
      </Button>
    </Button.Group>
  );
}

function NoEndpoint() {
  return (
    <EmptyState
      order={2}
      title="Connect a model first"
      icon={<IconScale size={32} stroke={1.5} aria-hidden />}
      action={
        <Button component={Link} href={paths.endpoints}>
          Add an endpoint
        </Button>
      }
    >
      Any server with OpenAI's protocol works, such as a provider's, Ollama, llama.cpp, LM Studio or vLLM.
      Nothing is sent before you start a run.
    </EmptyState>
  );
}

function JudgeRuns({ runs }: { runs: readonly Run[] }) {
  return (
    <section aria-labelledby="runs-title">
      <Title order={2} id="runs-title" mb="xs">
        Runs
      </Title>
      <RunList label="Runs" units="Requests" resultTitle="Outcome" runs={runs.map(judgesListed)} />
    </section>
  );
}

const judgesListed = (run: Run): ListedRun => ({
  id: run.id,
  href: paths.run(run.id),
  title: run.title,
  about: `${run.model} at ${run.endpoint}, on ${run.dataset}`,
  state: run.state,
  outcomes: run.outcomes,
  message: run.message,
  done: run.callsDone,
  total: run.calls,
  progressLabel: `Requests of ${run.title}`,
  result: (
    <>
      {outcomesWords(run)}
      <Text size="xs" c="dimmed">
        {usageWords(run)}
      </Text>
    </>
  ),
  actions: (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <JudgeRunActions run={run} />
      <StudyFromRun run={run} size="compact-sm" />
    </Group>
  ),
});

interface JudgesTableProps {
  judges: readonly Judge[];
  onRun: (judge: Judge) => void;
  onChange: (judge: Judge) => void;
}

/** Every version of every judge. */
function JudgesTable({ judges, onRun, onChange }: JudgesTableProps) {
  return (
    <DataTable
      label="Judges"
      rows={judges}
      keyOf={(judge) => judge.id}
      columns={[
        {
          head: 'Judge',
          cell: (judge) => (
            <Text fw={600}>
              {judge.name}{' '}
              <Text span c="dimmed" size="sm">
                version {judge.version}
              </Text>
            </Text>
          ),
        },
        {
          head: 'Criteria',
          cell: (judge) =>
            judge.criteria.map(({ name, scale }) => `${name} (${scaleEnds(scale)})`).join(', '),
        },
        {
          head: 'Prompt',
          cell: (judge) => (
            <>
              {judge.prompt}, version {judge.promptVersion}
            </>
          ),
        },
        {
          head: 'Model',
          look: () => ({ style: { whiteSpace: 'nowrap' } }),
          cell: (judge) => (
            <>
              {judge.model || 'the model of its endpoint'}
              <Text size="xs" c="dimmed">
                {judge.endpoint}
                {judge.repeats > 1 && ` · ${judge.repeats} times each`}
              </Text>
            </>
          ),
        },
        {
          head: <VisuallyHidden>Actions</VisuallyHidden>,
          cell: (judge) => (
            <Group justify="flex-end" gap="xs" wrap="nowrap">
              {judge.kind === 'rating' && isNewestVersion(judge, judges) && (
                <Button
                  size="xs"
                  variant="default"
                  component={Link}
                  href={paths.improveJudge(judge.id)}
                  aria-label={`Improve ${judge.name}`}
                >
                  Improve…
                </Button>
              )}
              {isNewestVersion(judge, judges) && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Change ${judge.name}`}
                  onClick={() => onChange(judge)}
                >
                  Change…
                </Button>
              )}
              <Button
                size="xs"
                variant="default"
                aria-label={`Run ${judge.name}, version ${judge.version}`}
                onClick={() => onRun(judge)}
              >
                Run…
              </Button>
            </Group>
          ),
        },
      ]}
    />
  );
}
