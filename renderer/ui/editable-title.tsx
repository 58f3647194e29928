import { ActionIcon, Button, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ProblemNote, toProblem } from '../api/problem.tsx';

interface EditableTitleProps {
  value: string;
  label: string;
  onSave: (value: string) => Promise<unknown>;
}

/** A name that is changed where it stands. */
export function EditableTitle({ value, label, onSave }: EditableTitleProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
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
            onClick={() => setDraft(value)}
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
      await onSave(name);
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
          maxLength={200}
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
      {error !== null && <ProblemNote problem={toProblem(error)} />}
    </Stack>
  );
}
