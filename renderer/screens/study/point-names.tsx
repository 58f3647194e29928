import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import { PointLabel } from '../../../shared/contract/form.ts';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { longest } from '../../ui/number-field.tsx';
import { namablePoints, startPoints } from './form-draft.ts';

type Rating = Omit<Extract<LabelForm, { kind: 'rating' }>, 'perTurn'>;

interface PointNamesProps<T extends Rating> {
  form: T;
  onChange: (form: T) => void;
}

/** Names for the points of a scale, as on a Likert scale. */
export function PointNames<T extends Rating>({ form, onChange }: PointNamesProps<T>) {
  if (!namablePoints(form)) return null;
  const { points } = form;
  return (
    <>
      <Checkbox
        label="Name every point (Likert)"
        checked={points !== undefined}
        onChange={(event) =>
          onChange({ ...form, points: event.currentTarget.checked ? startPoints(form) : undefined })
        }
      />
      {points && (
        <SimpleGrid cols={2} spacing={6} verticalSpacing={6}>
          {points.map(({ value, label }, at) => (
            <TextInput
              key={value}
              size="xs"
              label={`Name of ${value}`}
              {...longest(PointLabel)}
              value={label}
              onChange={(event) => {
                const named = event.currentTarget.value;
                onChange({
                  ...form,
                  points: points.map((one, i) => (i === at ? { value, label: named } : one)),
                });
              }}
            />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}
