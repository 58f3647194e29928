import { createHash } from 'node:crypto';
import type { OpenAI } from 'openai';
import {
  type BatchRow,
  noteBatch,
  openBatches,
  setBatchCollected,
  setBatchRemote,
} from '../../../db/llm-batches.ts';
import { hasCall } from '../../../db/replies.ts';
import { AppError } from '../../../shared/errors.ts';
import { wait } from '../../platform/endpoints/wait.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import type { Asker } from './ask.ts';
import { collectBatch } from './batch-results.ts';
import type { Budget } from './budget.ts';
import { quote } from './fault.ts';
import type { ReplyStore } from './reply-store.ts';
import type { LlmRequest } from './request.ts';
import { RunStopped } from './run-stopped.ts';

interface BatchParts<U> {
  /** Makes the request of a unit, the same one each time; undefined when the unit has none. */
  requestOf(unit: U): LlmRequest | undefined;
  readonly asker: Asker;
  readonly store: ReplyStore;
  readonly budget: Budget;
  /** Shows how far the server is. */
  say(message: string): void;
  readonly halt: AbortSignal;
  readonly pollMs?: number | undefined;
}

type Remote = Awaited<ReturnType<OpenAI['batches']['retrieve']>>;

const usualPollMs = 30_000;
/** What the server takes in one file, with room to spare. */
const usualMost = { requests: 20_000, bytes: 100_000_000 };
const marker = 'assay_content';

/**
 * Has a Batch API answer the requests whose replies are not stored yet, and stores what comes back. Requests that the
 * server leaves unanswered are left to be asked one by one. What was sent before an interruption is found again by its
 * content and not sent twice. Requests are made for one file at a time, so that a large run takes no more memory.
 *
 * @throws RunStopped when a batch is refused, expires, or the run is to stop
 */
export async function fetchBatches<U>(
  scope: JobScope,
  runId: number,
  units: readonly U[],
  parts: BatchParts<U>,
): Promise<void> {
  try {
    const wanted: Wanted<U> = new Map();
    for (const unit of units) {
      const request = parts.requestOf(unit);
      if (request && !hasCall(scope.db, request.hash)) wanted.set(request.hash, unit);
    }
    for (const batch of openBatches(scope.db, runId)) await finish(scope, runId, batch, [], wanted, parts);
    for (const group of inFiles(wanted.values().map((unit) => parts.requestOf(unit)!)))
      await sendAndFinish(scope, runId, group, wanted, parts);
  } catch (error) {
    parts.halt.throwIfAborted();
    if (error instanceof RunStopped || error instanceof AppError) throw error;
    const fault = await parts.asker.faultOf(error);
    throw new RunStopped(fault.scope === 'retry' ? 'paused' : 'failed', fault.message, { cause: fault });
  }
}

/** Units whose replies are still to come, by the hash of their request. */
type Wanted<U> = Map<string, U>;

async function sendAndFinish<U>(
  scope: JobScope,
  runId: number,
  group: readonly LlmRequest[],
  wanted: Wanted<U>,
  parts: BatchParts<U>,
): Promise<void> {
  const tokens = (of: (request: LlmRequest) => number) =>
    group.reduce((sum, request) => sum + of(request), 0);
  const free = await parts.budget.reserve(
    tokens((r) => r.inputTokens),
    tokens((r) => r.maxOutputTokens),
  );
  const hash = createHash('sha256');
  for (const request of group) hash.update(request.hash);
  const batch = await whenWritable(() => noteBatch(scope.db, runId, hash.digest('hex'), scope.now()));
  await finish(scope, runId, batch, group, wanted, parts);
  free();
}

/** Requests in groups that fit one file each. */
export function* inFiles(requests: Iterable<LlmRequest>, most = usualMost): Generator<LlmRequest[]> {
  let group: LlmRequest[] = [];
  let bytes = 0;
  for (const request of requests) {
    const more = Buffer.byteLength(request.canonical);
    if (group.length > 0 && (group.length === most.requests || bytes + more > most.bytes)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(request);
    bytes += more;
  }
  if (group.length > 0) yield group;
}

async function finish<U>(
  scope: JobScope,
  runId: number,
  batch: BatchRow,
  group: readonly LlmRequest[],
  wanted: Wanted<U>,
  parts: BatchParts<U>,
): Promise<void> {
  const { asker, halt, pollMs = usualPollMs } = parts;
  const remoteId = batch.remoteId ?? (await findOrSend(asker.client, batch.contentHash, group));
  // Noted before an interruption, but never sent: the requests come up again as a group of their own.
  if (remoteId === null) return setBatchCollected(scope.db, batch.id);
  if (asker.clean(remoteId) !== remoteId) {
    throw new RunStopped('failed', 'The server names its batch by the key, which is never stored.');
  }
  await whenWritable(() => setBatchRemote(scope.db, batch.id, remoteId));
  for (;;) {
    const remote = await asker.client.batches.retrieve(remoteId, { signal: halt, maxRetries: 5 });
    const { completed = 0, failed = 0, total = 0 } = remote.request_counts ?? {};
    parts.say(asker.clean(`Batch ${remote.status}: ${completed + failed} of ${total} requests.`));
    if (isOver(remote)) {
      await collectBatch(scope, runId, remote, wanted, parts);
      await whenWritable(() => setBatchCollected(scope.db, batch.id));
      return assertCompleted(remote, asker.clean);
    }
    await wait(pollMs, halt);
  }
}

const isOver = ({ status }: Remote): boolean =>
  status === 'completed' || status === 'failed' || status === 'expired' || status === 'cancelled';

function assertCompleted({ status, errors, request_counts }: Remote, clean: Asker['clean']): void {
  if (status === 'completed') return;
  if (status === 'failed') {
    const why = quote(clean(errors?.data?.[0]?.message ?? 'It does not say why.'));
    throw new RunStopped('failed', `The server refused the batch. ${why}`);
  }
  const { completed = 0, total = 0 } = request_counts ?? {};
  throw new RunStopped(
    'paused',
    `The batch ${status === 'expired' ? 'expired' : 'was canceled'} with ${completed} of ${total} requests answered. Resume to ask for the rest.`,
  );
}

/** The batch of that content if the server has it, else a new one; null when there is nothing to send. */
async function findOrSend(
  client: OpenAI,
  contentHash: string,
  group: readonly LlmRequest[],
): Promise<string | null> {
  for await (const known of client.batches.list({ limit: 100 })) {
    const isOurs = known.metadata?.[marker] === contentHash;
    if (isOurs && known.status !== 'failed' && known.status !== 'cancelled' && known.status !== 'expired')
      return known.id;
  }
  const [first] = group;
  if (!first) return null;
  const lines = group.map(({ hash, path, body }) =>
    JSON.stringify({ custom_id: hash, method: 'POST', url: `/v1${path}`, body }),
  );
  const file = new File([`${lines.join('\n')}\n`], 'requests.jsonl', { type: 'application/jsonl' });
  const { id: input_file_id } = await client.files.create({ file, purpose: 'batch' });
  const { id } = await client.batches.create({
    input_file_id,
    endpoint: `/v1${first.path}`,
    completion_window: '24h',
    metadata: { [marker]: contentHash },
  });
  return id;
}
