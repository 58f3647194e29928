import { noProgress, type RunRow, saveCallsSent } from '../../../db/runs.ts';
import type { WritableDb } from '../../../db/types.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../platform/context.ts';
import { WriteQueue } from '../../platform/write-queue.ts';
import { requireEndpoint } from '../llm/endpoints.ts';
import { ReplyStore } from '../llm/reply-store.ts';
import { RunEndpoints } from './run-endpoints.ts';
import { RunTally } from './run-tally.ts';

/** What asks models outside a job. */
interface Tools {
  readonly run: RunRow;
  readonly scope: { readonly db: WritableDb };
  readonly replies: ReplyStore;
  readonly tally: RunTally;
  readonly endpoints: RunEndpoints;
  /** Aborts once the use has ended. */
  readonly stop: AbortSignal;
}

/** Stands in for a run where there is none: no row of it is stored, but replies are, as those of runs. */
const noRun: RunRow = {
  ...({ kind: 'protocol', state: 'running' } as const),
  ...{ id: 0, title: '', datasetId: 0, message: '', createdAt: '', finishedAt: null },
  ...{ spendingLimit: null, callLimit: null, callsSent: 0, progress: noProgress },
};

/**
 * Opens endpoints for one use outside a job, under the limits of a run or of none, and closes them after.
 *
 * @throws AppError NOT_FOUND for an endpoint that is gone, CONFLICT when its key is not at hand
 */
export async function outsideRun<T>(
  context: CoreContext,
  endpointIds: readonly number[],
  use: (tools: Tools) => Promise<T>,
  run: RunRow = noRun,
): Promise<T> {
  const db = dbOf(context);
  const ending = new AbortController();
  const { signal: stop } = ending;
  const keys = Object.fromEntries(
    endpointIds.map((id) => [id, context.keys.require(requireEndpoint(db, id))]),
  );
  const { path } = openProjectOf(context);
  const access = { keys, paceMemories: context.paces.join(path, [...endpointIds]) };
  const writes = new WriteQueue(db);
  const replies = new ReplyStore(db, writes);
  const scope = { db, now: context.now, progress() {} };
  const tally = new RunTally(scope, run, run.progress);
  const endpoints = new RunEndpoints({
    ...{ scope, run, access, replies, tally, halt: stop, stop },
    keepSent: (sent) => writes.write(() => saveCallsSent(db, run, sent)),
  });
  try {
    return await use({ run, scope, replies, tally, endpoints, stop });
  } finally {
    ending.abort();
    context.paces.leave(path, [...endpointIds]);
    if (run.id !== noRun.id) await writes.write(() => tally.writeAdded());
    await writes.stored();
  }
}
