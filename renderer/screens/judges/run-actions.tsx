import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Run } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { judgeKeys } from './judge-queries.ts';
import { runActions } from './run-words.ts';

/** Pause, go on, cancel. Replies that came in stay stored whatever is pressed. */
export function RunActions({ run }: { run: Run }) {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (action: 'pause' | 'resume' | 'cancel') => api.run[action]({ runId: run.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: judgeKeys.runs }),
  });
  const { canPause, canResume, canCancel } = runActions(run.state, run.outcomes.failed ?? 0);
  const button = (action: 'pause' | 'resume' | 'cancel', words: string) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${words}: ${run.title}`}
      loading={act.isPending && act.variables === action}
      onClick={() => act.mutate(action)}
    >
      {words}
    </Button>
  );
  return (
    <>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        {canPause && button('pause', 'Pause')}
        {canResume && button('resume', 'Go on')}
        {canCancel && button('cancel', 'Cancel')}
      </Group>
      {act.error && <ProblemNote problem={toProblem(act.error)} />}
    </>
  );
}
