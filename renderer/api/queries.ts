import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../shared/contract/index.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';

export const useProject = () =>
  useQuery({ queryKey: queryKeys.project, queryFn: () => api.project.current({}) });

export const useRecentProjects = () =>
  useQuery({ queryKey: queryKeys.recent, queryFn: () => api.project.recent({}) });

/** Whether there is a project to ask about. */
const useHasProject = () => Boolean(useProject().data);

export const useDatasets = () =>
  useQuery({ queryKey: queryKeys.datasets, queryFn: () => api.dataset.list({}), enabled: useHasProject() });

export const useDataset = (datasetId: number) =>
  useQuery({ queryKey: queryKeys.dataset(datasetId), queryFn: () => api.dataset.get({ datasetId }) });

export const useItem = (itemId: number) =>
  useQuery({ queryKey: queryKeys.item(itemId), queryFn: () => api.item.get({ itemId }) });

export const useStudies = () =>
  useQuery({ queryKey: queryKeys.studies, queryFn: () => api.study.list({}), enabled: useHasProject() });

export const useStudy = (studyId: number) =>
  useQuery({ queryKey: queryKeys.study(studyId), queryFn: () => api.study.get({ studyId }) });

export const useRankings = () =>
  useQuery({
    queryKey: queryKeys.rankings,
    queryFn: () => api.ranking.list({}),
    enabled: useHasProject(),
  });

export const useRanking = (rankingId: number) =>
  useQuery({ queryKey: queryKeys.ranking(rankingId), queryFn: () => api.ranking.get({ rankingId }) });

/** Where the systems of a ranking stand. */
export const useRankingResult = (rankingId: number) =>
  useQuery({
    queryKey: [...queryKeys.ranking(rankingId), 'result'],
    queryFn: () => api.ranking.result({ rankingId }),
  });

export const useStudyOptions = (datasetId: number | null) =>
  useQuery({
    queryKey: queryKeys.studyOptions(datasetId ?? 0),
    queryFn: () => api.study.options({ datasetId: datasetId! }),
    enabled: datasetId !== null,
  });

export const useEstimate = (studyId: number) =>
  useQuery({ queryKey: queryKeys.estimate(studyId), queryFn: () => api.estimate.current({ studyId }) });

export const useHistory = (studyId: number) =>
  useQuery({ queryKey: queryKeys.history(studyId), queryFn: () => api.estimate.history({ studyId }) });

/** What the study's goal takes from here; its key begins like that of the estimate, so that labels refresh it. */
export const useAdvice = (studyId: number) =>
  useQuery({
    queryKey: [...queryKeys.estimate(studyId), 'advice'],
    queryFn: () => api.plan.advice({ studyId }),
  });

export const useSettings = () =>
  useQuery({ queryKey: queryKeys.settings, queryFn: () => api.settings.get({}), staleTime: Infinity });

/** Stores changed preferences; the rest stay. */
export function useChangeSettings() {
  const queries = useQueryClient();
  return async (part: Partial<Settings>) => {
    queries.setQueryData(queryKeys.settings, await api.settings.set(part));
  };
}
