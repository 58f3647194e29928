import { ChoiceButton } from './choice-button.tsx';
import type { Choice } from './form-choices.ts';
import classes from './label.module.css';
import { useLabel } from './label-context.ts';
import { useSlot } from './use-slot.ts';

interface ChoiceSlotProps {
  index: number;
  choices: readonly Choice[];
  /** What screen readers call the group. */
  name: string;
  /** In a row where the choices say no more than their key. */
  isRow?: boolean;
}

/** A question answered by one key or click. */
export function ChoiceSlot({ index, choices, name, isRow = false }: ChoiceSlotProps) {
  const { text, isSaving } = useSlot(index);
  const isSingle = useLabel((state) => state.slots.length === 1);
  const choose = useLabel((state) => state.choose);
  const give = useLabel((state) => state.give);
  const stop = choices.find((choice) => choice.text === text) ?? choices[0];
  const shown = isRow ? choices.toReversed() : choices;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div
      role="group"
      aria-label={name}
      className={isRow ? classes.choiceRow : classes.choices}
      onFocus={() => choose(index)}
    >
      {shown.map((choice) => (
        <ChoiceButton
          key={choice.text}
          keyName={choice.key}
          isChosen={choice.text === text}
          isSaving={isSaving && choice.text === text}
          isTabStop={isSingle || choice === stop}
          hint={choice.hint}
          onChoose={() => {
            choose(index);
            void give(index, choice.text);
          }}
        >
          {choice.key === choice.name ? undefined : choice.name}
        </ChoiceButton>
      ))}
    </div>
  );
}
