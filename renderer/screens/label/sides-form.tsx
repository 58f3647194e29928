import { Text } from '@mantine/core';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { ChoiceButton } from './choice-button.tsx';
import classes from './label.module.css';
import { useKeyBindings, useLabel } from './label-context.ts';
import { ratingPoints } from './rating-points.ts';
import { type Side, sideNames } from './sides.ts';
import { SidesNumbers } from './sides-numbers.tsx';

type SideForm = Extract<LabelForm, { kind: 'rating' | 'binary' }>;

interface Choice {
  value: number;
  key: string;
  name: string;
  hint: string;
}

/** A value for each of two replies: a column for the left one, a column for the right one, the active one framed. */
export function SidesForm({ form }: { form: SideForm }) {
  const keys = useKeyBindings();
  const choices = choicesOf(form, keys);
  if (!choices) return <SidesNumbers form={form as Extract<LabelForm, { kind: 'rating' }>} />;
  return (
    <div>
      <div className={classes.sides}>
        <SideColumn side={0} choices={choices} />
        <SideColumn side={1} choices={choices} />
      </div>
      <Text size="xs" c="dimmed" mt={8}>
        Keys rate the framed side, then go on to the other; ← and → change it. Both together are saved.
      </Text>
    </div>
  );
}

function SideColumn({ side, choices }: { side: Side; choices: readonly Choice[] }) {
  const active = useLabel((state) => state.side);
  const given = useLabel((state) => state.fields[side] ?? '');
  const isSaving = useLabel((state) => state.saving?.answer.kind === 'pair');
  const chooseSide = useLabel((state) => state.chooseSide);
  const rate = useLabel((state) => state.rate);
  const stop = choices.find(({ value }) => String(value) === given) ?? choices[0];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div
      role="group"
      aria-label={`${sideNames[side]} reply`}
      className={classes.side}
      data-active={active === side || undefined}
      onFocus={() => chooseSide(side)}
    >
      <div className={classes.sideName}>{sideNames[side]}</div>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <ChoiceButton
            key={choice.value}
            keyName={choice.key}
            isChosen={String(choice.value) === given}
            isSaving={isSaving && String(choice.value) === given}
            isTabStop={choice === stop}
            hint={choice.hint}
            onChoose={() => {
              chooseSide(side);
              void rate(choice.value);
            }}
          >
            {choice.key === choice.name ? undefined : choice.name}
          </ChoiceButton>
        ))}
      </div>
    </div>
  );
}

/** What one key or click can say, the best on top; null on a scale too fine for keys. */
function choicesOf(form: SideForm, keys: { yes: string; no: string }): Choice[] | null {
  if (form.kind === 'binary') {
    return [
      { value: 1, key: keys.yes, name: form.yesLabel, hint: '' },
      { value: 0, key: keys.no, name: form.noLabel, hint: '' },
    ];
  }
  const ends = new Map([
    [form.min, form.lowLabel],
    [form.max, form.highLabel],
  ]);
  const points = ratingPoints(form)?.map(({ value, key }) => ({
    value,
    key,
    name: String(value),
    hint: ends.get(value) ?? '',
  }));
  return points?.toReversed() ?? null;
}
