import type { Run } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { judgeKeys, useEndpoints } from '../../parts/judge-queries.ts';
import { RaiseLimit } from '../../parts/runs/limit-fields.tsx';
import { RunActions } from '../../parts/runs/run-actions.tsx';
import { runActions } from '../../parts/runs/run-state.ts';

/** Pause, go on or ask again, cancel. */
export function JudgeRunActions({ run }: { run: Run }) {
  const { canPause, canResume, canCancel } = runActions(run.state, run.askable);
  const endpoint = useEndpoints().data?.find(({ id }) => id === run.endpointId);
  const isAtLimit = run.state === 'limit';
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
        ...(canResume && !isAtLimit
          ? [action('resume', run.state === 'finished' ? 'Ask again' : 'Go on')]
          : []),
        ...(canCancel ? [action('cancel', 'Cancel')] : []),
      ]}
      last={(act) =>
        isAtLimit && (
          <RaiseLimit
            title={run.title}
            size="compact-sm"
            limits={{ spendingLimit: run.spendingLimit, callLimit: run.callLimit }}
            endpoints={endpoint ? [endpoint] : []}
            onGoOn={(limits) => act('raise', () => api.run.resume({ runId: run.id, ...limits }))}
          />
        )
      }
    />
  );
}
