import { Button, Checkbox, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { StudyFieldSchema } from '../../../shared/contract/form.ts';
import type { FieldForm, StudyField, StudyOptions } from '../../../shared/contract/index.ts';
import { failuresField, isOfFailures } from '../../parts/study/study-draft.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { longest, RequiredNumber } from '../../ui/number-field.tsx';
import { CategoryOptions } from './category-options.tsx';
import { correctionField, fieldKinds, isOfCorrection, reasonField, startField } from './form-draft.ts';
import { PointNames } from './point-names.tsx';

interface FieldListProps {
  fields: readonly StudyField[];
  options: StudyOptions;
  /** Kinds that the study can ask. */
  kinds: readonly FieldForm['kind'][];
  onChange: (fields: StudyField[]) => void;
}

const mostFields = 12;

const isOfCriterion = ({ kind }: FieldForm): boolean =>
  !['text', 'span', 'correction', 'failures'].includes(kind);

/** The further questions of a form, with a way to add and to remove one. */
export function FieldList({ fields, options, kinds, onChange }: FieldListProps) {
  const plain = kinds.filter((kind) => kind !== 'failures' && kind !== 'correction');
  const [added, setAdded] = useState<number | null>(null);
  const add = () => {
    setAdded(fields.length);
    const name = `question ${fields.length + 1}`;
    onChange([...fields, { name, question: '', required: true, form: startField(plain[0]!, name, options) }]);
  };
  return (
    <>
      {fields.map((field, at) =>
        isOfFailures(field) || isOfCorrection(field) ? null : (
          <FieldEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
            key={at}
            field={field}
            place={at + 1}
            isAdded={at === added}
            options={options}
            kinds={plain}
            onChange={(next) => onChange(fields.map((one, i) => (i === at ? next : one)))}
            onRemove={() => onChange(fields.filter((_, i) => i !== at))}
          />
        ),
      )}
      {kinds.includes('correction') && (
        <AskedBox
          {...{ fields, onChange }}
          label="Ask for a correction"
          description="What the reply should have said: a reference, or a preferred reply for training."
          asked={correctionField}
          isIt={isOfCorrection}
        />
      )}
      {kinds.includes('failures') && (
        <AskedBox
          {...{ fields, onChange }}
          label="Ask what went wrong"
          description="Notes and failure modes, each with its share of all conversations."
          asked={failuresField({ mayMake: false })}
          isIt={isOfFailures}
        />
      )}
      <Group gap="md">
        <Button size="compact-sm" variant="default" disabled={fields.length >= mostFields} onClick={add}>
          Add a question
        </Button>
        <AskedBox
          {...{ fields, onChange }}
          label="Ask for a reason"
          asked={reasonField}
          isIt={({ name }) => name === reasonField.name}
        />
      </Group>
    </>
  );
}

interface AskedBoxProps extends Pick<FieldListProps, 'fields' | 'onChange'> {
  label: string;
  description?: string;
  /** What is asked once it is checked. */
  asked: StudyField;
  isIt: (field: StudyField) => boolean;
}

/** Asks a question that needs no words of its own, or leaves it out. */
function AskedBox({ fields, onChange, label, description, asked, isIt }: AskedBoxProps) {
  const isAsked = fields.some(isIt);
  return (
    <Checkbox
      {...{ label, description }}
      checked={isAsked}
      disabled={!isAsked && fields.length >= mostFields}
      onChange={(event) =>
        onChange(event.currentTarget.checked ? [...fields, asked] : fields.filter((field) => !isIt(field)))
      }
    />
  );
}

interface FieldEditorProps {
  field: StudyField;
  place: number;
  /** Whether it was just added: it is worded next. */
  isAdded: boolean;
  options: StudyOptions;
  /** Kinds that the study can ask. */
  kinds: readonly FieldForm['kind'][];
  onChange: (field: StudyField) => void;
  onRemove: () => void;
}

/** One further question of a form. */
function FieldEditor({ field, place, isAdded, options, kinds, onChange, onRemove }: FieldEditorProps) {
  const { name, question, required, form } = field;
  const isKnown = options.criteria.some((one) => one.name === name);
  return (
    <Fieldset legend={`Question ${place}`} p="sm">
      <Stack gap="xs">
        <Group gap="xs" grow align="flex-start">
          <TextInput
            size="xs"
            label="Name"
            description={isOfCriterion(form) ? 'Of the criterion' : undefined}
            {...longest(StudyFieldSchema.shape.name)}
            value={name}
            onChange={(event) => onChange({ ...field, name: event.currentTarget.value })}
            onBlur={() => isKnown && onChange({ ...field, form: startField(form.kind, name, options) })}
          />
          <NativeSelect
            size="xs"
            label="Answered by"
            description={isOfCriterion(form) ? '\u00a0' : undefined}
            data={kinds.map((kind) => ({ value: kind, label: fieldKinds[kind] }))}
            value={form.kind}
            onChange={(event) =>
              onChange({
                ...field,
                form: startField(event.currentTarget.value as FieldForm['kind'], name, options),
              })
            }
          />
        </Group>
        <TextInput
          size="xs"
          label="Question"
          placeholder={name}
          autoFocus={isAdded}
          {...longest(StudyFieldSchema.shape.question)}
          value={question}
          onChange={(event) => onChange({ ...field, question: event.currentTarget.value })}
        />
        {form.kind === 'rating' && (
          <>
            <Group gap="xs">
              {(['min', 'max'] as const).map((end) => (
                <RequiredNumber
                  key={end}
                  size="xs"
                  w={84}
                  label={end === 'min' ? 'From' : 'To'}
                  disabled={isKnown}
                  value={form[end]}
                  onChange={(value) =>
                    onChange({ ...field, form: { ...form, [end]: value, points: undefined } })
                  }
                />
              ))}
            </Group>
            <PointNames form={form} onChange={(next) => onChange({ ...field, form: next })} />
          </>
        )}
        {form.kind === 'category' && (
          <CategoryOptions
            options={form.options}
            onChange={(next) => onChange({ ...field, form: { ...form, options: next } })}
          />
        )}
        <Group justify="space-between">
          <Checkbox
            size="xs"
            label="Needs an answer"
            checked={required}
            onChange={(event) => onChange({ ...field, required: event.currentTarget.checked })}
          />
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onRemove}>
            Remove question {place}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
