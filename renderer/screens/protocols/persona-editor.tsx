import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownPersona, Persona } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { personaKeys } from './protocol-queries.ts';
import classes from './protocols.module.css';

interface PersonaEditorProps {
  persona: KnownPersona;
  onSaved: (saved: KnownPersona) => void;
}

/** The texts of a persona for both stages. */
export function PersonaEditor({ persona, onSaved }: PersonaEditorProps) {
  const { name, role, expectation, metrics } = persona;
  const original: Persona = { name, role, expectation, metrics };
  const [text, setText] = useState(original);
  const change = (part: Partial<Persona>) => setText({ ...text, ...part });
  const queries = useQueryClient();
  const isChanged = JSON.stringify(text) !== JSON.stringify(original);
  const save = useMutation({
    mutationFn: () => api.persona.save(text),
    onSuccess: async (saved) => {
      await Promise.all(
        personaKeys.map((queryKey) => queries.invalidateQueries({ queryKey: [...queryKey] })),
      );
      onSaved(saved);
    },
  });
  return (
    <Stack gap="sm" className={classes.editor}>
      {save.error && <ProblemNote problem={toProblem(save.error)} />}
      <TextInput
        label="Name"
        description={persona.builtIn ? 'A changed persona needs a name of its own.' : undefined}
        maxLength={200}
        value={text.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Textarea
        label="Stage 1: who the played user is"
        description="The sentence that begins what the model is told that plays the user."
        autosize
        minRows={2}
        maxRows={10}
        value={text.role}
        onChange={({ currentTarget }) => change({ role: currentTarget.value })}
      />
      <Textarea
        label="Stage 2: what this user expects"
        description="The judge scores in the name of this user."
        autosize
        minRows={2}
        maxRows={10}
        value={text.expectation}
        onChange={({ currentTarget }) => change({ expectation: currentTarget.value })}
      />
      <Textarea
        label="Stage 2: what the scores mean"
        description="Define helpfulness and fluency, 1 to 5, for this user. Empty takes the usual definitions."
        autosize
        minRows={3}
        maxRows={12}
        value={text.metrics}
        onChange={({ currentTarget }) => change({ metrics: currentTarget.value })}
      />
      <Group gap="sm">
        <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
          Store as a new version
        </Button>
        {!isChanged && (
          <Text size="sm" c="dimmed">
            Nothing changed.
          </Text>
        )}
      </Group>
    </Stack>
  );
}
