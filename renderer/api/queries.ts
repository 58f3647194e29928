import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings, ShownSettings, Study, StudyAdvice } from '../../shared/contract/index.ts';
import { inPercent } from '../../shared/number-text.ts';
import { api } from './client.ts';
import { queryKeys } from './query-keys.ts';
import { toProblem } from './to-problem.ts';

export { whyUnread } from './to-problem.ts';

export const useProject = () =>
  useQuery({ queryKey: queryKeys.project, queryFn: () => api.project.current({}) });

export const useRecentProjects = () =>
  useQuery({ queryKey: queryKeys.recent, queryFn: () => api.project.recent({}) });

/** Whether there is a project to ask about. */
const useHasProject = () => Boolean(useProject().data);

export const useDatasets = () =>
  useQuery({ queryKey: queryKeys.datasets, queryFn: () => api.dataset.list({}), enabled: useHasProject() });

export const useDataset = (datasetId: number | null) =>
  useQuery({
    queryKey: queryKeys.dataset(datasetId ?? 0),
    queryFn: () => api.dataset.get({ datasetId: datasetId! }),
    enabled: datasetId !== null,
  });

export const useItem = (itemId: number) =>
  useQuery({ queryKey: queryKeys.item(itemId), queryFn: () => api.item.get({ itemId }) });

export const useStudies = () =>
  useQuery({ queryKey: queryKeys.studies, queryFn: () => api.study.list({}), enabled: useHasProject() });

/** Studies that stand by themselves: the pairs of a ranking are no choice of any list. */
export const useStudiesAlone = () =>
  useQuery({
    queryKey: queryKeys.studies,
    queryFn: () => api.study.list({}),
    enabled: useHasProject(),
    select: withoutPairs,
  });

const withoutPairs = (studies: Study[]): Study[] => studies.filter(({ rankingId }) => rankingId === null);

export const useStudy = (studyId: number) => useQuery(studyQuery(studyId));

const studyQuery = (studyId: number) => ({
  queryKey: queryKeys.study(studyId),
  queryFn: () => api.study.get({ studyId }),
});

/** The study of a screen that may be of a ranking. */
export const useStudyIf = (studyId: number | null) =>
  useQuery({ ...studyQuery(studyId ?? 0), enabled: studyId !== null });

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
  useQuery({
    queryKey: queryKeys.estimate(studyId),
    queryFn: () => api.estimate.current({ studyId }),
    select: inPercent,
  });

export const useHistory = (studyId: number) =>
  useQuery({ queryKey: queryKeys.history(studyId), queryFn: () => api.estimate.history({ studyId }) });

/** What the study's goal takes from here; its key begins like that of the estimate, so that labels refresh it. */
export const useAdvice = (studyId: number) =>
  useQuery({
    queryKey: [...queryKeys.estimate(studyId), 'advice'],
    queryFn: () => api.plan.advice({ studyId }),
    select: inPercent<StudyAdvice>,
  });

export const useSettings = () =>
  useQuery({ queryKey: queryKeys.settings, queryFn: () => api.settings.get({}), staleTime: Infinity });

/** Preferences to change; a function where they are made from those that are stored. */
export type ChangedSettings = Partial<Settings> | ((now: Settings) => Partial<Settings>);

/** Stores changed preferences; the rest stay. What another window stored since is loaded first, and the change made anew. */
export function useChangeSettings() {
  const queries = useQueryClient();
  const { settings: queryKey } = queryKeys;
  const queryFn = () => api.settings.get({});
  return async (part: ChangedSettings) => {
    const store = async (now: ShownSettings) => {
      const changed = typeof part === 'function' ? part(now) : part;
      queries.setQueryData(queryKey, await api.settings.set({ ...changed, version: now.version }));
    };
    try {
      await store(await queries.ensureQueryData({ queryKey, queryFn }));
    } catch (error) {
      if (!toProblem(error).details.stale) throw error;
      await store(await queries.fetchQuery({ queryKey, queryFn, staleTime: 0 }));
    }
  };
}
