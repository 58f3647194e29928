import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { LabelForm, Measure, Scale, StudyField, StudyOptions } from '../../../shared/contract/index.ts';
import { completed, formOf, withChoice, withText } from '../../label-form/form-state.ts';
import { QuestionForm } from '../../label-form/question-form.tsx';
import { isOfFailures, type StudyDraft } from '../../parts/study/study-draft.ts';
import { defaultBindings } from '../../ui/key-bindings.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { OpenedPanel, Panel } from '../../ui/panel.tsx';
import { CategoryOptions } from './category-options.tsx';
import { FieldList } from './field-list.tsx';
import { formKinds, furtherKinds, startForm } from './form-draft.ts';

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
function MeasureForm({ form, kinds, scale, isComparison, onChange }: MeasureFormProps) {
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
          description="It counts as a tie in the win rate and is also counted separately. Its key is 0."
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

interface FormPanelProps {
  draft: StudyDraft;
  measure: Measure;
  options: StudyOptions;
  onChange: (change: Partial<Pick<StudyDraft, 'form' | 'fields'>>) => void;
}

/** What the label screen asks. Closed, it is what fits the measure, and nothing needs to be done. */
export function FormPanel({ draft, measure, options, onChange }: FormPanelProps) {
  const fields = draft.fields.filter((field) => !isOfFailures(field));
  // What was changed before is in sight.
  const [wasChanged] = useState(draft.form !== null || fields.length > 0);
  const [isOpen, setOpen] = useState(wasChanged);
  const isComparison = draft.compare !== 'one';
  const scale = measureScale(measure, options);
  const kinds = formKinds(measure, options, isComparison);
  const form = draft.form ?? startForm(kinds[0]!, scale);
  const failures = draft.fields.filter(isOfFailures);
  if (!isOpen) {
    return (
      <Panel title="The form">
        <Text size="sm" c="dimmed">
          One question, answered by one key where the scale allows it.
        </Text>
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
            Change what is asked…
          </Button>
        </div>
      </Panel>
    );
  }
  return (
    <OpenedPanel title="The form" isPresent={wasChanged}>
      <Stack gap="sm">
        <MeasureForm
          form={form}
          kinds={kinds}
          scale={scale}
          isComparison={isComparison}
          onChange={(next) => onChange({ form: next })}
        />
        <FieldList
          fields={fields}
          options={options}
          kinds={furtherKinds(measure, isComparison).filter((kind) => kind !== 'failures')}
          onChange={(next) => onChange({ fields: [...next, ...failures] })}
        />
        <FormPreview
          key={JSON.stringify([form, draft.fields, isComparison])}
          form={form}
          fields={draft.fields}
          isComparison={isComparison}
        />
      </Stack>
    </OpenedPanel>
  );
}

function measureScale(measure: Measure, { criteria }: StudyOptions): Scale {
  const known =
    measure.kind === 'criterion' ? criteria.find(({ name }) => name === measure.criterion) : undefined;
  return known?.scale ?? { min: 0, max: 1, direction: 'higher' };
}

interface FormPreviewProps {
  form: LabelForm;
  fields: readonly StudyField[];
  isComparison: boolean;
}

/** The form as whoever labels will see it. What is answered here goes nowhere. */
function FormPreview({ form, fields, isComparison }: FormPreviewProps) {
  const failures = { mayMake: true, list: 0, modes: [] };
  const asked = { form, fields: [...fields], failures, sideBySide: isComparison };
  const [filled, setFilled] = useState(() => {
    const perTurn = (form.kind === 'rating' || form.kind === 'binary') && form.perTurn === true;
    const reply = { prompt: '', text: '' };
    return formOf(asked, { replies: perTurn ? [reply, reply] : [reply] }, { answer: null, draft: null });
  });
  const send = () => {
    const made = completed(asked, filled);
    setFilled('form' in made ? made.form : { ...filled, lacking: null });
  };
  return (
    <section aria-label="Preview of the form">
      <Text size="sm" c="dimmed" mb={6}>
        How it will look; try it, nothing is stored.
      </Text>
      <QuestionForm
        asked={asked}
        form={filled}
        keys={defaultBindings}
        draft="none"
        isSaving={false}
        hasPassage={false}
        actions={{
          give: (question, text) => setFilled((now) => withChoice(asked, now, question, text).form),
          write: (question, text) => setFilled((now) => withText(now, question, text)),
          choose: (active) => setFilled((now) => ({ ...now, active })),
          pick: () => undefined,
          send,
        }}
      />
    </section>
  );
}
