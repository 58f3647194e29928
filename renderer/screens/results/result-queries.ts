import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EstimateReport, Study } from '../../../shared/contract/index.ts';
import { type LabCoverage, oneLookCoverage } from '../../../shared/one-look-words.ts';
import { api } from '../../api/client.ts';
import { queryKeys } from '../../api/query-keys.ts';

export const DRAWS_PER_PAGE = 100;

/** The keys begin like those of the estimate, so that a new label refreshes these tables too; some hold other studies, too. */
export const influenceQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'influence'],
    queryFn: () => api.estimate.influence({ studyId, limit: 10 }),
  });

export const readingQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'reading'],
    queryFn: () => api.estimate.reading({ studyId }),
  });

export const rulesQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'rules'],
    queryFn: () => api.team.rules({ studyId }),
  });

export const rankingQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.withOthers, studyId, 'ranking'],
    queryFn: () => api.estimate.ranking({ studyId }),
  });

export const drawsQuery = (studyId: number, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'draws', page],
    queryFn: () => api.sample.list({ studyId, offset: page * DRAWS_PER_PAGE, limit: DRAWS_PER_PAGE }),
  });

export const fieldsQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.study(studyId), 'fields'],
    queryFn: () => api.claim.fields({ studyId }),
  });

export const subgroupsQuery = (studyId: number, field: string) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'subgroups', field],
    queryFn: () => api.claim.subgroups({ studyId, field }),
  });

export const claimsQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'claims'],
    queryFn: () => api.claim.list({ studyId }),
  });

export const criteriaQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.withOthers, studyId, 'criteria'],
    queryFn: () => api.claim.criteria({ studyId }),
  });

export const figuresQuery = (studyId: number) =>
  queryOptions({
    queryKey: [...queryKeys.estimate(studyId), 'figures'],
    queryFn: () => api.report.figures({ studyId }),
  });

/** How often intervals for one look held in the newest back-tests on a study's data, at the look that it declared. */
export function useOneLook(report: EstimateReport, study: Study): readonly LabCoverage[] {
  const { data = [] } = useQuery({
    queryKey: ['lab', 'one-look', study.id, report.looks[0]],
    enabled: report.lookPlan?.kind === 'once',
    queryFn: () => oneLookCoverage(api.lab, study, report),
  });
  return data;
}
