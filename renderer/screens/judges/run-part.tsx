import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { JudgeImprovement, Run } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys, useRuns } from '../../parts/judge-queries.ts';
import { reasonWords, stateWordsOf } from '../../parts/runs/run-state.ts';
import { estimateWords } from '../../parts/runs/run-words.ts';
import { paths } from '../../ui/place/paths.ts';
import { TextLink } from '../../ui/text-link.tsx';

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

/** What a run of a version on some of the items costs, and its start. */
export function useRunPart({ improvement, judgeId, part, left, onEnd }: Part) {
  const queries = useQueryClient();
  const runs = useRuns();
  const { id, datasetId, system } = improvement;
  const target = {
    ...{ judgeId, datasetId, system, spendingLimit: null },
    ...(part !== 'all' && { improvement: { id, part } }),
  };
  const start = useMutation({
    mutationFn: () => api.judge.start(target),
    onSuccess: () => queries.invalidateQueries({ queryKey: judgeKeys.runs }),
  });
  const own = runs.data?.find(({ id: runId }) => runId === start.data?.id);
  // Also of one that was started before this page was, or elsewhere: two at a time would ask for the same.
  const isBusy = (runs.data ?? []).some(
    (run) =>
      run.state === 'running' &&
      run.judgeId === judgeId &&
      run.datasetId === datasetId &&
      run.system === system,
  );
  const estimate = useQuery({
    queryKey: ['judge-estimate', target, left, runs.data?.map((run) => run.state).join(' ')],
    queryFn: () => api.judge.estimate(target),
    enabled: left !== 0 && !isBusy,
  });
  const isRunning = start.isPending || own?.state === 'running';
  const hasEnded = own !== undefined && own.state !== 'running';
  const ended = useRef(onEnd);
  ended.current = onEnd;
  useEffect(() => {
    if (hasEnded) ended.current?.();
  }, [hasEnded]);
  return {
    start: () => start.mutate(),
    isRunning,
    isBusy: isBusy && !isRunning,
    cost: estimate.data ? estimateWords(estimate.data) : '',
    // Nothing is left to run on as soon as a run ended, and the figures are read again.
    error: start.error ?? (toProblem(estimate.error).code === 'CONFLICT' ? null : estimate.error),
    stopped: hasEnded && own.state !== 'finished' ? own : null,
  };
}

interface HowItWentProps {
  readonly run: { readonly error: Error | null; readonly stopped: Run | null };
}

/** Why a run could not begin, or stopped before its end, with its page, from which it goes on. */
export const HowItWent = ({ run: { error, stopped } }: HowItWentProps) => (
  <>
    {error && <ProblemNote problem={toProblem(error)} />}
    {stopped && (
      <Text size="sm" role="status">
        {stateWordsOf(stopped)}: {reasonWords(stopped)}{' '}
        <TextLink href={paths.run(stopped.id)} isAmongWords>
          See the run
        </TextLink>
      </Text>
    )}
  </>
);
