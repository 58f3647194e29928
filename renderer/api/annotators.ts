import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import type { Annotator } from '../../shared/contract/index.ts';
import { api } from './client.ts';
import { useProject } from './queries.ts';
import { queryKeys } from './query-keys.ts';
import { sessionStore } from './session-store.ts';

/** Who labels in this window; undefined before the project knows anybody. */
export function useWindowAnnotator(): number | undefined {
  const { data: project } = useProject();
  const annotator = useStore(sessionStore, (state) => state.annotator);
  return project && annotator?.projects.includes(project.path) ? annotator.id : undefined;
}

/** The people of the open project, and who of them labels in this window. */
export function useAnnotators() {
  const { data: project } = useProject();
  const windowAnnotator = useWindowAnnotator();
  // Those of the project before are nobody here, however long the new list takes.
  const { data, error } = useQuery({
    queryKey: queryKeys.annotatorsOf(project?.path),
    queryFn: () => api.annotator.list({}),
    enabled: Boolean(project),
  });
  const people = data?.filter(({ simulated }) => !simulated);
  const present =
    people?.find(({ id }) => id === windowAnnotator) ?? people?.find(({ isCurrent }) => isCurrent);
  return { people, present, error };
}

/** Makes whoever labels on this machine the one of this window, which stays theirs when another window chooses anew. */
export function useKeepAnnotator(): void {
  const { data: project } = useProject();
  const { present } = useAnnotators();
  const windowAnnotator = useWindowAnnotator();
  const [path, id] = [project?.path, present?.id];
  useEffect(() => {
    if (path !== undefined && id !== undefined && id !== windowAnnotator) {
      sessionStore.getState().keepAnnotator(path, id);
    }
  }, [path, id, windowAnnotator]);
}

/** Puts a changed list of annotators on every screen. */
export function useSetAnnotators() {
  const queries = useQueryClient();
  const path = useProject().data?.path;
  return useCallback(
    (annotators: Annotator[]) => {
      queries.setQueryData(queryKeys.annotatorsOf(path), annotators);
      void queries.invalidateQueries({ queryKey: ['study'] });
    },
    [queries, path],
  );
}

/** Asks again who the project knows. */
export function useRefreshAnnotators() {
  const queries = useQueryClient();
  return useCallback(() => void queries.invalidateQueries({ queryKey: queryKeys.annotators }), [queries]);
}

/**
 * Whether somebody should say who they are before labeling: several people know the project and nobody has spoken up
 * in this window, or none of them is who labels here. Undefined while that is not known.
 */
export function useMustChoose(): boolean | undefined {
  const { data: project } = useProject();
  const { people, present, error } = useAnnotators();
  const confirmedIn = useStore(sessionStore, (state) => state.confirmedIn);
  if (error) return false;
  if (!people) return undefined;
  return people.length > 0 && (!present || (people.length > 1 && !confirmedIn.includes(project?.path ?? '')));
}
