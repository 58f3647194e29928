import type { ProtocolRun, ValidationQueue } from '../../../shared/contract/index.ts';

type Run = Pick<ProtocolRun, 'id' | 'settings' | 'conversationsDone'>;

/** Runs whose answers people can judge and that are not open yet: questions asked live, or replayed ones with answers. */
export function openableRuns<R extends Run>(
  runs: readonly R[],
  queues: readonly Pick<ValidationQueue, 'runId'>[],
): R[] {
  const opened = new Set(queues.map(({ runId }) => runId));
  return runs.filter(
    ({ id, settings: { protocol }, conversationsDone }) =>
      !opened.has(id) && (protocol === 'conversation' || (protocol === 'replay' && conversationsDone > 0)),
  );
}

export type AnswerSource = 'run' | 'data';

/** Why nothing can be opened from a source, or null. */
export function openProblem(
  source: AnswerSource,
  { runId, datasetId }: { runId: number | undefined; datasetId: number | undefined },
): string | null {
  if (source === 'run') return runId === undefined ? 'There is no run that can be opened.' : null;
  return datasetId === undefined ? 'There is no data set yet.' : null;
}
