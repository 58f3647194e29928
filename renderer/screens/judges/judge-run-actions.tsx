import type { Run } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { RunActions } from '../runs/run-actions.tsx';
import { runActions } from '../runs/run-state.ts';
import { judgeKeys } from './judge-queries.ts';

/** Pause, go on, cancel. */
export function JudgeRunActions({ run }: { run: Run }) {
  const { canPause, canResume, canCancel } = runActions(run.state, run.outcomes.failed ?? 0);
  const action = (name: 'pause' | 'resume' | 'cancel', words: string) => ({
    words,
    label: `${words}: ${run.title}`,
    work: () => api.run[name]({ runId: run.id }),
  });
  return (
    <RunActions
      size="compact-sm"
      queryKey={judgeKeys.runs}
      actions={[
        ...(canPause ? [action('pause', 'Pause')] : []),
        ...(canResume ? [action('resume', 'Go on')] : []),
        ...(canCancel ? [action('cancel', 'Cancel')] : []),
      ]}
    />
  );
}
