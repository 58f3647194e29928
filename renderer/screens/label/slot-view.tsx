import { Text } from '@mantine/core';
import { ChoiceSlot } from './choice-slot.tsx';
import { choicesOf } from './form-choices.ts';
import classes from './label.module.css';
import { useKeyBindings, useLabel } from './label-context.ts';
import { NumberSlot } from './number-slot.tsx';
import { SpanSlot } from './span-slot.tsx';
import { TextSlot } from './text-slot.tsx';
import { useSlot } from './use-slot.ts';

const groupNames = { rating: 'Rating', binary: 'Answer', category: 'Option' } as const;

/** One question of the form: framed when it is the one that keys answer, where there are several. */
export function SlotView({ index }: { index: number }) {
  const { slot, isActive, problem } = useSlot(index);
  const count = useLabel((state) => state.slots.length);
  const keys = useKeyBindings();
  const { form, title, required, field } = slot;
  const choices = choicesOf(form, keys);
  if (!choices) {
    if (form.kind === 'answer' || form.kind === 'text') {
      const minRows = form.kind === 'text' || count > 1 ? 2 : 4;
      return <TextSlot index={index} minRows={minRows} />;
    }
    if (form.kind === 'rating') return <NumberSlot index={index} form={form} />;
    return (
      <section className={classes.slot} aria-label={title} data-active={isActive || undefined}>
        <SlotTitle title={title} isOptional={!required} />
        <SpanSlot index={index} />
      </section>
    );
  }
  if (count === 1) {
    return <ChoiceSlot index={index} choices={choices} name={groupNames[form.kind as 'rating']} />;
  }
  const isTerse = choices.every(({ name, key, hint }) => name === key && hint.length < 8);
  return (
    <div
      className={classes.slot}
      data-active={isActive || undefined}
      aria-current={isActive ? 'step' : undefined}
    >
      <SlotTitle title={title} isOptional={!required && field !== null} />
      <ChoiceSlot
        index={index}
        choices={choices}
        name={title || groupNames[form.kind as 'rating']}
        isRow={isTerse}
      />
      {problem && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}

function SlotTitle({ title, isOptional }: { title: string; isOptional: boolean }) {
  if (title === '') return null;
  return (
    <div className={classes.slotTitle} dir="auto">
      {title}
      {isOptional && <span className={classes.optional}> (optional)</span>}
    </div>
  );
}
