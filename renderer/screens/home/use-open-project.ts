import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProjectInfo } from '../../../shared/contract/index.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** Runs a call that changes which project is open, and shows that project at once. */
export function useOpenProject<Input>(call: (input: Input) => Promise<ProjectInfo>, onOpen?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: async (project) => {
      queries.removeQueries({
        predicate: ({ queryKey }) => !['project', 'recent', 'settings'].includes(String(queryKey[0])),
      });
      queries.setQueryData(queryKeys.project, project);
      await queries.invalidateQueries({ queryKey: queryKeys.recent });
      onOpen?.();
    },
  });
}
