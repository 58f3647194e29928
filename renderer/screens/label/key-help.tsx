import { Button, Group, Modal, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import { isChoice } from '../../label-form/choices.ts';
import { focusReading } from '../../label-form/focus.ts';
import {
  bindingConflict,
  changedKeys,
  defaultBindings,
  type KeyBindings,
  type LabelActionId,
  labelActions,
} from '../../label-form/key-bindings.ts';
import { KeyHint } from '../../label-form/key-hint.tsx';
import { keyName } from '../../label-form/key-press.ts';
import { takesSpan, waitsForEnter } from '../../label-form/questions.ts';
import { ratingPoints } from '../../label-form/rating.ts';
import classes from './label.module.css';
import { useKeyBindings, useLabel, usePanel } from './label-context.ts';
import { SittingSettings } from './sitting-settings.tsx';

interface KeyHelpProps {
  settings: Settings;
  /** Stores what was changed; rejects when that does not work. */
  onChange: (part: Partial<Settings>) => Promise<unknown>;
  /** Why the estimate stays hidden whatever is chosen; null where the choice counts. */
  estimateLock: string | null;
}

/** All keys of the screen, and the place to change them. */
export function KeyHelp({ settings, onChange, estimateLock }: KeyHelpProps) {
  const opened = usePanel((state) => state.side === 'keys');
  const closeSide = usePanel((state) => state.closeSide);
  const bindings = useKeyBindings();
  const [waiting, setWaiting] = useState<LabelActionId | null>(null);
  const [message, setMessage] = useState('');
  const close = () => {
    setWaiting(null);
    setMessage('');
    closeSide();
    requestAnimationFrame(focusReading);
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
      onChange({ keys: changedKeys({ ...bindings, [waiting]: key }) }).catch(() =>
        setMessage('The key could not be stored. The old one still works.'),
      );
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [waiting, bindings, onChange]);

  const isChanged = Object.keys(changedKeys(bindings)).length > 0;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Keys of this screen"
      size="xl"
      closeOnEscape={waiting === null}
    >
      <Stack gap="sm">
        <div className={classes.keys}>
          <ChangeableKeys bindings={bindings} waiting={waiting} onPick={setWaiting} />
          <FixedKeys />
        </div>
        <SittingSettings {...{ settings, onChange, estimateLock }} />
        <Text size="sm" c="orange" mih={22} role="status">
          {message}
        </Text>
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            In a text field letters are typed; Escape leaves the field.
          </Text>
          {isChanged && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() =>
                onChange({ keys: changedKeys(defaultBindings) }).catch(() =>
                  setMessage('Could not be stored.'),
                )
              }
            >
              Back to the standard keys
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function FixedKeys() {
  const form = useLabel((state) => state.batch?.form);
  const several = useLabel(
    ({ filled: { questions } }) => questions.length > 1 && questions.some(({ form: one }) => isChoice(one)),
  );
  const waits = useLabel(({ batch }) => batch !== null && waitsForEnter(batch));
  const picks = useLabel(({ filled }) => filled.questions.some(takesSpan));
  const rows = useMemo(() => {
    const points = form?.kind === 'rating' ? ratingPoints(form) : null;
    const first = points?.[0];
    const last = points?.at(-1);
    return [
      ...(first && last
        ? [{ keys: [first.key, last.key], name: `Rate from ${first.value} to ${last.value}` }]
        : []),
      ...(form?.kind === 'preference'
        ? [{ keys: ['1', String(form.steps)], name: 'From the left reply to the right one' }]
        : []),
      ...(form?.kind === 'answer' || waits
        ? [{ keys: ['Ctrl+Enter'], name: 'Save from inside a field (⌘ Enter on a Mac)' }]
        : []),
      ...(waits ? [{ keys: ['Enter'], name: 'Save all answers' }] : []),
      ...(picks
        ? [{ keys: ['Shift+→'], name: 'In the passage: extend what is picked; Enter takes it' }]
        : []),
      { keys: ['Enter'], name: 'Go to the next item' },
      {
        keys: ['←', '→'],
        name: several
          ? 'The question before or after'
          : form?.kind === 'preference'
            ? 'This reply is better'
            : 'Review the item before or after',
      },
      { keys: ['Ctrl+Z'], name: 'Undo too (⌘ Z on a Mac)' },
      { keys: ['Escape'], name: 'Leave a field, close a panel' },
      { keys: ['?'], name: 'These keys' },
    ];
  }, [form, several, waits, picks]);
  return (
    <Table verticalSpacing={4} fz="sm" captionSide="top">
      <Table.Caption ta="start">Always the same</Table.Caption>
      <Table.Tbody>
        {rows.map(({ keys, name }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="end">
              <Group gap={4} justify="flex-end">
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && <span className={classes.between}>to</span>} <KeyHint name={key} />
                  </span>
                ))}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ChangeableKeysProps {
  bindings: KeyBindings;
  waiting: LabelActionId | null;
  onPick: (action: LabelActionId) => void;
}

function ChangeableKeys({ bindings, waiting, onPick }: ChangeableKeysProps) {
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
                aria-label={`Change the key for “${name}”, now ${bindings[id]}`}
                onClick={() => onPick(id)}
              >
                {waiting === id ? 'Press a key…' : <KeyHint name={bindings[id]} />}
              </UnstyledButton>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
