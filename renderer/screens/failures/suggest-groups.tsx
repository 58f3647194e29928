import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureName } from '../../../shared/contract/form.ts';
import type { Endpoint } from '../../../shared/contract/index.ts';
import { formatCount, plural } from '../../../shared/number-text.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest } from '../../ui/number-field.tsx';
import { type Note, newKey, useAct } from './failure-queries.ts';
import classes from './failures.module.css';

interface SuggestGroupsProps {
  studyId: number;
  endpoints: readonly Endpoint[];
  /** The notes on screen, to be read beside a group. */
  notes: readonly Note[];
}

type NoteGroup = Awaited<ReturnType<typeof api.failures.suggest>>['groups'][number];

/** A model's groups of notes. Nothing is stored before a person accepts a group. */
export function SuggestGroups({ studyId, endpoints, notes }: SuggestGroupsProps) {
  const [endpointId, setEndpointId] = useState(endpoints[0]!.id);
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<readonly number[]>([]);
  const endpoint = endpoints.find(({ id }) => id === endpointId) ?? endpoints[0]!;
  const suggest = useMutation({
    mutationFn: () => api.failures.suggest({ studyId, endpointId: endpoint.id }),
    onSuccess: () => setDone([]),
  });
  if (!isOpen) {
    return (
      <div>
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          Suggest groups
        </Button>
      </div>
    );
  }
  const found = suggest.data;
  return (
    <section className={classes.suggest} aria-label="Suggested groups">
      <Group gap="xs" align="end">
        {endpoints.length > 1 && (
          <NativeSelect
            size="xs"
            label="Model"
            value={String(endpoint.id)}
            onChange={(event) => setEndpointId(Number(event.currentTarget.value))}
            data={endpoints.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        <Button size="compact-sm" loading={suggest.isPending} onClick={() => suggest.mutate()}>
          Ask <bdi>{endpoint.name}</bdi>
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => setOpen(false)}>
          Close
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {found
          ? `From ${plural(found.notes, 'note')}. A group counts only once you accept it.`
          : 'The notes go to the model. Nothing is stored before you accept it.'}
      </Text>
      {suggest.error && <ProblemNote problem={toProblem(suggest.error)} />}
      {found?.groups.length === 0 && <Text size="sm">The model found no groups.</Text>}
      {found?.groups.map((group, at) =>
        done.includes(at) ? null : (
          <Suggestion
            // biome-ignore lint/suspicious/noArrayIndexKey: groups never change order
            key={at}
            {...{ studyId, group, notes }}
            onDone={() => setDone([...done, at])}
          />
        ),
      )}
    </section>
  );
}

interface SuggestionProps {
  studyId: number;
  group: NoteGroup;
  notes: readonly Note[];
  onDone: () => void;
}

function Suggestion({ studyId, group, notes, onDone }: SuggestionProps) {
  const [name, setName] = useState(group.name);
  const accept = useAct(() =>
    api.failures.accept({
      studyId,
      groups: [{ name, definition: group.definition, labelIds: group.labelIds }],
      clientKey: newKey(),
    }),
  );
  const texts = notes.filter(({ labelId }) => group.labelIds.includes(labelId)).slice(0, 3);
  return (
    <form
      className={classes.suggestion}
      onSubmit={(event) => {
        event.preventDefault();
        accept.mutate(undefined, { onSuccess: onDone });
      }}
    >
      <TextInput
        size="xs"
        label={`Name of ${formatCount(group.labelIds.length)} notes`}
        {...longest(FailureName)}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {group.definition !== '' && (
        <Text size="xs" dir="auto">
          {group.definition}
        </Text>
      )}
      <ul className={classes.plainList}>
        {texts.map(({ labelId, note }) => (
          <li key={labelId} dir="auto" className={classes.small}>
            {note.slice(0, 140)}
          </li>
        ))}
      </ul>
      {accept.error && <ProblemNote problem={toProblem(accept.error)} />}
      <Group gap="xs">
        <Button size="compact-xs" type="submit" loading={accept.isPending} disabled={name.trim() === ''}>
          Accept
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={onDone}>
          Dismiss
        </Button>
      </Group>
    </form>
  );
}
