import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Alignment, JudgeQuality, Run } from '../../shared/contract/index.ts';
import { api } from '../api/client.ts';
import { lookAgain } from './runs/run-state.ts';

/** First words of the keys of everything about language models. */
export const judgeKeys = {
  endpoints: ['endpoints'],
  endpointPresets: ['endpoint-presets'],
  prompts: ['prompts'],
  judges: ['judges'],
  runs: ['runs'],
} as const;

/** Everything about judges that are improved. */
export const improvementKey = ['improvements'] as const;

export const useImprovements = () =>
  useQuery({ queryKey: improvementKey, queryFn: () => api.improvement.list({}) });

export const useEndpoints = () =>
  useQuery({ queryKey: judgeKeys.endpoints, queryFn: () => api.endpoint.list({}) });

export const useEndpointPresets = () =>
  useQuery({
    queryKey: judgeKeys.endpointPresets,
    queryFn: () => api.endpoint.presets({}),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePrompts = () => useQuery({ queryKey: judgeKeys.prompts, queryFn: () => api.prompt.list({}) });

export const useJudges = () => useQuery({ queryKey: judgeKeys.judges, queryFn: () => api.judge.list({}) });

/** Judges that were asked again, and whether they drifted; read anew with the runs. */
export const useJudgeWatches = () =>
  useQuery({ queryKey: [...judgeKeys.runs, 'watches'], queryFn: () => api.judge.watches({}) });

/** Runs, asked again every second while one is at work. */
export const useRuns = () =>
  useQuery({
    queryKey: judgeKeys.runs,
    queryFn: () => api.run.list({}),
    refetchInterval: ({ state }) => lookAgain(state.data ?? []),
  });

export const useRun = (runId: number) =>
  useQuery({
    queryKey: [...judgeKeys.runs, runId],
    queryFn: () => api.run.get({ runId }),
    refetchInterval: ({ state }) => lookAgain(state.data ? [state.data] : []),
  });

export const useVerdicts = (run: Run, page: { offset: number; limit: number }) =>
  useQuery({
    queryKey: [...judgeKeys.runs, run.id, 'verdicts', page.offset, run.callsDone],
    queryFn: () => api.run.verdicts({ runId: run.id, offset: page.offset, limit: page.limit }),
    placeholderData: keepPreviousData,
  });

/** The replies of a generation, by pages of items. */
export const useGeneratedReplies = (run: Run, page: { offset: number; limit: number }) =>
  useQuery({
    queryKey: [...judgeKeys.runs, run.id, 'replies', page.offset, run.callsDone],
    queryFn: () => api.generation.replies({ runId: run.id, ...page }),
    placeholderData: keepPreviousData,
  });

export const useRunScores = (run: Run) =>
  useQuery({
    queryKey: [...judgeKeys.runs, run.id, 'scores', run.callsDone],
    queryFn: () => api.run.scores({ runId: run.id }),
    placeholderData: keepPreviousData,
  });

export interface AlignmentAsked {
  signalId: number;
  system: string;
  studyId?: number;
  subgroup?: string;
}

export const useAlignment = (question: AlignmentAsked | null) =>
  useQuery<Alignment>({
    queryKey: ['alignment', question],
    queryFn: () => api.judge.alignment(question!),
    enabled: question !== null,
  });

export const useJudgeQuality = (question: Omit<AlignmentAsked, 'subgroup'> | null) =>
  useQuery<JudgeQuality>({
    queryKey: ['judge-quality', question],
    queryFn: () => api.judge.quality(question!),
    enabled: question !== null,
  });
