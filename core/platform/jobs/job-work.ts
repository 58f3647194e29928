import type { PlaceFacts } from '../../../db/open-places.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { AppError } from '../../../shared/errors.ts';

type Message = string | (() => string);

/** What a job's work gets: its own connection, a way to say how far it is, and whether to stop. */
export interface JobScope {
  readonly db: WritableDb;
  readonly projectPath: string;
  now(): string;
  /**
   * Cheap to call often; what reaches the screen is thinned out, and a message given as a function is made for that alone.
   * `total` null while unknown; `found` of those done took no time.
   */
  progress(done: number, total: number | null, unit: string, message?: Message, found?: number): void;
  /** Lets pending messages in (so that a cancel arrives) and throws AppError CANCELED if one has. */
  checkpoint(): Promise<void>;
  /** What somebody has asked of the job by now; for work that can pause or must stop what it waits for. */
  asked(): 'continue' | 'pause' | 'cancel';
}

export type JobWork<P, R> = (scope: JobScope, params: P) => Promise<R>;

/** The kinds of long work, by name. The list of work fills it in: jobs run whatever there is and know none of it. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it.
export interface JobKinds {}

export type JobKind = keyof JobKinds;
type WorkOf<K extends JobKind> =
  JobKinds[K] extends JobWork<infer P, infer R> ? { params: P; result: R } : never;
export type JobParams<K extends JobKind> = WorkOf<K>['params'];
export type JobResult<K extends JobKind> = WorkOf<K>['result'];

/** Work that touches no project and is over soon, done in a thread because of what it may take. */
export type Call<P, R> = (params: P) => R | Promise<R>;

/** The kinds of calls, by name; the list of work fills it in. */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it.
export interface CallKinds {}

export type CallKind = keyof CallKinds;
type CallOf<K extends CallKind> =
  CallKinds[K] extends Call<infer P, infer R> ? { params: P; result: R } : never;
export type CallParams<K extends CallKind> = CallOf<K>['params'];
export type CallResult<K extends CallKind> = CallOf<K>['result'];

/** What a thread gets with a job. */
export interface WorkerInput {
  readonly params: unknown;
  readonly place: PlaceFacts;
  /** One byte, set by the engine: 1 to cancel, 2 to pause. */
  readonly control: SharedArrayBuffer;
}

/** What it gets with a call. */
export interface CallInput {
  readonly params: unknown;
}

export type WorkerMessage =
  | { type: 'progress'; done: number; total: number | null; unit: string; message: string; found: number }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; code: string; message: string; details: AppError['details'] };
