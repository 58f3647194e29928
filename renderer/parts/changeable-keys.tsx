import { Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ChangedSettings } from '../api/queries.ts';
import {
  bindingConflict,
  changedKeys,
  defaultBindings,
  type KeyBindings,
  type LabelActionId,
  labelActions,
  resolveBindings,
} from '../ui/key-bindings.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { keyName } from '../ui/key-press.ts';
import classes from './changeable-keys.module.css';

/** Keys while they are changed: which action waits for its new one, and what could not be done. */
interface ChangedKeys {
  waiting: LabelActionId | null;
  message: string;
  isChanged: boolean;
  wait: (action: LabelActionId) => void;
  stop: () => void;
  reset: () => void;
}

/** The next key that is pressed becomes that of the action that waits, unless another has it; Escape stops waiting. */
export function useChangedKeys(
  bindings: KeyBindings,
  onChange: (part: ChangedSettings) => Promise<unknown>,
): ChangedKeys {
  const [waiting, setWaiting] = useState<LabelActionId | null>(null);
  const [message, setMessage] = useState('');
  const stop = () => {
    setWaiting(null);
    setMessage('');
  };
  useEffect(() => {
    if (!waiting) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const key = keyName(event);
      if (key === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'Escape') return setWaiting(null);
      const conflict = bindingConflict(bindings, waiting, key);
      if (conflict) return setMessage(conflict);
      setWaiting(null);
      setMessage('');
      onChange(({ keys }) => ({ keys: changedKeys({ ...resolveBindings(keys), [waiting]: key }) })).catch(
        () => setMessage('The key could not be stored. The old one still works.'),
      );
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [waiting, bindings, onChange]);
  return {
    waiting,
    message,
    isChanged: Object.keys(changedKeys(bindings)).length > 0,
    wait: setWaiting,
    stop,
    reset: () =>
      void onChange({ keys: changedKeys(defaultBindings) }).catch(() => setMessage('Could not be stored.')),
  };
}

export function ChangeableKeys({ bindings, keys }: { bindings: KeyBindings; keys: ChangedKeys }) {
  return (
    <Table verticalSpacing={2} fz="sm" captionSide="top">
      <Table.Caption ta="start">Yours to change: press a key’s button</Table.Caption>
      <Table.Tbody>
        {labelActions.map(({ id, name }) => (
          <Table.Tr key={id}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="end">
              <UnstyledButton
                className={classes.rebind}
                aria-label={`Change the key for “${name}”, now ${bindings[id].replaceAll('+', ' ')}`}
                onClick={() => keys.wait(id)}
              >
                {keys.waiting === id ? 'Press a key…' : <KeyHint name={bindings[id]} />}
              </UnstyledButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What could not be done, and the way back to the standard keys. */
export function KeysFoot({ keys }: { keys: ChangedKeys }) {
  return (
    <>
      <Text size="sm" c="orange" mih={22} role="status">
        {keys.message}
      </Text>
      <Group justify="space-between">
        <Text size="xs" c="dimmed">
          In a text field letters are typed; Escape leaves the field.
        </Text>
        {keys.isChanged && (
          <Button size="compact-sm" variant="subtle" onClick={keys.reset}>
            Back to the standard keys
          </Button>
        )}
      </Group>
    </>
  );
}
