import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { AnnotatorName } from '../../shared/contract/team.ts';
import { useAnnotators, useSetAnnotators } from '../api/annotators.ts';
import { api } from '../api/client.ts';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { useProject } from '../api/queries.ts';
import { sessionStore } from '../api/session-store.ts';
import { AnnotatorMark } from './annotator-mark.tsx';
import { longest } from './number-field.tsx';

/** The people of the project to choose from, or a new one. Names keep labels apart; they are no passwords. */
export function ChooseAnnotator({ onChosen }: { onChosen?: () => void }) {
  const { data: project } = useProject();
  const { people = [], present } = useAnnotators();
  const setAnnotators = useSetAnnotators();
  const [name, setName] = useState('');
  const choose = useMutation({
    mutationFn: (chosen: string) => api.annotator.choose({ name: chosen }),
    onSuccess: (annotators) => {
      setAnnotators(annotators);
      setName('');
      const chosen = annotators.find(({ isCurrent }) => isCurrent);
      if (project && chosen) sessionStore.getState().confirmAnnotator(project.path, chosen.id);
      onChosen?.();
    },
  });
  return (
    <Stack gap="md">
      {people.length > 0 && (
        <Stack gap={6} role="group" aria-label="Annotators">
          {people.map((one, place) => (
            <Button
              key={one.id}
              variant={one.id === present?.id ? 'light' : 'default'}
              justify="flex-start"
              aria-pressed={one.id === present?.id}
              data-autofocus={(present ? one.id === present.id : place === 0) || undefined}
              onClick={() => choose.mutate(one.name)}
            >
              <AnnotatorMark annotator={one} isNamed />
            </Button>
          ))}
        </Stack>
      )}
      <Group
        component="form"
        gap="xs"
        align="flex-end"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') choose.mutate(name.trim());
        }}
      >
        <TextInput
          label={people.length > 0 ? 'Someone else' : 'Name'}
          {...longest(AnnotatorName)}
          data-autofocus={people.length === 0 || undefined}
          flex={1}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''} loading={choose.isPending}>
          Add
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Labels are kept under this name, and nobody sees another person's labels while labeling.
      </Text>
      {choose.error && <ProblemNote problem={toProblem(choose.error)} />}
    </Stack>
  );
}
