import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { LabelForm, Scale } from '../../../shared/contract/index.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { CategoryOptions } from './category-options.tsx';
import { startForm } from './form-draft.ts';
import { PointNames } from './point-names.tsx';

interface MeasureFormProps {
  form: LabelForm;
  kinds: readonly LabelForm['kind'][];
  scale: Scale;
  isComparison: boolean;
  onChange: (form: LabelForm) => void;
}

const formKindNames = {
  rating: 'Rating',
  binary: 'Yes or no',
  category: 'One of several options',
  answer: 'The right answer, written',
  preference: 'Which of the two is better',
} as const;

/** How the measure itself is asked for. */
export function MeasureForm({ form, kinds, scale, isComparison, onChange }: MeasureFormProps) {
  const takesTurns = !isComparison && (form.kind === 'rating' || form.kind === 'binary');
  return (
    <Stack gap="xs">
      <NativeSelect
        label="The measure is asked for as"
        data={kinds.map((kind) => ({ value: kind, label: formKindNames[kind] }))}
        value={form.kind}
        onChange={(event) => onChange(startForm(event.currentTarget.value as LabelForm['kind'], scale))}
      />
      {form.kind === 'rating' && <PointNames form={form} onChange={onChange} />}
      {form.kind === 'category' && (
        <CategoryOptions options={form.options} onChange={(options) => onChange({ ...form, options })} />
      )}
      {form.kind === 'binary' && (
        <>
          <TextInput
            label="What yes is called"
            value={form.yesLabel}
            onChange={(event) => onChange({ ...form, yesLabel: event.currentTarget.value })}
          />
          <TextInput
            label="What no is called"
            value={form.noLabel}
            onChange={(event) => onChange({ ...form, noLabel: event.currentTarget.value })}
          />
        </>
      )}
      {form.kind === 'preference' && (
        <NativeSelect
          label="In how many steps"
          data={[
            { value: '3', label: 'Three: left, tie, right' },
            { value: '5', label: 'Five: much better, better, tie, better, much better' },
          ]}
          value={String(form.steps)}
          onChange={(event) => onChange({ ...form, steps: event.currentTarget.value === '5' ? 5 : 3 })}
        />
      )}
      {form.kind === 'preference' && (
        <Checkbox
          label="People may also say that both are bad"
          description="It counts as a tie in the win rate; how often it was said is told apart. Its key is 0."
          checked={form.bothBad === true}
          onChange={(event) => onChange({ ...form, bothBad: event.currentTarget.checked })}
        />
      )}
      {takesTurns && (
        <Checkbox
          label="For each reply of a conversation on its own"
          description="The label is the mean over the replies; the mean over all turns can then be estimated too."
          checked={form.perTurn === true}
          onChange={(event) => onChange({ ...form, perTurn: event.currentTarget.checked })}
        />
      )}
      {form.kind === 'answer' && (
        <Checkbox
          label="The answer may be picked in the passage"
          checked={form.fromPassage === true}
          onChange={(event) => onChange({ ...form, fromPassage: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
