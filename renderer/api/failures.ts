import type { FailureRow, FailureTable } from '../../shared/contract/index.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export type { FailureRow, FailureTable };

/** The failure modes of the project. */
export const modesQuery = {
  queryKey: queryKeys.failureModes,
  queryFn: () => api.failures.list({}),
};

/** Shares of a study's failure modes, the largest first. */
export const failureTableQuery = (studyId: number) => ({
  queryKey: queryKeys.failureTable(studyId),
  queryFn: () => api.failures.table({ studyId }),
});
