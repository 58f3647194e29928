import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** First words of the keys of everything about validation. */
export const validationKeys = {
  all: ['validation'],
  list: ['validation', 'list'],
  next: ['validation', 'next'],
  report: ['validation', 'report'],
} as const;

export const useValidationQueues = () =>
  useQuery({ queryKey: validationKeys.list, queryFn: () => api.validation.list({}) });

export const useValidationReport = (runId: number) =>
  useQuery({
    queryKey: [...validationKeys.report, runId],
    queryFn: () => api.validation.report({ runId }),
  });

export const useValidationOutcomes = (
  runId: number,
  page: { undecided: boolean; offset: number; limit: number },
) =>
  useQuery({
    queryKey: [...validationKeys.report, runId, 'outcomes', page],
    queryFn: () => api.validation.outcomes({ runId, ...page }),
    placeholderData: keepPreviousData,
  });

/** Who sits at this computer. */
export const usePresentAnnotator = () =>
  useQuery({
    queryKey: [...validationKeys.all, 'annotator'],
    queryFn: async () => (await api.annotator.list({})).find(({ isCurrent }) => isCurrent)?.name ?? '',
  });
