import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { Annotator } from '../../shared/contract/index.ts';
import { sessionStore } from '../app/session-store.ts';
import { api } from './client.ts';
import { useProject } from './queries.ts';
import { queryKeys } from './query-keys.ts';

/** The people of the open project, and who of them labels on this machine. */
export function useAnnotators() {
  const { data: project } = useProject();
  const { data, error } = useQuery({
    queryKey: queryKeys.annotators,
    queryFn: () => api.annotator.list({}),
    enabled: Boolean(project),
  });
  const people = data?.filter(({ simulated }) => !simulated);
  return { people, present: people?.find(({ isCurrent }) => isCurrent), error };
}

/** Puts a changed list of annotators on every screen. */
export function useSetAnnotators() {
  const queries = useQueryClient();
  return useCallback(
    (annotators: Annotator[]) => {
      queries.setQueryData(queryKeys.annotators, annotators);
      void queries.invalidateQueries({ queryKey: ['study'] });
    },
    [queries],
  );
}

/** Asks again who the project knows. */
export function useRefreshAnnotators() {
  const queries = useQueryClient();
  return useCallback(() => void queries.invalidateQueries({ queryKey: queryKeys.annotators }), [queries]);
}

/**
 * Whether somebody should say who they are before labeling: several people know the project and nobody has spoken up
 * in this window, or none of them is who labels on this machine. Undefined while that is not known.
 */
export function useMustChoose(): boolean | undefined {
  const { data: project } = useProject();
  const { people, present, error } = useAnnotators();
  const confirmed = useStore(sessionStore, (state) => state.confirmedProject);
  if (error) return false;
  if (!people) return undefined;
  return people.length > 0 && (!present || (people.length > 1 && confirmed !== project?.path));
}
