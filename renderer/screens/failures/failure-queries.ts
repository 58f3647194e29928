import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type Notes = Awaited<ReturnType<typeof api.failures.notes>>;
export type Note = Notes['notes'][number];

/** Notes that are shown at a time. */
const mostNotes = 100;

export type ShownNotes = 'unnamed' | 'named' | 'all';

export const notesQuery = (studyId: number, show: ShownNotes, search: string) => ({
  queryKey: [...queryKeys.failureNotes(studyId), show, search],
  queryFn: () => api.failures.notes({ studyId, show, limit: mostNotes, ...(search !== '' && { search }) }),
});

export const allModesQuery = {
  queryKey: [...queryKeys.failureModes, 'retired'],
  queryFn: () => api.failures.list({ withRetired: true }),
};

export const newKey = (): string => crypto.randomUUID();

/** An act on failure modes; what is shown is asked again after it. */
export function useAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.failures }),
  });
}
