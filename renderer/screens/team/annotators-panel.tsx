import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { Annotator, AnnotatorColor } from '../../../shared/contract/index.ts';
import { AnnotatorColorSchema, AnnotatorName, Initials } from '../../../shared/contract/team.ts';
import { useSetAnnotators } from '../../api/annotators.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { AnnotatorMark } from '../../ui/annotator-mark.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SaveProblem } from '../../ui/stale-note.tsx';

const colorNames = AnnotatorColorSchema.options.map((color) => ({
  value: color,
  label: color.replace('-', ' '),
}));

/** The people that the project knows: names, initials and colors. */
export function AnnotatorsPanel({ people }: { people: readonly Annotator[] }) {
  const [editing, setEditing] = useState<number | null>(null);
  return (
    <Panel title="Annotators of this project">
      <Text size="sm" c="dimmed">
        Names keep labels apart; there are no passwords. Every study of the project shares them.
      </Text>
      <Stack gap="xs">
        {people.map((one) =>
          one.id === editing ? (
            <EditAnnotator key={one.id} annotator={one} onDone={() => setEditing(null)} />
          ) : (
            <Group key={one.id} gap="md">
              <AnnotatorMark annotator={one} isNamed />
              {one.isCurrent && (
                <Text size="sm" c="dimmed">
                  labels on this machine
                </Text>
              )}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Edit ${one.name}`}
                onClick={() => setEditing(one.id)}
              >
                Edit
              </Button>
            </Group>
          ),
        )}
      </Stack>
      <AddAnnotator />
    </Panel>
  );
}

function AddAnnotator() {
  const setAnnotators = useSetAnnotators();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => api.annotator.add({ name: name.trim() }),
    onSuccess: (annotators) => {
      setAnnotators(annotators);
      setName('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') add.mutate();
  };
  return (
    <>
      <Group component="form" gap="xs" align="flex-end" onSubmit={submit}>
        <TextInput
          label="New annotator"
          {...longest(AnnotatorName)}
          w={280}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={name.trim() === ''} loading={add.isPending}>
          Add
        </Button>
      </Group>
      {add.error && <ProblemNote problem={toProblem(add.error)} />}
    </>
  );
}

function EditAnnotator({ annotator, onDone }: { annotator: Annotator; onDone: () => void }) {
  const setAnnotators = useSetAnnotators();
  const [name, setName] = useState(annotator.name);
  const [initials, setInitials] = useState(annotator.initials);
  const [color, setColor] = useState<AnnotatorColor>(annotator.color);
  const version = useRef<string | undefined>(annotator.version);
  const loaded = useRef(annotator);
  const edit = useMutation({
    mutationFn: () =>
      api.annotator.edit({
        annotatorId: annotator.id,
        ...(name !== loaded.current.name && { name }),
        ...(color !== loaded.current.color && { color }),
        // Those made from the name go on following it.
        ...(initials !== loaded.current.initials && { initials }),
        version: version.current,
      }),
    onSuccess: (annotators) => {
      setAnnotators(annotators);
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.mutate();
  };
  return (
    <>
      <Group component="form" gap="xs" align="flex-end" onSubmit={submit}>
        <TextInput
          label="Name"
          {...longest(AnnotatorName)}
          w={240}
          autoFocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput
          label="Initials"
          {...longest(Initials)}
          w={90}
          value={initials}
          onChange={({ currentTarget }) => setInitials(currentTarget.value)}
        />
        <NativeSelect
          label="Color"
          data={colorNames}
          value={color}
          onChange={({ currentTarget }) => setColor(AnnotatorColorSchema.parse(currentTarget.value))}
        />
        <Button
          type="submit"
          loading={edit.isPending}
          disabled={name.trim() === '' || initials.trim() === ''}
        >
          Save
        </Button>
        <Button variant="subtle" onClick={onDone}>
          Cancel
        </Button>
      </Group>
      <SaveProblem
        error={edit.error}
        version={version}
        onLoad={(theirs) => {
          loaded.current = { ...loaded.current, ...theirs };
          setName(String(theirs['name'] ?? name));
          setInitials(String(theirs['initials'] ?? initials));
          setColor(AnnotatorColorSchema.parse(theirs['color'] ?? color));
          edit.reset();
        }}
        onSave={() => edit.mutate()}
      />
    </>
  );
}
