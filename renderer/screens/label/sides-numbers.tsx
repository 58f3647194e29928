import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { LabelForm } from '../../../shared/contract/index.ts';
import { useLabel } from './label-context.ts';
import { readRating } from './rating-points.ts';
import { type Side, sideNames } from './sides.ts';

/** Two ratings on a scale too fine for one key per point: a number for each reply, and Enter. */
export function SidesNumbers({ form }: { form: Extract<LabelForm, { kind: 'rating' }> }) {
  const fields = useLabel((state) => state.fields);
  const isSaving = useLabel((state) => state.saving !== null);
  const write = useLabel((state) => state.write);
  const submit = useLabel((state) => state.submit);
  const chooseSide = useLabel((state) => state.chooseSide);
  const [problems, setProblems] = useState<readonly (string | null)[]>([null, null]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const [left, right] = [fields[0] ?? '', fields[1] ?? ''].map((text) => readRating(text, form));
    if (left && right && 'value' in left && 'value' in right) {
      setProblems([null, null]);
      void submit({ kind: 'pair', values: [left.value, right.value] });
    } else {
      setProblems([left, right].map((read) => (read && 'problem' in read ? read.problem : null)));
    }
  };
  return (
    <form onSubmit={send} noValidate>
      <Group align="flex-start" gap="xs" wrap="nowrap">
        {([0, 1] as const satisfies readonly Side[]).map((side) => (
          <TextInput
            key={side}
            id={`label-field-${side}`}
            flex={1}
            inputMode="decimal"
            autoComplete="off"
            label={sideNames[side]}
            description={`${form.min} to ${form.max}`}
            value={fields[side] ?? ''}
            error={problems[side]}
            onFocus={() => chooseSide(side)}
            onChange={(event) => {
              setProblems([null, null]);
              write(side, event.currentTarget.value);
            }}
          />
        ))}
      </Group>
      <Button type="submit" mt="sm" fullWidth loading={isSaving}>
        Save both
      </Button>
    </form>
  );
}
