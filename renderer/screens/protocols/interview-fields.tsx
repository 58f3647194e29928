import { Checkbox } from '@mantine/core';
import { InterviewSettingsSchema, thresholdOfAuthors } from '../../../shared/contract/protocol-settings.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import { RefusalsField, WindowField } from './history-fields.tsx';
import { ModelField } from './model-field.tsx';
import classes from './protocols.module.css';
import type { SettingsFieldProps } from './settings-field-props.ts';

const rules = [
  { value: 'threshold', label: 'its word F1 is above a threshold' },
  { value: 'authors', label: 'as the authors ran it' },
];

/** The settings of an interview. */
export function InterviewFields({ draft, change, endpoints }: SettingsFieldProps) {
  const areAuthors = draft.rightBy === 'authors';
  return (
    <>
      <ModelField
        label="Asks the follow-up questions"
        draft={draft.generator}
        onChange={(generator) => change({ generator })}
        endpoints={endpoints}
      />
      <ModelField
        label="Looks for follow-ups that give the answer away"
        description="The rules look for the words of a gold answer. A language model also sees other words for it. It takes a request for each follow-up."
        draft={draft.leakChecker}
        onChange={(leakChecker) => change({ leakChecker })}
        endpoints={endpoints}
        hasRules
      />
      <ModelField
        label="Recognizes refusals"
        description="The rules are your words below and a list of phrases. A language model takes a request for each reply."
        draft={draft.refusalChecker}
        onChange={(refusalChecker) => change({ refusalChecker })}
        endpoints={endpoints}
        hasRules
      />
      <div className={classes.fields}>
        <WindowField draft={draft} change={change} />
        <NumberField
          field={InterviewSettingsSchema.shape.mostPrompts}
          label="Follow-up questions at most"
          value={draft.mostPrompts}
          onChange={(mostPrompts) => change({ mostPrompts })}
        />
        <NativeSelect
          label={
            <Term meaning="As the authors ran it: the gold answer itself, or a word F1 above 0.5, also of halves. In the history, the gold answer replaces a failed one. Every refusal of a follow-up is wrong.">
              An answer is right
            </Term>
          }
          value={draft.rightBy}
          data={rules}
          onChange={({ currentTarget }) =>
            change({ rightBy: currentTarget.value === 'authors' ? 'authors' : 'threshold' })
          }
        />
        <NumberField
          field={InterviewSettingsSchema.shape.threshold}
          label={
            <Term meaning="An answer counts as right when its word F1 with a gold answer is above this. The paper prints no threshold; it is shown beside every result.">
              Right above a word F1 of
            </Term>
          }
          step={0.05}
          disabled={areAuthors}
          value={areAuthors ? thresholdOfAuthors : draft.threshold}
          onChange={(threshold) => change({ threshold })}
        />
        <RefusalsField draft={draft} change={change} />
        <Checkbox
          label="Golden history: people's answers between the questions"
          checked={draft.golden}
          onChange={({ currentTarget }) => change({ golden: currentTarget.checked })}
        />
        <Checkbox
          label="Show the model the right answer after a failure"
          description={
            draft.golden
              ? 'Golden history shows it anyway.'
              : areAuthors
                ? 'It takes the place of the last answer.'
                : undefined
          }
          disabled={draft.golden || areAuthors}
          checked={(draft.goldCorrection || areAuthors) && !draft.golden}
          onChange={({ currentTarget }) => change({ goldCorrection: currentTarget.checked })}
        />
      </div>
    </>
  );
}
