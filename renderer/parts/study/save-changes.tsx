import type { UseMutationResult } from '@tanstack/react-query';
import { type Draft, FromBefore } from '../../ui/draft.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { SaveProblem, type Theirs } from '../../ui/stale-note.tsx';

interface SaveChangesProps<T> {
  label: string;
  form: Omit<Draft<object>, 'change'>;
  save: Pick<UseMutationResult<T, Error, void>, 'mutate' | 'isPending' | 'error' | 'reset'>;
  /** Puts what another window stored into the panel. */
  onLoad: (theirs: Theirs) => void;
}

/** Saves what was changed in a panel, and says what went wrong. */
export function SaveChanges<T>({ label, form, save, onLoad }: SaveChangesProps<T>) {
  return (
    <>
      <FromBefore of={form} />
      <SaveProblem
        error={save.error}
        version={form.version}
        onLoad={(theirs) => {
          onLoad(theirs);
          save.reset();
        }}
        onSave={() => save.mutate()}
      />
      <ReasonButton
        variant="default"
        lack={form.isChanged ? null : 'Nothing changed.'}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {label}
      </ReasonButton>
    </>
  );
}
