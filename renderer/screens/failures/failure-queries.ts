import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

type Notes = Awaited<ReturnType<typeof api.failures.notes>>;
export type Note = Notes['notes'][number];

/** Notes on one page. */
export const notesPerPage = 50;

export type ShownNotes = 'unnamed' | 'named' | 'all';

/** @param page from 1 on */
export const notesQuery = (studyId: number, show: ShownNotes, search: string, page: number) => ({
  queryKey: [...queryKeys.failureNotes(studyId), show, search, page],
  queryFn: () =>
    api.failures.notes({
      ...{ studyId, show, from: (page - 1) * notesPerPage, limit: notesPerPage },
      ...(search !== '' && { search }),
    }),
});

export const allModesQuery = {
  queryKey: [...queryKeys.failureModes, 'retired'],
  queryFn: () => api.failures.list({ withRetired: true }),
};

/** What the data brought of failures that somebody found before. */
export const foundQuery = (studyId: number) => ({
  queryKey: [...queryKeys.failureNotes(studyId), 'found'],
  queryFn: () => api.failures.found({ studyId }),
});

/** How often steps of each kind are wrong. */
export const stepsQuery = (studyId: number) => ({
  queryKey: [...queryKeys.failureNotes(studyId), 'steps'],
  queryFn: () => api.failures.steps({ studyId }),
});

export const newKey = (): string => crypto.randomUUID();

/** An act on failure modes; what is shown is asked again after it. */
export function useAct<Input, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.failures }),
  });
}
