import {
  clearProtocolTurns,
  countProtocolConversations,
  listProtocolConversations,
  type ProtocolConversationRow,
  putProtocolTurn,
  saveProtocolConversation,
} from '../../../../db/protocol-conversations.ts';
import {
  endProtocolRun,
  findProtocolRun,
  type ProtocolRunRow,
  saveProtocolProgress,
} from '../../../../db/protocol-runs.ts';
import type { WritableDb } from '../../../../db/types.ts';
import type { RunState } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { JobScope, JobWork } from '../../../platform/jobs/job-work.ts';
import { whenWritable } from '../../../platform/when-writable.ts';
import { eachOf } from '../../llm/each-of.ts';
import type { Patience } from '../../llm/patience.ts';
import { RunStopped } from '../../llm/run-stopped.ts';
import { ModelShop } from '../model/model-shop.ts';
import { ModelFault } from '../model/model-under-test.ts';
import type { KeepTurn } from './conversation-result.ts';
import type { ProtocolDriver } from './driver.ts';
import { openDriver } from './open-driver.ts';
import { RunUse } from './run-use.ts';
import { WriteQueue } from './write-queue.ts';

interface ProtocolParams {
  readonly runId: number;
  /** Keys of endpoints by their id; never part of what a job stores. */
  readonly keys: Readonly<Record<number, string | null>>;
  /** By endpoint, shared with the other jobs that use it; without one the run keeps to the limits by itself. */
  readonly paceMemories?: Readonly<Record<number, SharedArrayBuffer>>;
  readonly patience?: Partial<Patience>;
}

interface ProtocolResult {
  runId: number;
  state: RunState;
  message: string;
}

const lookMs = 50;
const saveMs = 1000;
/** So many conversations that fail before any succeeds end the run: the next ones would fail, too. */
const mostFirstFailures = 5;

/** Goes through the conversations of a run that are not finished, and leaves it in a state that can go on. */
export const protocolWork: JobWork<ProtocolParams, ProtocolResult> = async (scope, params) => {
  const { db } = scope;
  // Waiting for another writer must not stop this thread: replies are coming in.
  db.pragma('busy_timeout = 10');
  const run = findProtocolRun(db, params.runId);
  if (!run) throw new AppError('NOT_FOUND', `There is no protocol run ${params.runId} in this project.`);
  let end: { state: RunState; message: string } = { state: 'finished', message: '' };
  let failure: unknown;
  try {
    await work(scope, params, run);
  } catch (error) {
    failure = error;
    const state = error instanceof RunStopped ? error.state : 'failed';
    end = { state, message: (error as Error).message };
  }
  const ended = { ...end, finishedAt: scope.now() };
  await whenWritable(() => endProtocolRun(db, run.id, ended), Number.POSITIVE_INFINITY);
  if (failure !== undefined && !(failure instanceof RunStopped)) throw failure;
  if (end.state === 'canceled') throw new AppError('CANCELED', end.message);
  if (end.state === 'failed') throw new AppError('ENDPOINT_FAULT', end.message, { mend });
  return { runId: run.id, ...end };
};

const mend = 'Mend the model, then resume the run: what was answered is kept.';

async function work(scope: JobScope, params: ProtocolParams, run: ProtocolRunRow): Promise<void> {
  const { db } = scope;
  const halt = new AbortController();
  const stop = new AbortController();
  const use = new RunUse(run.progress);
  const writes = new WriteQueue(db);
  const shop = new ModelShop({
    scope,
    writes,
    runId: run.id,
    keys: params.keys,
    paceMemories: params.paceMemories ?? {},
    spendingLimit: run.spendingLimit,
    patience: params.patience ?? {},
    use,
    halt: halt.signal,
    stop: stop.signal,
  });
  const look = setInterval(() => obey(scope.asked(), halt, stop), lookMs);
  try {
    const driver = await openDriver({ db, run, shop });
    const rows = listProtocolConversations(db, run.id);
    const progress = new ConversationProgress({ scope, run, driver, use, writes }, rows);
    const open = rows.filter(({ state }) => state !== 'finished');
    progress.tell();
    try {
      await eachOf(open, run.concurrency, halt, (row) => progress.through(row, halt.signal));
    } finally {
      await progress.save();
      await writes.stored();
    }
    const { failed } = countProtocolConversations(db, run.id);
    if (failed > 0) {
      throw new RunStopped(
        'failed',
        `${failed} of ${rows.length} conversations failed. Resume to try them again.`,
      );
    }
  } finally {
    clearInterval(look);
    shop.close();
  }
}

function obey(asked: ReturnType<JobScope['asked']>, halt: AbortController, stop: AbortController): void {
  if (asked === 'pause') halt.abort(new RunStopped('paused', 'Paused. Resume it to go on.'));
  if (asked === 'cancel') {
    const reason = new RunStopped('canceled', 'Canceled. What was answered is kept; resume it to go on.');
    halt.abort(reason);
    stop.abort(reason);
  }
}

interface ProgressParts {
  readonly scope: JobScope;
  readonly run: ProtocolRunRow;
  readonly driver: ProtocolDriver;
  readonly use: RunUse;
  readonly writes: WriteQueue;
}

/** Takes conversations through the protocol, keeps what comes of them, and tells how far the run is. */
class ConversationProgress {
  readonly #parts: ProgressParts;
  readonly #total: number;
  readonly #finished: Pick<ProtocolConversationRow, 'variant' | 'outcome'>[];
  /** Finished before this job began. */
  readonly #found: number;
  #failures = 0;
  #savedAt = 0;

  constructor(parts: ProgressParts, rows: readonly ProtocolConversationRow[]) {
    this.#parts = parts;
    this.#total = rows.length;
    this.#finished = rows.filter(({ state }) => state === 'finished');
    this.#found = this.#finished.length;
  }

  tell(): void {
    const { length } = this.#finished;
    this.#parts.scope.progress(length, this.#total, 'conversations', 'Talking', this.#found);
  }

  /** One conversation from its beginning; replies that are stored are not asked again. */
  async through(row: ProtocolConversationRow, halt: AbortSignal): Promise<void> {
    const { scope, run, driver, writes } = this.#parts;
    const { db } = scope;
    if (row.turns > 0) await writes.put(() => clearProtocolTurns(db, run.id, row.position));
    try {
      const result = await driver.work(row, keeper(writes, db, run.id, row.position, halt));
      const end = { state: 'finished' as const, message: '', ...result };
      await writes.put(() => saveProtocolConversation(db, run.id, row.position, end));
      this.#finished.push({ variant: row.variant, outcome: JSON.parse(JSON.stringify(result.outcome)) });
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      halt.throwIfAborted();
      await this.#fail(row, error);
    }
    this.tell();
    if (performance.now() - this.#savedAt > saveMs) await this.save();
  }

  async save(): Promise<void> {
    this.#savedAt = performance.now();
    const { scope, run, driver, use, writes } = this.#parts;
    const scores = this.#finished.length === 0 ? null : driver.scores(this.#finished);
    await writes.put(() => saveProtocolProgress(scope.db, run.id, use.now, scores));
  }

  async #fail({ position }: ProtocolConversationRow, fault: ModelFault): Promise<void> {
    const { message } = fault;
    const end = { state: 'failed' as const, score: null, outcome: null, flagged: 0, message };
    const { scope, run, writes } = this.#parts;
    await writes.put(() => saveProtocolConversation(scope.db, run.id, position, end));
    this.#failures++;
    if (this.#finished.length > 0 || this.#failures < Math.min(mostFirstFailures, this.#total)) return;
    throw new RunStopped('failed', `No conversation succeeded. ${message}`, { cause: fault });
  }
}

/** Writes each turn; a run that is asked to stop ends between two turns. */
function keeper(
  writes: WriteQueue,
  db: WritableDb,
  runId: number,
  position: number,
  halt: AbortSignal,
): KeepTurn {
  let turn = 0;
  return async (content) => {
    const own = turn++;
    await writes.put(() => putProtocolTurn(db, runId, position, own, content));
    halt.throwIfAborted();
  };
}
