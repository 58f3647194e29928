import type { WritableDb } from '../../db/types.ts';

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
