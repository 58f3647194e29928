import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdjudicationFilter } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { askedOf, subjectKey, type TeamSubject } from './team-subject.ts';

/** The keys begin like those of the estimate or the ranking, so that a new label or decision refreshes all of it. */
export const agreementQuery = (subject: TeamSubject) =>
  queryOptions({
    queryKey: [...subjectKey(subject), 'agreement'],
    queryFn: () => api.agreement.get(askedOf(subject)),
    placeholderData: keepPreviousData,
  });

export const shownFirstQuery = (subject: TeamSubject) =>
  queryOptions({
    queryKey: [...subjectKey(subject), 'shown first'],
    queryFn: () => api.agreement.shownFirst(askedOf(subject)),
    placeholderData: keepPreviousData,
  });

export const queueQuery = (
  subject: TeamSubject,
  filter: AdjudicationFilter,
  annotatorId: number | undefined,
) =>
  queryOptions({
    queryKey: [...subjectKey(subject), 'adjudication', filter, annotatorId],
    queryFn: () => api.adjudication.queue({ ...askedOf(subject), filter, annotatorId }),
    placeholderData: keepPreviousData,
  });

/** One item under one criterion of a study. */
export interface AdjudicationPlace {
  studyId: number;
  itemId: number;
  criterionId: number;
}

/** @param as names who decides, as the queue has it */
export const adjudicationItemQuery = ({ studyId, itemId, criterionId }: AdjudicationPlace, as: string) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'adjudication-item', itemId, criterionId, as],
    queryFn: () => api.adjudication.item({ studyId, itemId, criterionId, as }),
  });
