import { Group, Modal, Stack, Table } from '@mantine/core';
import { useMemo } from 'react';
import type { Settings } from '../../../shared/contract/index.ts';
import type { ChangedSettings } from '../../api/queries.ts';
import { isChoice } from '../../label-form/choices.ts';
import { focusReading } from '../../label-form/focus.ts';
import { takesSpan, waitsForEnter } from '../../label-form/questions.ts';
import { ratingPoints } from '../../label-form/rating.ts';
import { ChangeableKeys, KeysFoot, useChangedKeys } from '../../parts/changeable-keys.tsx';
import { LabelingSessionSettings } from '../../parts/session-settings.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import classes from './label.module.css';
import { useKeyBindings, useLabel, usePanel } from './label-context.ts';

interface KeyHelpProps {
  settings: Settings;
  /** Stores what was changed; rejects when that does not work. */
  onChange: (part: ChangedSettings) => Promise<unknown>;
  /** Why the estimate stays hidden whatever is chosen; null where the choice counts. */
  estimateLock: string | null;
}

/** All keys of the screen, and the place to change them. */
export function KeyHelp({ settings, onChange, estimateLock }: KeyHelpProps) {
  const opened = usePanel((state) => state.side === 'keys');
  const closeSide = usePanel((state) => state.closeSide);
  const bindings = useKeyBindings();
  const keys = useChangedKeys(bindings, onChange);
  const close = () => {
    keys.stop();
    closeSide();
    requestAnimationFrame(focusReading);
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Keys of this screen"
      size="xl"
      closeOnEscape={keys.waiting === null}
    >
      <Stack gap="sm">
        <div className={classes.keys}>
          <ChangeableKeys bindings={bindings} keys={keys} />
          <FixedKeys />
        </div>
        <LabelingSessionSettings {...{ settings, onChange, estimateLock }} />
        <KeysFoot keys={keys} />
      </Stack>
    </Modal>
  );
}

interface FixedKey {
  readonly keys: readonly string[];
  readonly name: string;
  /** The keys between count as well; else each of them does the same, one way or the other. */
  readonly isRange?: boolean;
}

function FixedKeys() {
  // On a page each reply is asked about by a form of its own.
  const form = useLabel(
    ({ batch, filled }) => (filled.questions[0]?.place === undefined ? batch : filled.questions[0])?.form,
  );
  const several = useLabel(
    ({ filled: { questions } }) => questions.length > 1 && questions.some(({ form: one }) => isChoice(one)),
  );
  const waits = useLabel(({ batch }) => batch !== null && waitsForEnter(batch));
  const picks = useLabel(({ filled }) => filled.questions.some(takesSpan));
  const rows = useMemo((): FixedKey[] => {
    const points = form?.kind === 'rating' ? ratingPoints(form) : null;
    const first = points?.[0];
    const last = points?.at(-1);
    return [
      ...(first && last
        ? [{ keys: [first.key, last.key], isRange: true, name: `Rate from ${first.value} to ${last.value}` }]
        : []),
      ...(form?.kind === 'preference'
        ? [{ keys: ['1', String(form.steps)], isRange: true, name: 'From the left reply to the right one' }]
        : []),
      ...(form?.kind === 'answer' || waits
        ? [{ keys: ['Ctrl+Enter'], name: 'Save from inside a field (⌘ Enter on a Mac)' }]
        : []),
      ...(waits ? [{ keys: ['Enter'], name: 'Save all answers' }] : []),
      ...(picks
        ? [{ keys: ['Shift+→'], name: 'In the passage: extend what is picked; Enter takes it' }]
        : []),
      {
        keys: ['Enter'],
        name:
          several && !waits ? 'The next question without an answer, or the next item' : 'Go to the next item',
      },
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
        {rows.map(({ keys, name, isRange }) => (
          <Table.Tr key={name}>
            <Table.Td>{name}</Table.Td>
            <Table.Td ta="end">
              <Group gap={4} justify="flex-end">
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 && <span className={classes.between}>{isRange ? 'to' : 'or'}</span>}{' '}
                    <KeyHint name={key} />
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
