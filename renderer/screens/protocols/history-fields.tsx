import { NumberInput, Textarea } from '@mantine/core';
import { Term } from '../../ui/term.tsx';
import { orNull } from './model-settings.tsx';
import type { SettingsFieldProps } from './settings-field-props.ts';

type FieldProps = Pick<SettingsFieldProps, 'draft' | 'change'>;

/** How much of the conversation the model sees. */
export function WindowField({ draft, change }: FieldProps) {
  return (
    <NumberInput
      label={
        <Term meaning="The window k: how many earlier question-answer pairs the model is shown. A detector of invalid questions sees the same.">
          History shown
        </Term>
      }
      description="Question-answer pairs; empty shows all"
      placeholder={draft.choice === 'interview' ? '2' : 'all'}
      min={0}
      max={100}
      allowDecimal={false}
      value={draft.window ?? ''}
      onChange={(value) => change({ window: orNull(value) })}
    />
  );
}

/** Which answers say that there is no answer. */
export function RefusalsField({ draft, change }: FieldProps) {
  return (
    <Textarea
      label={
        <Term meaning="A question is unanswerable when at least half of its gold answers are such words. An answer that says so is right there and wrong elsewhere.">
          Answers that mean “no answer”
        </Term>
      }
      description="One per line, besides known phrases such as “the text does not say”. Three words or more are found within an answer, too"
      autosize
      minRows={2}
      maxRows={8}
      value={draft.refusals}
      onChange={({ currentTarget }) => change({ refusals: currentTarget.value })}
    />
  );
}
