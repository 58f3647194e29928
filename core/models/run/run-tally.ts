import {
  noProgress,
  progressOfRun,
  type RunProgress,
  type RunRef,
  saveRunProgress,
} from '../../../db/runs.ts';
import type { Outcome, Prices } from '../../../shared/contract/index.ts';
import { formatCount } from '../../../shared/number-text.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { costOf } from '../llm/budget.ts';
import type { Answer } from '../llm/caller.ts';
import type { LlmFault } from '../llm/fault.ts';
import type { Reply } from '../llm/read-reply.ts';

/** Names of models that are counted in a run. */
const mostNames = 20;

/** How far a run is, as it shows. */
interface Step {
  readonly done: number;
  readonly total: number;
  readonly unit: string;
  /** Of those done: they took no time. */
  readonly found: number;
}

/** Counts what a run does; what is stored is written anew by `write`, what shows goes out at once. */
export class RunTally {
  readonly #scope: Pick<JobScope, 'db' | 'progress'>;
  readonly #run: RunRef;
  readonly #before: RunProgress | null;
  readonly #progress: RunProgress;
  #found = 0;
  #trouble = '';
  #step: Step | undefined;

  /**
   * @param before what earlier jobs have counted of a run that goes on with what is open; null for one that goes through
   *   everything again, and so counts what is stored anew
   * @param faults met before now: none of them is stored to be counted anew
   */
  constructor(
    scope: Pick<JobScope, 'db' | 'progress'>,
    run: RunRef,
    before: RunProgress | null,
    faults: RunProgress['faults'] = {},
  ) {
    this.#scope = scope;
    this.#run = run;
    this.#before = before;
    this.#progress = structuredClone(before ?? { ...noProgress, faults });
  }

  /** How many items there are, and how many calls they are foreseen to take. */
  expect(size: { items: number; calls: number }): void {
    Object.assign(this.#progress, size);
  }

  /** A reply, stored or new; those of local programs have no tokens. */
  answered(
    {
      isOwn,
      inputTokens,
      outputTokens,
      reply,
    }: Pick<Answer, 'isOwn' | 'inputTokens' | 'outputTokens'> & {
      readonly reply?: Pick<Reply, 'servedBy'>;
    },
    wasStored: boolean,
    prices: Prices | null,
  ): void {
    const progress = this.#progress;
    progress.callsDone++;
    if (reply?.servedBy) this.#served(reply.servedBy);
    // A reply that had to be asked for again makes one more call than foreseen.
    progress.calls = Math.max(progress.calls, progress.callsDone);
    if (wasStored) this.#found++;
    if (this.#before !== null ? !wasStored : isOwn) {
      progress.inputTokens += inputTokens;
      progress.outputTokens += outputTokens;
      const cost = costOf(prices, inputTokens, outputTokens);
      if (cost !== null) progress.cost = (progress.cost ?? 0) + cost;
    } else progress.callsReused++;
    this.#trouble = '';
    this.#show();
  }

  /** A server may name another fingerprint with every reply: the first names are kept. */
  #served(name: string): void {
    const { servedBy } = this.#progress;
    if (Object.hasOwn(servedBy, name) || Object.keys(servedBy).length < mostNames)
      servedBy[name] = (servedBy[name] ?? 0) + 1;
  }

  outcome(outcome: Outcome): void {
    this.#progress.outcomes[outcome] = (this.#progress.outcomes[outcome] ?? 0) + 1;
  }

  /** Replies that count as far as they go, because they were cut off again. */
  cutReplies(replies: number): void {
    this.#progress.cutReplies += replies;
  }

  flagged(items: number): void {
    this.#progress.flagged += items;
  }

  fault({ kind, message }: LlmFault): void {
    this.#progress.faults[kind] = (this.#progress.faults[kind] ?? 0) + 1;
    this.say(message);
  }

  /** A word about something else that goes on. */
  say(message: string): void {
    this.#trouble = message;
    this.#show();
  }

  /** Shows how far the run is by something else than its calls. */
  reached(step: Step): void {
    this.#step = step;
    this.#show();
  }

  /** The figures as they stand now, to be stored with the results that they count. */
  snapshot(): RunProgress {
    return structuredClone(this.#progress);
  }

  write(figures: RunProgress): void {
    saveRunProgress(this.#scope.db, this.#run, figures);
  }

  /**
   * Adds what was counted here to what is stored by now: two people can ask in the same run at once. Only calls, tokens and their
   * cost are counted outside of a job.
   */
  writeAdded(): void {
    const { db } = this.#scope;
    const stored = progressOfRun(db, this.#run);
    const [before, after] = [this.#before ?? noProgress, this.#progress];
    const added = (name: 'calls' | 'callsDone' | 'callsReused' | 'inputTokens' | 'outputTokens') =>
      stored[name] + after[name] - before[name];
    saveRunProgress(db, this.#run, {
      ...stored,
      ...{ calls: added('calls'), callsDone: added('callsDone'), callsReused: added('callsReused') },
      ...{ inputTokens: added('inputTokens'), outputTokens: added('outputTokens') },
      cost: after.cost === null ? stored.cost : (stored.cost ?? 0) + after.cost - (before.cost ?? 0),
    });
  }

  #show(): void {
    const { calls, callsDone } = this.#progress;
    const { done, total, unit, found } = this.#step ?? {
      done: callsDone,
      total: calls,
      unit: 'calls',
      found: this.#found,
    };
    this.#scope.progress(done, total, unit, () => this.#words(), found);
  }

  #words(): string {
    const { inputTokens, outputTokens, cost } = this.#progress;
    const spent = cost === null ? '' : `, ${cost.toPrecision(3)} spent`;
    const tokens = inputTokens + outputTokens;
    // Programs and recorded responses use none.
    const used = tokens === 0 ? '' : `${formatCount(tokens)} tokens${spent}`;
    return [this.#trouble, used].filter((part) => part !== '').join(' ');
  }
}
