import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** The failure modes of the project. */
export const modesQuery = {
  queryKey: queryKeys.failureModes,
  queryFn: () => api.failures.list({}),
};
