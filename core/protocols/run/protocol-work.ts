import {
  type ConversationEnd,
  clearProtocolTurns,
  countProtocolConversations,
  listProtocolConversations,
  type ProtocolConversationRow,
  putProtocolTurn,
  repliesOfRun,
  saveProtocolConversation,
} from '../../../db/protocol-conversations.ts';
import { findProtocolRun, type ProtocolRunRow, saveProtocolScores } from '../../../db/protocol-runs.ts';
import type { RunProgress } from '../../../db/runs.ts';
import type { ProtocolTurn } from '../../../shared/contract/index.ts';
import { plural } from '../../../shared/number-text.ts';
import { conversationsLeftForPictures as picturesLeft } from '../../../shared/outcome-words.ts';
import { uselessReplies } from '../../../shared/reply-words.ts';
import { RunStopped } from '../../models/llm/run-stopped.ts';
import {
  executeRun,
  type RunKind,
  type RunParams,
  type RunResult,
  type RunTools,
} from '../../models/run/execute-run.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { ModelFault, UnseenPictures } from '../model/model-under-test.ts';
import { addedCounts, ReplyCounter } from '../model/reply-counter.ts';
import { RunModels } from '../model/run-models.ts';
import type { KeepTurn } from './conversation-result.ts';
import { openDriver, type ProtocolDriver } from './open-driver.ts';
import type { FinishedConversation } from './scores-of-run.ts';

/** Goes through the conversations of a run that are not finished. */
export const protocolWork: JobWork<RunParams, RunResult> = (scope, params) =>
  executeRun(scope, params, conversing);

const scoresMs = 1000;
const turnsMs = 500;
/** So many conversations that fail before any succeeds end the run: the next ones would fail, too. */
const mostFirstFailures = 5;

interface Ended {
  readonly position: number;
  readonly end: ConversationEnd;
}

const conversing: RunKind<ProtocolRunRow, ProtocolConversationRow, Ended> = {
  find: findProtocolRun,
  countsOn: true,
  async open(tools) {
    const { run } = tools;
    const { db } = tools.scope;
    const driver = await openDriver({ db, run, models: new RunModels(tools) });
    const rows = listProtocolConversations(db, run.id);
    const conversations = new Conversations(tools, driver, rows);
    conversations.tell();
    return {
      units: rows.filter(({ state }) => state !== 'finished'),
      concurrency: run.concurrency,
      work: (row) => conversations.through(row),
      write(results) {
        for (const { position, end } of results) saveProtocolConversation(db, run.id, position, end);
        conversations.writeScores();
      },
      async scores() {
        conversations.score();
        await whenWritable(() => conversations.writeScores(), Number.POSITIVE_INFINITY);
      },
      conclusion() {
        const { all, finished, failed } = countProtocolConversations(db, run.id);
        const left = picturesLeft(all - finished - failed);
        if (left !== '' && finished === 0 && failed === 0) throw new RunStopped('failed', left);
        // Of judges the scores themselves say what is lost.
        const counts = addedCounts(repliesOfRun(db, run.id)).filter(({ part }) => part !== 'judge');
        const useless = uselessReplies(counts);
        if (failed === 0) {
          return sentences(left, conversations.lost(), useless, repeatedWords(tools.tally.snapshot()));
        }
        const lost = `${failed} of ${all} conversations failed. Resume to ask again for what has no answer.`;
        throw new RunStopped('failed', sentences(lost, left, useless));
      },
    };
  },
};

/** Says that a run heard nothing new: its replies are those of an earlier run with the same models, texts and settings. */
function repeatedWords({ callsDone, callsReused }: RunProgress): string {
  if (callsDone === 0 || callsReused < callsDone) return '';
  return 'Every reply was stored already: this run repeats an earlier one, and their agreement says nothing. Give its models another seed to ask again.';
}

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Takes conversations through the protocol, and makes scores of those that are finished. */
class Conversations {
  readonly #tools: RunTools<ProtocolRunRow>;
  readonly #driver: ProtocolDriver;
  readonly #turns: Turns;
  readonly #total: number;
  readonly #finished: FinishedConversation[];
  /** Finished before this job began. */
  readonly #found: number;
  #failures = 0;
  #scoredAt = 0;
  #scores: ProtocolRunRow['scores'] = null;

  constructor(
    tools: RunTools<ProtocolRunRow>,
    driver: ProtocolDriver,
    rows: readonly ProtocolConversationRow[],
  ) {
    this.#tools = tools;
    this.#driver = driver;
    this.#turns = new Turns(tools);
    this.#total = rows.length;
    this.#finished = rows.filter(({ state }) => state === 'finished');
    this.#found = this.#finished.length;
    this.#scores = tools.run.scores;
  }

  tell(): void {
    const { length: done } = this.#finished;
    this.#tools.tally.reached({ done, total: this.#total, unit: 'conversations', found: this.#found });
  }

  /** One conversation from its beginning; replies that are stored are not asked again. */
  async through(row: ProtocolConversationRow): Promise<Ended> {
    const end = await this.#endOf(row);
    this.tell();
    if (performance.now() - this.#scoredAt > scoresMs) this.score();
    return { position: row.position, end };
  }

  /** Scores take a while: they are made outside of the transaction that stores them. */
  score(): void {
    this.#scores = this.#finished.length === 0 ? null : this.#driver.scores(this.#finished);
    this.#scoredAt = performance.now();
  }

  /** Replies of judges that no score could be read from, in a sentence; empty where there are none. */
  lost(): string {
    if (this.#scores?.protocol !== 'iqa-eval' || this.#scores.unreadable === 0) return '';
    const { unreadable } = this.#scores;
    return `${plural(unreadable, 'reply', 'replies')} of judges could not be read and ${unreadable === 1 ? 'counts' : 'count'} nowhere.`;
  }

  writeScores(): void {
    const { scope, run } = this.#tools;
    saveProtocolScores(scope.db, run.id, this.#scores);
  }

  async #endOf(row: ProtocolConversationRow): Promise<ConversationEnd> {
    const { scope, run, writes, halt } = this.#tools;
    if (row.turns > 0) await writes.put(() => clearProtocolTurns(scope.db, run.id, row.position));
    const counter = new ReplyCounter();
    try {
      const result = await this.#driver.work(row, this.#turns.keeper(row.position), counter);
      this.#finished.push({ variant: row.variant, outcome: JSON.parse(JSON.stringify(result.outcome)) });
      const flagged = result.flagged + counter.noticed();
      return { state: 'finished', message: '', ...result, flagged, replies: counter.counts() };
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error;
      halt.throwIfAborted();
      if (error instanceof UnseenPictures) return { ...failedBy(error, counter), state: 'open' };
      const end = failedBy(error, counter);
      await this.#assertAnySucceeds(row.position, error, end);
      return end;
    } finally {
      await this.#turns.store();
    }
  }

  /** @throws RunStopped, with the failure stored */
  async #assertAnySucceeds(position: number, fault: ModelFault, end: ConversationEnd): Promise<void> {
    this.#failures++;
    if (this.#finished.length > 0 || this.#failures < Math.min(mostFirstFailures, this.#total)) return;
    const { scope, run, writes } = this.#tools;
    await writes.put(() => saveProtocolConversation(scope.db, run.id, position, end));
    throw new RunStopped('failed', `No conversation succeeded. ${fault.message}`, { cause: fault });
  }
}

const failedBy = ({ message }: ModelFault, counter: ReplyCounter): ConversationEnd => ({
  state: 'failed',
  score: null,
  outcome: null,
  flagged: 0,
  message,
  replies: counter.counts(),
});

/**
 * Stores turns, some together: whatever is stored of a run is bound by an entry of the audit trail for each transaction. A turn that a
 * crash takes is made again from the replies that are stored.
 */
class Turns {
  readonly #tools: RunTools<ProtocolRunRow>;
  #waiting: [position: number, turn: number, content: ProtocolTurn][] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(tools: RunTools<ProtocolRunRow>) {
    this.#tools = tools;
  }

  /** Takes the turns of one conversation; a run that is asked to stop ends between two turns. */
  keeper(position: number): KeepTurn {
    let turn = 0;
    return async (content) => {
      this.#waiting.push([position, turn++, content]);
      // What it throws comes again with the next write.
      this.#timer ??= setTimeout(() => void this.store().catch(() => {}), turnsMs);
      this.#tools.halt.throwIfAborted();
    };
  }

  /** Hands over all that wait; what is written after them is stored after them. */
  async store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const turns = this.#waiting;
    this.#waiting = [];
    const { scope, run, writes } = this.#tools;
    if (turns.length === 0) return;
    await writes.put(() => {
      for (const [position, turn, content] of turns)
        putProtocolTurn(scope.db, run.id, position, turn, content);
    });
  }
}
