import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { ValidationQueue } from '../../../shared/contract/index.ts';
import { useAnnotators, useSetAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { formatCount } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { sessionStore } from '../../api/session-store.ts';
import { useValidationQueues, validationKeys } from '../../parts/validation-queries.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { OpenValidation } from './open-validation.tsx';

/** Conversations whose answers people validate, and how far they are. */
export function ValidationScreen() {
  const queues = useValidationQueues();
  const [isOpening, setOpening] = useState(false);
  const open = queues.data?.reduce((sum, queue) => sum + queue.open, 0) ?? 0;
  const openButton = <Button onClick={() => setOpening(true)}>Open answers to validation</Button>;
  return (
    <Page>
      <PageHeader
        title="Validation"
        description="Further annotators judge recorded answers with the passage. They say whether each question is answerable, then whether its answer is correct."
        actions={
          <Group gap="xs">
            {!isOpening && (queues.data?.length ?? 0) > 0 && (
              <Button variant="default" onClick={() => setOpening(true)}>
                Open answers to validation
              </Button>
            )}
            {open > 0 && (
              <Button component={Link} href={paths.validate(null)}>
                Validate the next conversation
              </Button>
            )}
          </Group>
        }
      />
      {queues.error && <ProblemNote problem={toProblem(queues.error)} />}
      {queues.isPending && <LoadingNote label="Reading what is open" />}
      {isOpening && <OpenValidation onClose={() => setOpening(false)} />}
      {queues.data?.length === 0 && !isOpening && (
        <EmptyState
          order={2}
          title="No answers are open to validation"
          icon={<IconChecklist size={32} stroke={1.5} aria-hidden />}
          action={openButton}
        >
          Take conversations that people led, a replay, or conversations of your data that have a passage.
        </EmptyState>
      )}
      {queues.data && queues.data.length > 0 && (
        <>
          <ValidatorName />
          <QueueTable queues={queues.data} />
          <Text size="sm" c="dimmed" maw="75ch">
            People validate by a link, too. Offer the run to them at Team, Invite, of a study.
          </Text>
        </>
      )}
    </Page>
  );
}

function QueueTable({ queues }: { queues: readonly ValidationQueue[] }) {
  return (
    <DataTable
      label="Open to validation"
      rows={queues}
      keyOf={(queue) => queue.runId}
      columns={[
        {
          head: 'Answers',
          cell: (queue) => (
            <>
              {queue.open > 0 ? (
                <TextLink href={paths.validate(queue.runId)}>{queue.evaluation}</TextLink>
              ) : (
                queue.evaluation
              )}
              <Text size="xs" c="dimmed">
                run {queue.runId}, on {queue.dataset}
                {queue.asked > 0 && `; you asked the questions of ${formatCount(queue.asked)}`}
              </Text>
            </>
          ),
        },
        { head: 'Validators each', isNumber: true, cell: (queue) => formatCount(queue.validators) },
        {
          head: 'Conversations complete',
          isNumber: true,
          cell: (queue) => (
            <>
              {formatCount(queue.complete)} of {formatCount(queue.conversations)}
            </>
          ),
        },
        { head: 'Done by you', isNumber: true, cell: (queue) => formatCount(queue.finished) },
        { head: 'Left for you', isNumber: true, cell: (queue) => formatCount(queue.open) },
        {
          head: 'Outcome',
          cell: (queue) => (
            <TextLink href={paths.validationReport(queue.runId)}>Outcome of run {queue.runId}</TextLink>
          ),
        },
        {
          head: <VisuallyHidden>Actions</VisuallyHidden>,
          cell: (queue) => <CloseQueue queue={queue} />,
        },
      ]}
    />
  );
}

/** Closes a run that was opened by mistake; with a verdict it stays open. */
function CloseQueue({ queue: { runId, begun } }: { queue: ValidationQueue }) {
  const queries = useQueryClient();
  const close = useMutation({
    mutationFn: () => api.validation.close({ runId }),
    onSuccess: () => queries.invalidateQueries({ queryKey: validationKeys.all }),
  });
  if (begun > 0)
    return (
      <Text size="xs" c="dimmed">
        stays open: people have begun
      </Text>
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Close run ${runId} to validation`}
        loading={close.isPending}
        onClick={() => close.mutate()}
      >
        Close
      </Button>
      {close.error && <ProblemNote problem={toProblem(close.error)} />}
    </>
  );
}

/** Who validates in this window, and a way to be somebody else. */
function ValidatorName() {
  const queries = useQueryClient();
  const { present } = useAnnotators();
  const { data: project } = useProject();
  const setAnnotators = useSetAnnotators();
  const [name, setName] = useState<string | null>(null);
  const choose = useMutation({
    mutationFn: (chosen: string) => api.annotator.choose({ name: chosen }),
    onSuccess: async (annotators) => {
      setName(null);
      setAnnotators(annotators);
      const chosen = annotators.find(({ isCurrent }) => isCurrent);
      if (project && chosen) sessionStore.getState().confirmAnnotator(project.path, chosen.id);
      await queries.invalidateQueries({ queryKey: validationKeys.all });
    },
  });
  if (name === null) {
    return (
      <Group gap="xs">
        <Text>
          {present ? (
            <>
              You validate as <b>{present.name}</b>.
            </>
          ) : (
            'Validators are kept apart by their names.'
          )}
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => setName('')}>
          {present ? 'Somebody else' : 'Say your name'}
        </Button>
      </Group>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') choose.mutate(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label="Your name"
          w={260}
          value={name}
          data-autofocus
          ref={(field) => field?.focus()}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={choose.isPending} disabled={name.trim() === ''}>
          Validate under this name
        </Button>
        <Button variant="default" onClick={() => setName(null)}>
          Stay {present?.name}
        </Button>
      </Group>
      {choose.error && <ProblemNote problem={toProblem(choose.error)} />}
    </form>
  );
}
