import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdjudicationFilter } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

/** The keys begin like those of the estimate, so that a new label or decision refreshes all of it. */
export const agreementQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'agreement'],
    queryFn: () => api.agreement.get({ studyId }),
    placeholderData: keepPreviousData,
  });

export const queueQuery = (studyId: number, filter: AdjudicationFilter, annotatorId: number | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'adjudication', filter, annotatorId],
    queryFn: () => api.adjudication.queue({ studyId, filter, annotatorId }),
    placeholderData: keepPreviousData,
  });

/** One item under one criterion. */
export interface AdjudicationPlace {
  itemId: number;
  criterionId: number;
}

/** @param as names who decides, as the queue has it */
export const adjudicationItemQuery = (
  studyId: number,
  { itemId, criterionId }: AdjudicationPlace,
  as: string,
) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'adjudication-item', itemId, criterionId, as],
    queryFn: () => api.adjudication.item({ studyId, itemId, criterionId, as }),
  });
