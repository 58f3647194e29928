import { F1RuleSchema } from '../../../shared/contract/protocol-settings.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { Term } from '../../ui/term.tsx';
import { ModelField } from './model-field.tsx';
import type { RunDraft } from './run-draft.ts';
import type { SettingsFieldProps } from './settings-field-props.ts';

const rules = [
  { value: 'exact', label: 'it equals a gold answer' },
  { value: 'containment', label: 'it holds a gold answer' },
  { value: 'f1', label: 'its word F1 is above a threshold' },
  { value: 'judge', label: 'a judge says so' },
] as const;

const graded = { value: 'metric', label: 'graded by a metric, from 0 to 1' } as const;

interface RightFieldsProps extends Pick<SettingsFieldProps, 'draft' | 'change'> {
  /** By which an answer may be graded; left out where it is right or wrong. */
  metrics?: SettingsFieldProps['metrics'];
}

/** When an answer is right, outside multiple choice, or what grades it. */
export function RightFields({ draft, change, metrics }: RightFieldsProps) {
  return (
    <>
      <NativeSelect
        label={
          <Term meaning="Outside multiple choice. An answer that equals a gold answer, the usual rule, must be as short as that. The rule is shown with every accuracy.">
            An answer is right when
          </Term>
        }
        value={draft.correctness}
        data={[...rules, ...(metrics ? [graded] : [])]}
        onChange={({ currentTarget }) =>
          change({ correctness: currentTarget.value as RunDraft['correctness'] })
        }
      />
      {draft.correctness === 'f1' && (
        <NumberField
          field={F1RuleSchema.shape.threshold}
          label="Right above a word F1 of"
          step={0.05}
          value={draft.f1Above}
          onChange={(f1Above) => change({ f1Above })}
        />
      )}
      {metrics && draft.correctness === 'metric' && (
        <NativeSelect
          label="Graded by"
          value={draft.gradedBy}
          data={metrics.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => change({ gradedBy: currentTarget.value })}
        />
      )}
    </>
  );
}

/** The model that tells right answers, where one does. */
export function AnswerCheckerField({
  draft,
  change,
  endpoints,
}: Pick<SettingsFieldProps, 'draft' | 'change' | 'endpoints'>) {
  if (draft.correctness !== 'judge') return null;
  return (
    <ModelField
      label="Model that recognizes right answers"
      draft={draft.answerChecker}
      onChange={(answerChecker) => change({ answerChecker })}
      endpoints={endpoints}
    />
  );
}
