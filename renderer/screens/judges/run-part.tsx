import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JudgeImprovement } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { improvementKey, judgeKeys, useRuns } from '../../parts/judge-queries.ts';
import { estimateWords } from '../../parts/runs/run-words.ts';

interface Part {
  readonly improvement: JudgeImprovement;
  readonly judgeId: number;
  /** One side of the labels, or every item of the data. */
  readonly part: 'practice' | 'check' | 'all';
  /** Items that it is still to be run on, where that is known: what it costs changes with them. */
  readonly left?: number;
  /** Called once when a run that was started here ends. */
  readonly onEnd?: () => unknown;
}

/** What a run of a version on some of the items costs, and its start; figures are read again once it ends. */
export function useRunPart({ improvement, judgeId, part, left, onEnd }: Part) {
  const queries = useQueryClient();
  const runs = useRuns();
  const { id, datasetId, system } = improvement;
  const target = {
    ...{ judgeId, datasetId, system, spendingLimit: null },
    ...(part !== 'all' && { improvement: { id, part } }),
  };
  const estimate = useQuery({
    queryKey: ['judge-estimate', target, left, runs.data?.map((run) => run.state).join(' ')],
    queryFn: () => api.judge.estimate(target),
    enabled: left !== 0,
  });
  const start = useMutation({
    mutationFn: () => api.judge.start(target),
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
  return {
    start: () => start.mutate(),
    isRunning,
    cost: estimate.data ? estimateWords(estimate.data) : '',
    error: start.error ?? stopped ?? estimate.error,
  };
}
