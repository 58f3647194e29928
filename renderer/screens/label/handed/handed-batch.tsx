import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectInfo } from '../../../../shared/contract/index.ts';
import { longestName, nameProblem, tidyName } from '../../../../shared/person-name.ts';
import { api } from '../../../api/client.ts';
import { plural } from '../../../api/format.ts';
import { ProblemNote, toProblem } from '../../../api/problem.tsx';
import { useProject } from '../../../api/queries.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { sessionStore } from '../../../api/session-store.ts';
import { EngineBanner } from '../../../ui/engine-banner.tsx';
import { Page } from '../../../ui/page.tsx';
import { LabelScreen } from '../label-screen.tsx';
import { GiveBack } from './give-back.tsx';
import classes from './handed.module.css';

/** A batch that somebody handed out: nothing but its items, the answers and the way back. */
export function HandedBatch({ project, studyId }: { project: ProjectInfo; studyId: number }) {
  const [annotator, setAnnotator] = useState<string | null>(null);
  const queries = useQueryClient();
  const close = async () => {
    await api.project.close({});
    await queries.invalidateQueries();
  };
  return (
    <div className={classes.frame}>
      <EngineBanner />
      <header className={classes.bar}>
        <Group gap="sm">
          <Text fw={600}>{project.name}</Text>
          {annotator !== null && (
            <Text size="sm" c="dimmed">
              labeled by <bdi>{annotator}</bdi>
            </Text>
          )}
        </Group>
        <Group gap="sm">
          {annotator !== null && <GiveBack variant="default" size="xs" />}
          <Button variant="subtle" size="xs" onClick={() => void close()}>
            Close
          </Button>
        </Group>
      </header>
      <main className={classes.main}>
        {annotator === null ? (
          <WhoLabels items={project.itemCount} handedTo={project.handedTo} onKnown={setAnnotator} />
        ) : (
          <LabelScreen subject={{ studyId }} />
        )}
      </main>
    </div>
  );
}

interface WhoLabelsProps {
  items: number;
  /** Whose batch it is; null: whoever labels it says who they are. */
  handedTo: string | null;
  onKnown: (name: string) => void;
}

/** Begins a batch under the name that it was handed out in, or asks for the name under which the answers go back. */
function WhoLabels({ items, handedTo, onKnown }: WhoLabelsProps) {
  const { data: project } = useProject();
  const known = useQuery({
    queryKey: queryKeys.annotatorsOf(project?.path),
    queryFn: () => api.annotator.list({}),
  });
  const [typed, setTyped] = useState<string | null>(null);
  const before = known.data?.find(({ isCurrent }) => isCurrent)?.name;
  const name = handedTo ?? typed ?? before ?? '';
  const problem = typed === null || typed === '' ? null : nameProblem(typed);
  const start = useMutation({
    mutationFn: () => api.annotator.choose({ name }),
    onSuccess: (annotators) => {
      const chosen = annotators.find(({ isCurrent }) => isCurrent);
      if (project && chosen) sessionStore.getState().confirmAnnotator(project.path, chosen.id);
      onKnown(tidyName(name));
    },
  });
  return (
    <Page>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '' && problem === null) start.mutate();
        }}
      >
        <Stack gap="md" maw={560} align="flex-start">
          <Title order={1}>{plural(items, 'item')} to label</Title>
          {handedTo !== null && (
            <Text fw={600}>
              For <bdi>{handedTo}</bdi>
            </Text>
          )}
          <Text>
            Someone sent you these items. Your answers stay on this computer until you save them to a file and
            send it back. You can close the batch at any time. Open its file again to continue.
          </Text>
          {handedTo === null ? (
            <TextInput
              label="Your name"
              description="It is shown with your answers when they come back."
              error={problem}
              w={320}
              maxLength={longestName}
              autoFocus
              value={name}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : (
            <Text c="dimmed">
              Your answers go back as those of <bdi>{handedTo}</bdi>. If that is not you, ask for a batch of
              your own.
            </Text>
          )}
          <Button
            type="submit"
            autoFocus={handedTo !== null}
            disabled={name.trim() === '' || problem !== null}
            loading={start.isPending}
          >
            Start labeling
          </Button>
          {start.error && <ProblemNote problem={toProblem(start.error)} />}
        </Stack>
      </form>
    </Page>
  );
}
