import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { QuestionText } from '../../../shared/contract/base.ts';
import { useDraft } from '../../ui/draft.tsx';
import { longest } from '../../ui/number-field.tsx';
import { GuidelinesField } from './guidelines-field.tsx';
import { SaveChanges } from './save-changes.tsx';

interface Wording {
  question: string;
  guidelines: string;
}

interface WordingFormProps<Stored> {
  /** Names the study or the ranking. */
  about: string;
  stored: Wording & { version: string };
  /** Labels that were given so far. */
  labeled: number;
  onSave: (wording: Wording & { version: string | undefined }) => Promise<Stored>;
  onSaved: (stored: Stored) => void;
  /** Another window changed it: it is to be read again. */
  onStale: () => void;
}

/** What annotators are told. It may change at any time; the draw does not depend on it. */
export function WordingForm<Stored>(props: WordingFormProps<Stored>) {
  const { about, stored, labeled, onSave, onSaved, onStale } = props;
  const { question, guidelines, version } = stored;
  const form = useDraft<Wording>(`wording of ${about}`, { question, guidelines }, version);
  const { draft, change } = form;
  const save = useMutation({
    mutationFn: () => onSave({ ...draft, version: form.version.current }),
    onSuccess: (next) => {
      onSaved(next);
      form.discard();
    },
  });
  return (
    <Stack gap="sm">
      <TextInput
        label="Question shown with each item"
        {...longest(QuestionText)}
        value={draft.question}
        onChange={(event) => change({ question: event.currentTarget.value })}
      />
      <GuidelinesField value={draft.guidelines} onChange={(text) => change({ guidelines: text })} />
      {form.isChanged && labeled > 0 && (
        <Text size="sm" c="orange">
          {labeled} labels were given under the wording before. They stay as they are.
        </Text>
      )}
      <SaveChanges
        label="Save wording"
        form={form}
        save={save}
        onLoad={(theirs) => {
          change(Object.fromEntries(Object.entries(theirs).map(([field, value]) => [field, firstOf(value)])));
          onStale();
        }}
      />
    </Stack>
  );
}

/** What is stored of all pairs of a ranking: of several values, the first. */
const firstOf = (theirs: unknown): string => String(Array.isArray(theirs) ? (theirs[0] ?? '') : theirs);
