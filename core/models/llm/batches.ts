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
import { batchLine, mostInFile } from './batch-lines.ts';
import { collectBatch } from './batch-results.ts';
import type { Budget } from './budget.ts';
import { type LlmFault, quote } from './fault.ts';
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
  /** Is told of each request that a batch could not answer. */
  onFault(fault: LlmFault): void;
  readonly halt: AbortSignal;
  readonly pollMs?: number | undefined;
  /** What one file may hold; the server's own limits when not given. */
  readonly mostInFile?: typeof mostInFile | undefined;
}

type Remote = Awaited<ReturnType<OpenAI['batches']['retrieve']>>;

const usualPollMs = 30_000;
const marker = 'assay_content';
/** Files at the server at once. */
const mostInFlight = 5;

/**
 * Has a Batch API answer the requests whose replies are not stored yet, and stores what comes back. Up to five files are at
 * work at once, all looked at in one loop. Requests that the server leaves unanswered are left to be asked one by one. What
 * was sent before an interruption is found again by its content and not sent twice. Requests are made for one file at a
 * time, so that a large run takes no more memory.
 *
 * @throws RunStopped when a batch is refused, expires, or the run is to stop; those that were at work beside it come in first
 */
export async function fetchBatches<U>(
  scope: JobScope,
  runId: number,
  units: readonly U[],
  parts: BatchParts<U>,
): Promise<void> {
  const flight = new Flight(scope, runId, parts);
  try {
    const { wanted } = flight;
    for (const unit of units) {
      const request = parts.requestOf(unit);
      if (request && !hasCall(scope.db, request.hash)) wanted.set(request.hash, unit);
    }
    for (const batch of openBatches(scope.db, runId)) await flight.findAgain(batch);
    await flight.land(0);
    for (const group of inFiles(
      wanted.values().map((unit) => parts.requestOf(unit)!),
      parts.mostInFile,
      (request) => parts.store.whole(request),
    )) {
      await flight.land(mostInFlight - 1);
      await flight.send(group);
    }
    await flight.land(0);
  } catch (error) {
    parts.halt.throwIfAborted();
    if (error instanceof RunStopped || error instanceof AppError) throw error;
    const fault = await parts.asker.faultOf(error);
    throw new RunStopped(fault.scope === 'retry' ? 'paused' : 'failed', fault.message, { cause: fault });
  } finally {
    flight.end();
  }
}

/**
 * Requests in groups that fit one file each.
 *
 * @param whole a request as it goes into the file
 */
export function* inFiles(
  requests: Iterable<LlmRequest>,
  most = mostInFile,
  whole = (request: LlmRequest) => request,
): Generator<LlmRequest[]> {
  let group: LlmRequest[] = [];
  let bytes = 0;
  for (const request of requests) {
    const more = Buffer.byteLength(batchLine(whole(request)));
    if (group.length > 0 && (group.length === most.requests || bytes + more > most.bytes)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(request);
    bytes += more;
  }
  if (group.length > 0) yield group;
}

/** A batch at the server, and what lets go of the money set aside for it. */
interface AtServer {
  readonly row: BatchRow;
  readonly remoteId: string;
  readonly free: () => void;
  seen: Remote | undefined;
}

/** The batches of a run that are at the server. */
class Flight<U> {
  /** Units whose replies are still to come, by the hash of their request. */
  readonly wanted = new Map<string, U>();
  readonly #scope: JobScope;
  readonly #runId: number;
  readonly #parts: BatchParts<U>;
  readonly #under = new Set<AtServer>();
  /** Replies are counted as paid where their units meet them, which is later. */
  readonly #held: (() => void)[] = [];
  #known: Promise<ReadonlyMap<string, string>> | undefined;
  #failure: RunStopped | undefined;

  constructor(scope: JobScope, runId: number, parts: BatchParts<U>) {
    this.#scope = scope;
    this.#runId = runId;
    this.#parts = parts;
  }

  /** Takes up a batch that was noted before an interruption. */
  async findAgain(row: BatchRow): Promise<void> {
    const remoteId = row.remoteId ?? (await this.#knownAs(row.contentHash));
    // Noted, but never sent: the requests come up again as a group of their own.
    if (remoteId === undefined) setBatchCollected(this.#scope.db, row.id);
    else await this.#follow(row, remoteId, () => {});
  }

  async send(group: readonly LlmRequest[]): Promise<void> {
    const { budget } = this.#parts;
    const tokens = (of: (request: LlmRequest) => number) =>
      group.reduce((sum, request) => sum + of(request), 0);
    const most = [tokens((r) => r.inputTokens), tokens((r) => r.maxOutputTokens)] as const;
    while (this.#under.size > 0 && !budget.hasRoomFor(...most)) await this.land(this.#under.size - 1);
    const free = await budget.reserve(...most);
    await budget.count(group.length).catch((error: unknown) => {
      free();
      throw error;
    });
    const hash = createHash('sha256');
    for (const request of group) hash.update(request.hash);
    const { db, now } = this.#scope;
    const row = await whenWritable(() => noteBatch(db, this.#runId, hash.digest('hex'), now()));
    const remoteId =
      (await this.#knownAs(row.contentHash)) ??
      (await sendFile(this.#parts.asker.client, row.contentHash, group, (request) =>
        this.#parts.store.whole(request),
      ));
    await this.#follow(row, remoteId, free);
  }

  /** Waits until at most so many are at the server. @throws RunStopped once all are in when one of them failed */
  async land(most: number): Promise<void> {
    const { halt, pollMs = usualPollMs } = this.#parts;
    while (this.#under.size > (this.#failure ? 0 : most)) {
      const before = this.#under.size;
      for (const one of [...this.#under]) await this.#look(one);
      if (this.#under.size === before) await wait(pollMs, halt);
    }
    if (this.#failure) throw this.#failure;
  }

  /** Counts nothing as paid any more: the units are about to meet their replies. */
  end(): void {
    for (const { free } of this.#under) free();
    for (const release of this.#held) release();
  }

  async #follow(row: BatchRow, remoteId: string, free: () => void): Promise<void> {
    if (this.#parts.asker.clean(remoteId) !== remoteId) {
      throw new RunStopped('failed', 'The server names its batch by the key, which is never stored.');
    }
    await whenWritable(() => setBatchRemote(this.#scope.db, row.id, remoteId));
    this.#under.add({ row, remoteId, free, seen: undefined });
  }

  async #look(one: AtServer): Promise<void> {
    const { asker, halt, budget } = this.#parts;
    one.seen = await asker.client.batches.retrieve(one.remoteId, { signal: halt, maxRetries: 5 });
    this.#say();
    if (!isOver(one.seen)) return;
    const used = await collectBatch(this.#scope, this.#runId, one.seen, this.wanted, this.#parts);
    this.#held.push(budget.holdSpent(used.inputTokens, used.outputTokens));
    await whenWritable(() => setBatchCollected(this.#scope.db, one.row.id));
    one.free();
    this.#under.delete(one);
    this.#failure ??= failureOf(one.seen, asker.clean);
  }

  #say(): void {
    const seen = [...this.#under].flatMap((one) => one.seen ?? []);
    const sum = (of: (counts: NonNullable<Remote['request_counts']>) => number) =>
      seen.reduce((all, { request_counts: counts }) => all + (counts ? of(counts) : 0), 0);
    const requests = `${sum(({ completed, failed }) => completed + failed)} of ${sum(({ total }) => total)} requests`;
    const [first, ...others] = seen;
    const what = others.length === 0 ? `Batch ${first?.status}` : `${seen.length} batches at work`;
    this.#parts.say(this.#parts.asker.clean(`${what}: ${requests}.`));
  }

  /** The batch of that content if the server has one that is of use; the list is asked for once. */
  async #knownAs(contentHash: string): Promise<string | undefined> {
    this.#known ??= knownBatches(this.#parts.asker.client);
    return (await this.#known).get(contentHash);
  }
}

const isOver = ({ status }: Remote): boolean =>
  status === 'completed' || status === 'failed' || status === 'expired' || status === 'cancelled';

function failureOf(
  { status, errors, request_counts }: Remote,
  clean: Asker['clean'],
): RunStopped | undefined {
  if (status === 'completed') return undefined;
  if (status === 'failed') {
    const why = quote(clean(errors?.data?.[0]?.message ?? 'It does not say why.'));
    return new RunStopped('failed', `The server refused the batch. ${why}`);
  }
  const { completed = 0, total = 0 } = request_counts ?? {};
  return new RunStopped(
    'paused',
    `The batch ${status === 'expired' ? 'expired' : 'was canceled'} with ${completed} of ${total} requests answered. Resume to ask for the rest.`,
  );
}

/** The batches that the server has of us and that can still be of use, by their content. */
async function knownBatches(client: OpenAI): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  for await (const { id, status, metadata } of client.batches.list({ limit: 100 })) {
    const content = metadata?.[marker];
    const isLost = status === 'failed' || status === 'cancelled' || status === 'expired';
    if (content !== undefined && !isLost && !known.has(content)) known.set(content, id);
  }
  return known;
}

/** Bytes of lines that become one piece of a file: outside of the memory that a thread may take. */
const bytesInPiece = 8_000_000;
/** How long the upload of a file may take. */
const uploadMs = 20 * 60_000;

async function sendFile(
  client: OpenAI,
  contentHash: string,
  group: readonly LlmRequest[],
  whole: (request: LlmRequest) => LlmRequest,
): Promise<string> {
  const pieces: Blob[] = [];
  let lines: string[] = [];
  let length = 0;
  const endPiece = () => {
    pieces.push(new Blob(lines));
    [lines, length] = [[], 0];
  };
  for (const request of group) {
    const line = batchLine(whole(request));
    lines.push(line);
    length += line.length;
    if (length > bytesInPiece) endPiece();
  }
  endPiece();
  const file = new File(pieces, 'requests.jsonl', { type: 'application/jsonl' });
  const { id: input_file_id } = await client.files.create({ file, purpose: 'batch' }, { timeout: uploadMs });
  const { id } = await client.batches.create({
    input_file_id,
    endpoint: `/v1${group[0]!.path}`,
    completion_window: '24h',
    metadata: { [marker]: contentHash },
  });
  return id;
}
