import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JudgeImprovement } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { improvementKey, judgeKeys, useRuns } from '../../parts/judge-queries.ts';

interface Part {
  readonly improvement: JudgeImprovement;
  readonly judgeId: number;
  /** One side of the labels, or every item of the data. */
  readonly part: 'practice' | 'check' | 'all';
  /** Called once when a run that was started here ends. */
  readonly onEnd?: () => unknown;
}

/** Starts a run of a version on some of the items; figures are read again once it ends. */
export function useRunPart({ improvement, judgeId, part, onEnd }: Part) {
  const queries = useQueryClient();
  const runs = useRuns();
  const { id, datasetId, system } = improvement;
  const start = useMutation({
    mutationFn: () =>
      api.judge.start({
        ...{ judgeId, datasetId, system, spendingLimit: null },
        ...(part !== 'all' && { improvement: { id, part } }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: judgeKeys.runs }),
  });
  const own = runs.data?.find(({ id: runId }) => runId === start.data?.id);
  const isRunning = start.isPending || own?.state === 'running';
  const hasEnded = own !== undefined && own.state !== 'running';
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    if (!hasEnded) return;
    void queries.invalidateQueries({ queryKey: improvementKey });
    ended.current?.();
  }, [hasEnded, queries]);
  const stopped = hasEnded && own.state !== 'finished' ? new Error(own.message) : null;
  return { start: () => start.mutate(), isRunning, error: start.error ?? stopped };
}
