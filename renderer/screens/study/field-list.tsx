import { Button, Checkbox, Group } from '@mantine/core';
import type { FieldForm, StudyField, StudyOptions } from '../../../shared/contract/index.ts';
import { FieldEditor } from './field-editor.tsx';
import { reasonField, startField } from './form-draft.ts';

interface FieldListProps {
  fields: readonly StudyField[];
  options: StudyOptions;
  /** Kinds that the study can ask. */
  kinds: readonly FieldForm['kind'][];
  onChange: (fields: StudyField[]) => void;
}

const mostFields = 12;

/** The further questions of a form, with a way to add and to remove one. */
export function FieldList({ fields, options, kinds, onChange }: FieldListProps) {
  const hasReason = fields.some(({ name }) => name === reasonField.name);
  const add = () => {
    const name = `question ${fields.length + 1}`;
    onChange([...fields, { name, question: '', required: true, form: startField(kinds[0]!, name, options) }]);
  };
  return (
    <>
      {fields.map((field, at) => (
        <FieldEditor
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place
          key={at}
          field={field}
          place={at + 1}
          options={options}
          kinds={kinds}
          onChange={(next) => onChange(fields.map((one, i) => (i === at ? next : one)))}
          onRemove={() => onChange(fields.filter((_, i) => i !== at))}
        />
      ))}
      <Group gap="md">
        <Button size="compact-sm" variant="default" disabled={fields.length >= mostFields} onClick={add}>
          Add a question
        </Button>
        <Checkbox
          label="Ask for a reason"
          checked={hasReason}
          disabled={!hasReason && fields.length >= mostFields}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? [...fields, reasonField]
                : fields.filter(({ name }) => name !== reasonField.name),
            )
          }
        />
      </Group>
    </>
  );
}
