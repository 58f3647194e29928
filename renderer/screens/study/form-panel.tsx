import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { FieldForm, Measure, Scale, StudyField, StudyOptions } from '../../../shared/contract/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { FieldEditor } from './field-editor.tsx';
import { formKinds, reasonField, startField, startForm } from './form-draft.ts';
import { FormPreview } from './form-preview.tsx';
import { MeasureForm } from './measure-form.tsx';
import type { StudyDraft } from './study-draft.ts';

interface FormPanelProps {
  draft: StudyDraft;
  measure: Measure;
  options: StudyOptions;
  onChange: (change: Partial<Pick<StudyDraft, 'form' | 'fields'>>) => void;
}

/** What the label screen asks. Closed, it is what fits the measure, and nothing needs to be done. */
export function FormPanel({ draft, measure, options, onChange }: FormPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const isComparison = draft.compare !== 'one';
  const scale = measureScale(measure, options);
  const kinds = formKinds(measure, options, isComparison);
  const form = draft.form ?? startForm(kinds[0]!, scale);
  const { fields } = draft;
  const hasReason = fields.some(({ name }) => name === reasonField.name);
  const takesCriteria = !isComparison && measure.kind === 'criterion';
  const fieldKinds: FieldForm['kind'][] = takesCriteria
    ? ['rating', 'binary', 'category', 'text', 'span']
    : ['text', 'span'];
  const setFields = (next: StudyField[]) => onChange({ fields: next });
  const add = () => {
    const name = `question ${fields.length + 1}`;
    setFields([
      ...fields,
      { name, question: '', required: true, form: startField(fieldKinds[0]!, name, options) },
    ]);
  };
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
    <Panel title="The form">
      <Stack gap="sm">
        <MeasureForm
          form={form}
          kinds={kinds}
          scale={scale}
          isComparison={isComparison}
          onChange={(next) => onChange({ form: next })}
        />
        {fields.map((field, at) => (
          <FieldEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
            key={at}
            field={field}
            place={at + 1}
            options={options}
            kinds={fieldKinds}
            onChange={(next) => setFields(fields.map((one, i) => (i === at ? next : one)))}
            onRemove={() => setFields(fields.filter((_, i) => i !== at))}
          />
        ))}
        <Group gap="md">
          <Button size="compact-sm" variant="default" disabled={fields.length >= 12} onClick={add}>
            Add a question
          </Button>
          <Checkbox
            label="Ask for a reason"
            checked={hasReason}
            onChange={(event) =>
              setFields(
                event.currentTarget.checked
                  ? [...fields, reasonField]
                  : fields.filter(({ name }) => name !== reasonField.name),
              )
            }
          />
        </Group>
        <FormPreview
          key={JSON.stringify([form, fields, isComparison])}
          form={form}
          fields={fields}
          isComparison={isComparison}
        />
      </Stack>
    </Panel>
  );
}

function measureScale(measure: Measure, { criteria }: StudyOptions): Scale {
  const known =
    measure.kind === 'criterion' ? criteria.find(({ name }) => name === measure.criterion) : undefined;
  return known?.scale ?? { min: 0, max: 1, direction: 'higher' };
}
