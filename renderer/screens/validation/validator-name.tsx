import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { usePresentAnnotator, validationKeys } from './validation-queries.ts';

/** Who validates at this computer, and a way to be somebody else. */
export function ValidatorName() {
  const queries = useQueryClient();
  const present = usePresentAnnotator();
  const [name, setName] = useState<string | null>(null);
  const choose = useMutation({
    mutationFn: (chosen: string) => api.annotator.choose({ name: chosen }),
    onSuccess: async () => {
      setName(null);
      await queries.invalidateQueries({ queryKey: validationKeys.all });
    },
  });
  if (name === null) {
    return (
      <Group gap="xs">
        <Text>
          You validate as <b>{present.data}</b>.
        </Text>
        <Button variant="subtle" size="compact-sm" onClick={() => setName('')}>
          Somebody else
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
          Stay {present.data}
        </Button>
      </Group>
      {choose.error && <ProblemNote problem={toProblem(choose.error)} />}
    </form>
  );
}
