import type { CallRow } from '../../../db/replies.ts';
import type { Pace } from '../../platform/endpoints/pace.ts';
import { wait } from '../../platform/endpoints/wait.ts';
import type { Asker, RawReply } from './ask.ts';
import type { Budget } from './budget.ts';
import { type FaultKind, LlmFault } from './fault.ts';
import { Health } from './health.ts';
import { backOff, type Patience } from './patience.ts';
import { type Reply, readReply } from './read-reply.ts';
import type { ReplyStore } from './reply-store.ts';
import { approximateTokens, type LlmRequest } from './request.ts';
import { RunStopped } from './run-stopped.ts';

export interface Answer {
  readonly hash: string;
  readonly reply: Reply;
  /** Asked, and paid, by this run: now, or before it was interrupted. */
  readonly isOwn: boolean;
  /** Stored before this job began. */
  readonly isFromBefore: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Thrown for a unit whose request fails again and again while others have not been tried: it comes again after them. */
export class SetAside extends Error {}

/** The units of a run that are left. */
export interface WorkLeft {
  /** Whether some have not been tried at all. */
  readonly hasFresh: boolean;
  /** How many are not under way. */
  readonly left: number;
}

export interface CallerParts {
  readonly asker: Asker;
  readonly store: ReplyStore;
  readonly pace: Pace;
  readonly budget: Budget;
  readonly patience: Patience;
  readonly runId: number;
  now(): string;
  /** Aborts when nothing new shall be asked; its reason is a `RunStopped`. */
  readonly halt: AbortSignal;
  /** Aborts when what is under way shall be dropped, too. */
  readonly stop: AbortSignal;
  /** The work that is left; without it no request is set aside, or given up for being among the last. */
  readonly queue?: WorkLeft;
  onFault(fault: LlmFault): void;
  /** Each reply once, stored or new, before its caller gets it. */
  onAnswer(answer: Answer, wasStored: boolean): void;
}

/** A reply that is safe in the project, as it is stored and as it reads. */
interface Stored {
  readonly row: CallRow;
  readonly reply: Reply;
}

function readStored(row: CallRow): Stored {
  const reply = readReply(JSON.parse(row.reply));
  if (!reply) throw new LlmFault('shape', 'The stored reply cannot be read.');
  return { row, reply };
}

/** Faults that the server, not the request, is at the root of. */
const faultsOfServer: readonly FaultKind[] = ['rate-limit', 'dns', 'refused'];

/** Faults of a reply that was begun: what it cost is not known, so that it counts at its longest. */
const mayBePaid: readonly FaultKind[] = ['timeout', 'not-json', 'shape', 'too-large'];

/** What answers requests: a server, or what is stored. */
export interface Answering {
  call(request: LlmRequest): Promise<Answer>;
  /** Only what is stored answers: another try of a request is asked elsewhere, if at all. */
  readonly asksNobody?: boolean;
}

/** A stored reply, or one that was just stored, as the answer to a request of a run. */
function answerFrom(
  { row, reply }: Stored,
  request: LlmRequest,
  runId: number,
  isFromBefore: boolean,
): Answer {
  return {
    hash: row.hash,
    reply,
    isOwn: row.runId === runId,
    isFromBefore,
    inputTokens: row.inputTokens ?? request.inputTokens,
    outputTokens: row.outputTokens ?? approximateTokens(reply.text ?? ''),
  };
}

/** As `answerFrom`, for a row that is to be read first. @throws LlmFault when the stored reply cannot be read */
export const answerOfRow = (row: CallRow, request: LlmRequest, runId: number): Answer =>
  answerFrom(readStored(row), request, runId, true);

/** Answers requests: from the project where the reply is stored, else from the server, at most once for each. */
export class Caller implements Answering {
  readonly #parts: CallerParts;
  readonly #health: Health;
  readonly #underWay = new Map<string, Promise<Answer>>();
  /** The replies that are counted; a unit that was set aside meets its earlier ones again. */
  readonly #counted = new Set<string>();
  /** Requests that this job has asked. */
  readonly #asked = new Set<string>();
  #hasSetAside = false;

  constructor(parts: CallerParts) {
    this.#parts = parts;
    this.#health = new Health(parts.patience);
  }

  /**
   * The reply to a request, safe in the project.
   *
   * @throws LlmFault when this request alone cannot be answered; SetAside when others shall be tried first; RunStopped when
   *   none can be answered, or none shall
   */
  call(request: LlmRequest): Promise<Answer> {
    const known = this.#underWay.get(request.hash);
    if (known) return known;
    const answer = this.#answer(request).finally(() => this.#underWay.delete(request.hash));
    this.#underWay.set(request.hash, answer);
    return answer;
  }

  async #answer(request: LlmRequest): Promise<Answer> {
    const { store, runId, onAnswer } = this.#parts;
    const stored = store.find(request.hash);
    const given = stored ? readStored(stored) : await this.#askUntilStored(request);
    if (!stored) this.#asked.add(request.hash);
    const answer = answerFrom(given, request, runId, !this.#asked.has(request.hash));
    const { row } = given;
    if (this.#counted.has(row.hash)) onAnswer({ ...answer, inputTokens: 0, outputTokens: 0 }, true);
    else {
      if (stored && answer.isOwn) this.#parts.budget.meetAgain(answer.inputTokens, answer.outputTokens);
      this.#counted.add(row.hash);
      onAnswer(answer, stored !== undefined);
    }
    return answer;
  }

  async #askUntilStored(request: LlmRequest): Promise<Stored> {
    let lastFaultAt = performance.now();
    // Faults while the server answered others: only those speak against the request itself.
    let ownFaults = 0;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askOnce(request);
      } catch (error) {
        if (!(error instanceof LlmFault)) throw error;
        if (this.#health.hasRepliedSince(lastFaultAt)) ownFaults++;
        lastFaultAt = performance.now();
        await this.#waitOrThrow(error, attempt, ownFaults);
      }
    }
  }

  async #askOnce(request: LlmRequest): Promise<Stored> {
    const { asker, store, pace, budget, halt, stop, runId, now } = this.#parts;
    const free = await budget.reserve(request.inputTokens, request.maxOutputTokens);
    const letNext = await this.#health.admit();
    try {
      const end = await pace.turn(request.inputTokens + request.maxOutputTokens, halt);
      const raw = await budget
        .count(1)
        .then(() => asker.ask(store.whole(request), stop))
        .finally(end)
        .catch((error: unknown) => {
          // The server may have answered, and asks for the money, though nothing of it can be used.
          if (error instanceof LlmFault && mayBePaid.includes(error.kind)) {
            budget.spend(request.inputTokens, request.maxOutputTokens);
          }
          throw error;
        });
      this.#health.replied();
      const row = callRow(request, raw, runId, now());
      await store.save(row);
      const outputTokens = row.outputTokens ?? approximateTokens(row.reply);
      budget.spend(row.inputTokens ?? request.inputTokens, outputTokens, request);
      return { row, reply: raw.reply };
    } finally {
      letNext();
      free();
    }
  }

  /** Waits as a fault asks for. @throws the fault when waiting does not help; RunStopped when no request will do better */
  async #waitOrThrow(fault: LlmFault, attempt: number, ownFaults: number): Promise<void> {
    const { patience, pace, halt, onFault } = this.#parts;
    onFault(fault);
    if (fault.scope === 'fatal') throw new RunStopped('failed', fault.message, { cause: fault });
    if (fault.scope === 'item') throw fault;
    this.#health.failed();
    const pause = fault.retryAfterMs ?? backOff(patience, attempt);
    if (pause > patience.giveUpAfterMs) {
      const minutes = Math.ceil(pause / 60_000);
      throw new RunStopped('paused', `${fault.message} It asks to wait ${minutes} minutes. Resume it then.`);
    }
    const isOwnFault = !faultsOfServer.includes(fault.kind);
    const isAmongLast = isOwnFault && this.#isAmongLast;
    if (isAmongLast && (this.#health.isLost || attempt >= 2 * patience.attempts)) throw fault;
    if (this.#health.isLost) {
      const minutes = Math.ceil(patience.giveUpAfterMs / 60_000);
      throw new RunStopped(
        'paused',
        `No reply for ${minutes} minutes. ${fault.message} Resume it once the server answers again.`,
      );
    }
    const isTried = attempt >= patience.attempts && fault.kind !== 'rate-limit';
    if (ownFaults >= patience.attempts && fault.kind !== 'rate-limit') throw fault;
    if (isTried && isOwnFault) this.#setAside();
    if (isTried && !isAmongLast && !this.#health.hasEverReplied) {
      throw new RunStopped('paused', `Not one reply after ${attempt} tries. ${fault.message}`);
    }
    if (fault.kind === 'rate-limit') pace.hold(pause);
    else await wait(pause, halt);
  }

  /**
   * Every request was tried, few are left, and the server has answered this run before: it is they that fail. Where more
   * are left than faults in a row make a server count as down, the server is what fails.
   */
  get #isAmongLast(): boolean {
    const { queue, patience } = this.#parts;
    return queue?.hasFresh === false && queue.left <= patience.faultsInARow && this.#counted.size > 0;
  }

  /** Lets others be tried first if there are any. Of a server that has answered nobody yet only one request learns so. */
  #setAside(): void {
    if (!this.#parts.queue?.hasFresh || (this.#hasSetAside && !this.#health.hasEverReplied)) return;
    this.#hasSetAside = true;
    throw new SetAside();
  }
}

const callRow = (request: LlmRequest, raw: RawReply, runId: number, createdAt: string): CallRow => ({
  hash: request.hash,
  runId,
  request: request.canonical,
  reply: raw.body,
  inputTokens: raw.reply.inputTokens,
  outputTokens: raw.reply.outputTokens,
  milliseconds: raw.milliseconds,
  createdAt,
});
