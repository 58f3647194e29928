import { Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useProject } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { plural } from '../../app/format.ts';
import { sessionStore } from '../../app/session-store.ts';
import { Page } from '../../ui/page.tsx';

interface WhoLabelsProps {
  items: number;
  onKnown: (name: string) => void;
}

/** Asks for the name under which the answers go back. */
export function WhoLabels({ items, onKnown }: WhoLabelsProps) {
  const known = useQuery({ queryKey: queryKeys.annotators, queryFn: () => api.annotator.list({}) });
  const { data: project } = useProject();
  const [typed, setTyped] = useState<string | null>(null);
  const before = known.data?.find(({ isCurrent }) => isCurrent)?.name;
  const name = typed ?? before ?? '';
  const start = useMutation({
    mutationFn: () => api.annotator.choose({ name }),
    onSuccess: (annotators) => {
      const chosen = annotators.find(({ isCurrent }) => isCurrent);
      if (project && chosen) sessionStore.getState().confirmAnnotator(project.path, chosen.id);
      onKnown(name.trim());
    },
  });
  return (
    <Page>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') start.mutate();
        }}
      >
        <Stack gap="md" maw={560} align="flex-start">
          <Title order={1}>A batch of {plural(items, 'item')} to label</Title>
          <Text>
            Somebody handed you these items. Your answers stay on this machine until you save them to a file
            and send it back. You can close the batch at any time; opening its file again goes on where you
            left off.
          </Text>
          <TextInput
            label="Your name"
            description="It stands beside your answers when they come back."
            w={320}
            maxLength={100}
            autoFocus
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === ''} loading={start.isPending}>
            Start labeling
          </Button>
          {start.error && <ProblemNote problem={toProblem(start.error)} />}
        </Stack>
      </form>
    </Page>
  );
}
