import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { JudgeImprovement } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { improvementKey, judgeKeys, useRuns } from '../../parts/judge-queries.ts';

interface Part {
  readonly improvement: JudgeImprovement;
  readonly judgeId: number;
  readonly part: 'practice' | 'check';
}

/** Starts a run of a version on one side of the labels; figures are read again once it ends. */
export function useRunPart({ improvement, judgeId, part }: Part) {
  const queries = useQueryClient();
  const runs = useRuns();
  const { id, datasetId, system } = improvement;
  const start = useMutation({
    mutationFn: () =>
      api.judge.start({ judgeId, datasetId, system, improvement: { id, part }, spendingLimit: null }),
    onSuccess: () => queries.invalidateQueries({ queryKey: judgeKeys.runs }),
  });
  const own = runs.data?.find(({ id: runId }) => runId === start.data?.id);
  const isRunning = start.isPending || own?.state === 'running';
  const hasEnded = own !== undefined && own.state !== 'running';
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: improvementKey });
  }, [hasEnded, queries]);
  const stopped = hasEnded && own.state !== 'finished' ? new Error(own.message) : null;
  return { start: () => start.mutate(), isRunning, error: start.error ?? stopped };
}
