import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { AdjudicationItem, LabelForm } from '../../../shared/contract/index.ts';
import { ChoiceButton } from '../../label-form/choice-group.tsx';
import { ratingPoints } from '../../label-form/rating.ts';
import { type DecisionDraft, withValue } from './adjudication-draft.ts';
import classes from './agreement.module.css';

/** One value and the key that gives it. */
interface Choice {
  value: number;
  key: string;
  name: string;
}

/** What one key can say under a form; null where a value is typed: a text, a fine scale, a mean of several replies. */
export function choicesOf(form: LabelForm): Choice[] | null {
  if (form.kind === 'answer') return null;
  if (form.kind === 'category') {
    return form.options.map(({ label, value, key }, at) => ({
      value,
      key: key ?? String((at + 1) % 10),
      name: label,
    }));
  }
  if (form.perTurn) return null;
  if (form.kind === 'binary') {
    return [
      { value: 1, key: 'y', name: form.yesLabel },
      { value: 0, key: 'n', name: form.noLabel },
    ];
  }
  const named = new Map(form.points?.map(({ value, label }) => [value, label]));
  const points = ratingPoints(form)?.filter(({ value }) => named.size === 0 || named.has(value));
  return points?.map(({ value, key }) => ({ value, key, name: nameOf(value, named.get(value)) })) ?? null;
}

const nameOf = (value: number, label = '') => (label === '' ? String(value) : `${value} ${label}`);

interface ChoicesProps {
  item: AdjudicationItem;
  draft: DecisionDraft;
  onChange: (draft: DecisionDraft) => void;
}

/** The value to decide: keys, a number, a text for each turn; of two replies one for each side. */
export function AdjudicationChoices({ item, draft, onChange }: ChoicesProps) {
  const choices = choicesOf(item.form);
  const sides = item.sideBySide && item.form.kind !== 'answer' ? ['Left', 'Right'] : [null];
  if (!choices) return <TypedValues {...{ item, draft, onChange }} />;
  return (
    <Stack gap="xs">
      {sides.map((name, side) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row in every browser
        <div
          key={name ?? 'only'}
          role="group"
          aria-label={name ? `${name} reply` : 'Decision'}
          className={classes.side}
        >
          {name && <Text size="sm">{name}</Text>}
          <div className={classes.choices}>
            {choices.map(({ value, key, name: label }) => (
              <ChoiceButton
                key={value}
                keyName={key}
                isChosen={!draft.isSkip && draft.values[side] === String(value)}
                isSaving={false}
                onChoose={() => onChange(withValue(draft, value, side))}
              >
                {key === label ? undefined : label}
              </ChoiceButton>
            ))}
          </div>
        </div>
      ))}
    </Stack>
  );
}

function TypedValues({ item: { form, sideBySide }, draft, onChange }: ChoicesProps) {
  const put = (at: number, text: string) =>
    onChange({ ...draft, isSkip: false, values: draft.values.map((one, i) => (i === at ? text : one)) });
  const fieldName = (at: number) => {
    if (form.kind !== 'answer')
      return sideBySide
        ? (['Left', 'Right'][at] ?? '')
        : `Value, ${form.kind === 'rating' ? `${form.min} to ${form.max}` : '0 to 1'}`;
    return draft.values.length > 1 ? `Right answer to turn ${at + 1}` : 'Right answer';
  };
  return (
    <Stack gap="xs">
      {draft.values.map((text, at) =>
        form.kind === 'answer' ? (
          <Textarea
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its turn
            key={at}
            label={fieldName(at)}
            dir="auto"
            autosize
            minRows={2}
            maxRows={10}
            maxLength={20_000}
            value={text}
            onChange={(event) => put(at, event.currentTarget.value)}
          />
        ) : (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a field is its side
            key={at}
            label={fieldName(at)}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => put(at, event.currentTarget.value)}
          />
        ),
      )}
    </Stack>
  );
}
