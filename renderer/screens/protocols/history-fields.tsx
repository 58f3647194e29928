import { Textarea } from '@mantine/core';
import { InterviewSettingsSchema, ReplaySettingsSchema } from '../../../shared/contract/protocol-settings.ts';
import { fieldFacts } from '../../../shared/field-facts.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import type { SettingsFieldProps } from './settings-field-props.ts';

type FieldProps = Pick<SettingsFieldProps, 'draft' | 'change'>;

/** How much of the conversation the model sees. */
export function WindowField({ draft, change }: FieldProps) {
  const { window } = (draft.choice === 'interview' ? InterviewSettingsSchema : ReplaySettingsSchema).shape;
  return (
    <NumberField
      field={window}
      label={
        <Term meaning="The window k: how many earlier question-answer pairs the model is shown. A detector of invalid questions sees the same.">
          History shown
        </Term>
      }
      description="Question-answer pairs; empty shows all"
      placeholder={String(fieldFacts(window).usual ?? 'all')}
      value={draft.window}
      onChange={(value: number | null) => change({ window: value })}
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
