import type { UseMutationResult } from '@tanstack/react-query';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';

interface SaveChangesProps<T> {
  label: string;
  isChanged: boolean;
  save: Pick<UseMutationResult<T, Error, void>, 'mutate' | 'isPending' | 'error'>;
}

/** Saves what was changed in a panel, and says what went wrong. */
export function SaveChanges<T>({ label, isChanged, save }: SaveChangesProps<T>) {
  return (
    <>
      {save.error && <ProblemNote problem={toProblem(save.error)} />}
      <ReasonButton
        variant="default"
        lack={isChanged ? null : 'Nothing changed.'}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {label}
      </ReasonButton>
    </>
  );
}
