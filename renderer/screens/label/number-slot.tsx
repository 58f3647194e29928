import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { SlotForm } from './form-choices.ts';
import { useLabel } from './label-context.ts';
import { useSlot } from './use-slot.ts';

type RatingForm = Extract<SlotForm, { kind: 'rating' }>;

/** A rating on a scale too fine for one key per point: a number, and Enter. */
export function NumberSlot({ index, form }: { index: number; form: RatingForm }) {
  const { slot, problem } = useSlot(index);
  const text = useLabel((state) => state.fields[index] ?? '');
  const choose = useLabel((state) => state.choose);
  const write = useLabel((state) => state.write);
  const submitForm = useLabel((state) => state.submitForm);
  const ends = [
    form.lowLabel && `${form.min}: ${form.lowLabel}`,
    form.highLabel && `${form.max}: ${form.highLabel}`,
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void submitForm();
  };
  return (
    <TextInput
      id={`label-field-${index}`}
      inputMode="decimal"
      autoComplete="off"
      label={slot.title || `A number from ${form.min} to ${form.max}`}
      description={
        (slot.title ? `${form.min} to ${form.max}` : ends.filter(Boolean).join(' · ')) || undefined
      }
      value={text}
      error={problem}
      onFocus={() => choose(index)}
      onKeyDown={onKeyDown}
      onChange={(event) => write(index, event.currentTarget.value)}
    />
  );
}
