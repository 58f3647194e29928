import { ActionIcon, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { RecordName } from '../../shared/contract/base.ts';
import { longest } from './number-field.tsx';
import { SaveProblem } from './stale-note.tsx';

interface EditableTitleProps {
  value: string;
  label: string;
  /** Of the record that has the name; saved with the name where it is given. */
  version?: string | undefined;
  onSave: (value: string, version: string | undefined) => Promise<unknown>;
}

/** A name that is changed where it stands. */
export function EditableTitle({ value, label, version: loaded, onSave }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const version = useRef(loaded);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Whoever is done stands where they began.
  useEffect(() => {
    if (draft === null && wasOpen.current) pencil.current?.focus();
    wasOpen.current = draft !== null;
  }, [draft]);
  if (draft === null) {
    return (
      <>
        <span>{value}</span>{' '}
        <Tooltip label="Rename">
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Rename ${value}`}
            onClick={() => {
              version.current = loaded;
              setDraft(value);
            }}
          >
            <IconPencil size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </>
    );
  }
  const save = async () => {
    const name = draft.trim();
    if (name === '' || name === value) return setDraft(null);
    try {
      await onSave(name, version.current);
      setDraft(null);
      setError(null);
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <Stack gap="xs">
      <Group
        component="form"
        gap="xs"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          aria-label={label}
          autoFocus
          {...longest(RecordName)}
          w={360}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
        />
        <Button type="submit">Save</Button>
        <Button variant="subtle" onClick={() => setDraft(null)}>
          Cancel
        </Button>
      </Group>
      <SaveProblem
        error={error}
        version={version}
        onLoad={({ name }) => {
          setDraft(String(name));
          setError(null);
        }}
        onSave={() => void save()}
      />
    </Stack>
  );
}
