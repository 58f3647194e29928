import { Button, Stack, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { isChoice } from './form-choices.ts';
import { KeyHint } from './key-hint.tsx';
import classes from './label.module.css';
import { useLabel } from './label-context.ts';
import { ratesSides } from './sides.ts';
import { SlotView } from './slot-view.tsx';

const draftWords = {
  none: '',
  unsaved: 'Saving draft…',
  saved: 'Draft saved',
  failed: 'Draft not saved yet; it will be tried again',
} as const;

/** All questions of an item: one is answered by one key; several are answered in turn and sent together. */
export function QuestionForm() {
  const slots = useLabel((state) => state.slots);
  const fields = useLabel((state) => state.fields);
  const draft = useLabel((state) => state.draft);
  const isSaving = useLabel((state) => state.saving !== null);
  const submitForm = useLabel((state) => state.submitForm);
  const hasSides = useLabel((state) => ratesSides(state.batch));
  const hasFields = useLabel((state) => (state.batch?.fields.length ?? 0) > 0);
  const measure = slots.flatMap(({ field }, index) => (field === null ? [index] : []));
  const further = slots.flatMap(({ field }, index) => (field === null ? [] : [index]));
  const isKeyed = slots.every(({ form }) => isChoice(form));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submitForm();
  };
  const isComplete = slots.every(({ required }, index) => !required || (fields[index] ?? '').trim() !== '');
  const written =
    slots.length > 1 && `${fields.filter((text) => text.trim() !== '').length} of ${slots.length} answered`;
  return (
    <Stack gap="sm" onKeyDown={onKeyDown}>
      <div className={hasSides ? classes.sides : classes.slots}>
        {measure.map((index) => (
          <SlotView key={index} index={index} />
        ))}
      </div>
      {further.map((index) => (
        <SlotView key={index} index={index} />
      ))}
      {hasSides && isKeyed && (
        <Text size="xs" c="dimmed">
          Keys rate the framed side, then go on to the other; ← and → change it. Both together are saved.
        </Text>
      )}
      {(hasFields || !isKeyed) && (
        <Button
          onClick={() => void submitForm()}
          loading={isSaving}
          disabled={!isComplete && !hasFields}
          justify="space-between"
          rightSection={
            <KeyHint name={hasFields && slots.some(({ form }) => isChoice(form)) ? 'Enter' : 'Ctrl+Enter'} />
          }
        >
          {slots.length === 1 ? 'Save answer' : hasSides && !hasFields ? 'Save both' : 'Save answers'}
        </Button>
      )}
      {(slots.length > 1 || !isKeyed) && (
        <Text size="xs" c={draft === 'failed' ? 'orange' : 'dimmed'} mih={18}>
          {[written, draftWords[draft]].filter(Boolean).join(' · ')}
        </Text>
      )}
    </Stack>
  );
}
