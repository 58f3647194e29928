import {
  type CallRow,
  findCall,
  findProgramReply,
  insertCall,
  insertProgramReply,
} from '../../../db/replies.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { WriteQueue } from '../../platform/write-queue.ts';
import type { LlmRequest } from './request.ts';
import { bodyAsSent } from './sent-pictures.ts';

/** Replies as they are stored: those of servers for the whole project, those of local programs for their run alone. */
export class ReplyStore {
  readonly #db: WritableDb;
  readonly #writes: WriteQueue;
  /** Replies of programs on their way to the disk. */
  readonly #fresh = new Map<string, string>();

  constructor(db: WritableDb, writes: WriteQueue) {
    this.#db = db;
    this.#writes = writes;
  }

  find(hash: string): CallRow | undefined {
    return findCall(this.#db, hash);
  }

  /** A request with the bytes of its pictures, as it goes out. */
  whole<R extends Pick<LlmRequest, 'body'>>(request: R): R {
    return { ...request, body: bodyAsSent(this.#db, request.body) };
  }

  /** Settles once the reply, which is paid for, is stored. @throws AppError DISK_FULL when no room came in time */
  save(row: CallRow): Promise<void> {
    return this.#writes.write(() => insertCall(this.#db, row));
  }

  findOfProgram(runId: number, hash: string): string | undefined {
    return this.#fresh.get(hash) ?? findProgramReply(this.#db, runId, hash);
  }

  saveOfProgram(runId: number, hash: string, reply: string): Promise<void> {
    this.#fresh.set(hash, reply);
    return this.#writes.put(() => {
      insertProgramReply(this.#db, runId, hash, reply);
      this.#fresh.delete(hash);
    });
  }
}
