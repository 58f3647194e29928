import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export const useLabRuns = () => useQuery({ queryKey: ['lab'], queryFn: () => api.lab.list({}) });

export const useLabRun = (runId: number | null) =>
  useQuery({
    queryKey: ['lab', runId],
    queryFn: () => api.lab.get({ runId: runId! }),
    enabled: runId !== null,
  });

export const useLabMethods = () =>
  useQuery({ queryKey: ['lab-methods'], queryFn: () => api.lab.methods({}), staleTime: Infinity });

export const usePaperTables = () =>
  useQuery({ queryKey: ['lab-paper'], queryFn: () => api.lab.paper({}), staleTime: Infinity });
