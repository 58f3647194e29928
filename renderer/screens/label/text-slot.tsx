import { Textarea } from '@mantine/core';
import { useLabel } from './label-context.ts';
import { useSlot } from './use-slot.ts';

/** A question answered in the person's own words. */
export function TextSlot({ index, minRows }: { index: number; minRows: number }) {
  const { slot, text, problem } = useSlot(index);
  const choose = useLabel((state) => state.choose);
  const write = useLabel((state) => state.write);
  return (
    <Textarea
      id={`label-field-${index}`}
      label={slot.title}
      dir="auto"
      autosize
      minRows={minRows}
      maxRows={14}
      maxLength={20_000}
      error={problem}
      value={text}
      onFocus={() => choose(index)}
      onChange={(event) => write(index, event.currentTarget.value)}
    />
  );
}
