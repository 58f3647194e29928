import { type ResourceLimits, Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type {
  CallInput,
  CallKind,
  CallParams,
  CallResult,
  JobKind,
  WorkerInput,
  WorkerMessage,
} from './job-work.ts';

/** A kind of work for a thread: a job, or a call that touches no project. */
export type WorkKind = JobKind | CallKind;

/** What a thread gets: a piece of work with its number, or none yet, to load what such work needs. */
export type ToThread =
  | { readonly kind: WorkKind; readonly piece: null }
  | { readonly kind: WorkKind; readonly piece: number; readonly input: WorkerInput | CallInput };

/** What a thread sends of a piece of work: its messages, then whether it can do another one or is to be replaced. */
export type FromThread =
  | { readonly piece: number; readonly message: WorkerMessage }
  | { readonly piece: number; readonly rest: 'ready' | 'spent' };

export interface ThreadOptions {
  /** The file that a thread begins with. */
  readonly worker: URL;
  /** What a thread for such work may take; kinds with the same object share threads. Left out: the usual limits of Node. */
  readonly limits: Readonly<Partial<Record<WorkKind, ResourceLimits>>>;
}

/** How long a call may take. */
interface Patience {
  /** Aborts when nobody waits for it any more, or with an `AppError` as its reason. */
  readonly unwanted: AbortSignal | undefined;
  readonly patienceMs: number;
  /** What it fails with when it takes longer. */
  readonly tooLong: AppError;
}

interface Thread {
  readonly worker: Worker;
  readonly limits: ResourceLimits;
  readonly loaded: Set<WorkKind>;
  readonly exited: Promise<void>;
}

/** Threads that wait for work with their modules loaded; more of them end with their work. */
const mostAtRest = 2;
const usualLimits: ResourceLimits = {};

/**
 * Threads for long work. A thread does one piece of work at a time and then waits, with what it has loaded, for the next:
 * loading takes twenty times as long as starting. It is replaced after a crash, a cancel, or when it has grown large.
 * A thread at rest keeps no process alive.
 */
export class WarmThreads {
  readonly #options: ThreadOptions;
  /** The one that was used last comes last. */
  readonly #atRest: Thread[] = [];
  readonly #all = new Set<Thread>();
  #pieces = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Loads what work of a kind needs in a thread, for work that is likely to come. */
  ready(kind: WorkKind): void {
    const limits = this.#limitsOf(kind);
    const ours = this.#atRest.filter((thread) => thread.limits === limits);
    if (ours.some(({ loaded }) => loaded.has(kind))) return;
    const thread = ours.at(-1) ?? this.#begin(limits);
    this.#tell(thread, { kind, piece: null });
    if (!ours.includes(thread)) this.#rest(thread);
  }

  /**
   * Does a piece of work in a thread of its own.
   *
   * @param take gets every message of it, as it comes
   * @param stop ends the thread when it aborts, wherever the work is
   * @returns when the thread has finished with it, all connections closed
   * @throws AppError INTERNAL when the thread broke off; the signal's reason
   */
  async run(
    kind: WorkKind,
    input: WorkerInput | CallInput,
    take: (message: WorkerMessage) => void,
    stop?: AbortSignal,
  ): Promise<void> {
    stop?.throwIfAborted();
    const thread = this.#takeThread(kind);
    const { worker } = thread;
    const piece = ++this.#pieces;
    const { promise: rested, resolve, reject } = Promise.withResolvers<'ready' | 'spent'>();
    let isOver = false;
    const listen = (sent: FromThread) => {
      // A piece of work that is over may still have something to say; it is nothing to this one.
      if (sent.piece !== piece) return;
      if ('rest' in sent) resolve(sent.rest);
      else {
        isOver = sent.message.type !== 'progress';
        take(sent.message);
      }
    };
    let broke: AppError | undefined;
    const fail = (error: Error) => {
      broke = new AppError('INTERNAL', error.message, {}, { cause: error });
    };
    // All that the thread said has come by its exit, which follows every error; an error may overtake an answer.
    const exit = () => (isOver ? resolve('spent') : reject(broke ?? stoppedEarly()));
    const abort = () => reject(stop!.reason);
    worker.on('message', listen).on('error', fail).on('exit', exit);
    stop?.addEventListener('abort', abort, { once: true });
    let rest: 'ready' | 'spent' = 'spent';
    try {
      worker.ref();
      this.#tell(thread, { kind, piece, input });
      rest = await rested;
    } finally {
      stop?.removeEventListener('abort', abort);
      worker.off('message', listen).off('error', fail).off('exit', exit);
      if (rest === 'ready') this.#rest(thread);
      else await end(thread);
    }
  }

  /**
   * Asks a thread for something that touches no project. Its thread ends when nobody wants it any more, and when it takes
   * too long.
   *
   * @throws AppError as the work does, INTERNAL when its thread broke off, CANCELED, or what is to be said of a long one
   */
  async call<K extends CallKind>(
    kind: K,
    params: CallParams<K>,
    { unwanted, patienceMs, tooLong }: Patience,
  ): Promise<CallResult<K>> {
    const stop = new AbortController();
    const canceled = new AppError('CANCELED', 'Nobody waits for this any more.');
    const cancel = () => stop.abort(unwanted?.reason instanceof AppError ? unwanted.reason : canceled);
    const timer = setTimeout(() => stop.abort(tooLong), patienceMs);
    unwanted?.addEventListener('abort', cancel, { once: true });
    if (unwanted?.aborted) cancel();
    else if (patienceMs <= 0) stop.abort(tooLong);
    let outcome: WorkerMessage | undefined;
    const take = (message: WorkerMessage) => {
      outcome = message;
    };
    try {
      await this.run(kind, { params }, take, stop.signal);
    } finally {
      clearTimeout(timer);
      unwanted?.removeEventListener('abort', cancel);
    }
    return resultOf(outcome) as CallResult<K>;
  }

  /** Ends the threads at rest: nothing of one project is there when another one opens. */
  async endAtRest(): Promise<void> {
    await Promise.all(this.#atRest.splice(0).map(end));
  }

  /** Ends every thread, whatever it does. */
  async close(): Promise<void> {
    await Promise.all([...this.#all].map(end));
  }

  #limitsOf(kind: WorkKind): ResourceLimits {
    return this.#options.limits[kind] ?? usualLimits;
  }

  /** One at rest, best of all one that has done such work before; else a new one. */
  #takeThread(kind: WorkKind): Thread {
    const limits = this.#limitsOf(kind);
    const ours = this.#atRest.filter((thread) => thread.limits === limits);
    const found = ours.findLast(({ loaded }) => loaded.has(kind)) ?? ours.at(-1);
    if (!found) return this.#begin(limits);
    this.#forget(found);
    return found;
  }

  #begin(limits: ResourceLimits): Thread {
    const worker = new Worker(this.#options.worker, { resourceLimits: limits });
    const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const thread: Thread = { worker, limits, loaded: new Set(), exited };
    // The caller who waits for its work hears of it there; at rest it is forgotten.
    const forget = () => this.#forget(thread);
    worker.on('error', forget).on('exit', () => {
      forget();
      this.#all.delete(thread);
    });
    this.#all.add(thread);
    return thread;
  }

  #tell(thread: Thread, message: ToThread): void {
    thread.loaded.add(message.kind);
    thread.worker.postMessage(message);
  }

  #rest(thread: Thread): void {
    thread.worker.unref();
    this.#atRest.push(thread);
    if (this.#atRest.length > mostAtRest) void end(this.#atRest.shift()!);
  }

  #forget(thread: Thread): void {
    const place = this.#atRest.indexOf(thread);
    if (place >= 0) this.#atRest.splice(place, 1);
  }
}

async function end({ worker, exited }: Thread): Promise<void> {
  await worker.terminate();
  await exited;
}

/** What a thread's last message says. @throws AppError */
export function resultOf(outcome: WorkerMessage | undefined): unknown {
  if (outcome?.type === 'done') return outcome.result;
  if (outcome?.type === 'failed') {
    throw new AppError(outcome.code as ErrorCode, outcome.message, outcome.details);
  }
  throw stoppedEarly();
}

/** Whether a thread was ended because its work took more memory than it may. */
export const isOutOfMemory = (error: unknown): boolean =>
  (error as { cause?: { code?: string } })?.cause?.code === 'ERR_WORKER_OUT_OF_MEMORY';

const stoppedEarly = () => new AppError('INTERNAL', 'The work stopped without an answer.');
