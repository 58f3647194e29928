import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWindowAnnotator } from '../api/annotators.ts';
import { api } from '../api/client.ts';

/** First words of the keys of everything about validation. */
export const validationKeys = {
  all: ['validation'],
  list: ['validation', 'list'],
  next: ['validation', 'next'],
  report: ['validation', 'report'],
} as const;

/** Others validate by links and in other windows: what is shown is asked again while it is looked at. */
const live = { staleTime: 0, refetchInterval: 10_000 } as const;

export function useValidationQueues() {
  const annotatorId = useWindowAnnotator();
  return useQuery({
    queryKey: [...validationKeys.list, annotatorId],
    queryFn: () => api.validation.list({ annotatorId }),
    ...live,
  });
}

export const useValidationReport = (runId: number) =>
  useQuery({
    queryKey: [...validationKeys.report, runId],
    queryFn: () => api.validation.report({ runId }),
    ...live,
  });

export const useValidationOutcomes = (
  runId: number,
  page: { undecided: boolean; offset: number; limit: number },
) =>
  useQuery({
    queryKey: [...validationKeys.report, runId, 'outcomes', page],
    queryFn: () => api.validation.outcomes({ runId, ...page }),
    ...live,
    placeholderData: keepPreviousData,
  });
