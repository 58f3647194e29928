import { Stack, TextInput } from '@mantine/core';
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Draft, FromBefore, useDraft } from './draft.tsx';
import { longest } from './number-field.tsx';
import { ReasonButton } from './reason-button.tsx';
import { SaveProblem } from './stale-note.tsx';

interface Named {
  readonly name: string;
}

interface StoredText<Text extends Named, Saved> {
  /** Names the form and what it is about, such as `prompt 3`. */
  form: string;
  stored: Text;
  version: number;
  save: (text: Text & { basedOn?: number }) => Promise<Saved>;
  /** What is read again once a version is stored. */
  queryKeys: readonly QueryKey[];
  onSaved: (saved: Saved) => void;
}

/** A text that is kept in versions, while it is changed: what is stored is its next version, or the first under another name. */
export function useVersionedText<Text extends Named, Saved>(of: StoredText<Text, Saved>) {
  const form = useDraft(of.form, of.stored, `${of.version}`);
  const { draft: text, version: basedOn } = form;
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      of.save({ ...text, ...(text.name === of.stored.name && { basedOn: Number(basedOn.current) }) }),
    onSuccess: async (saved) => {
      form.discard();
      await Promise.all(of.queryKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      of.onSaved(saved);
    },
  });
  return { form, save };
}

interface VersionedTextProps<Text extends Named> {
  of: { form: Draft<Text>; save: UseMutationResult<unknown, Error, void> };
  /** What is said of its name, as of a text that comes with Assay. */
  nameHelp: string | undefined;
  nameSchema: Parameters<typeof longest>[0];
  /** What the text lacks, in a sentence; null where it can be stored. */
  lack?: string | null;
  className?: string | undefined;
  /** The fields below its name. */
  children: ReactNode;
}

/** The fields of such a text: its name, what else it has, and the button that stores it. */
export function VersionedText<Text extends Named>({
  of: { form, save },
  nameHelp,
  nameSchema,
  lack = null,
  className,
  children,
}: VersionedTextProps<Text>) {
  const put = (part: Partial<Named>) => form.change(part as Partial<Text>);
  return (
    <Stack gap="sm" className={className}>
      <FromBefore of={form} />
      <SaveProblem
        error={save.error}
        version={form.version}
        onLoad={(theirs) => {
          form.change(theirs as Partial<Text>);
          save.reset();
        }}
        onSave={() => save.mutate()}
      />
      <TextInput
        label="Name"
        description={nameHelp}
        {...longest(nameSchema)}
        value={form.draft.name}
        onChange={({ currentTarget }) => put({ name: currentTarget.value })}
      />
      {children}
      <ReasonButton
        lack={form.isChanged ? lack : 'Nothing changed.'}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        Store as a new version
      </ReasonButton>
    </Stack>
  );
}
