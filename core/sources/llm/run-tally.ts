import { noProgress, type RunProgress, saveRunProgress } from '../../../db/llm-runs.ts';
import type { Outcome, Prices } from '../../../shared/contract/index.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import { costOf } from './budget.ts';
import type { Answer } from './caller.ts';
import type { LlmFault } from './fault.ts';

const whole = new Intl.NumberFormat('en-US');

/** Counts what a run does; what is stored is written anew by `write`, what shows goes out at once. */
export class RunTally {
  readonly #scope: JobScope;
  readonly #runId: number;
  readonly #prices: Prices | null;
  readonly #progress: RunProgress;
  #found = 0;
  #trouble = '';

  constructor(scope: JobScope, runId: number, prices: Prices | null, size: { items: number; calls: number }) {
    this.#scope = scope;
    this.#runId = runId;
    this.#prices = prices;
    this.#progress = { ...structuredClone(noProgress), ...size };
  }

  answered({ isOwn, inputTokens, outputTokens }: Answer, wasStored: boolean): void {
    const progress = this.#progress;
    progress.callsDone++;
    // A reply that had to be asked for again makes one more call than foreseen.
    progress.calls = Math.max(progress.calls, progress.callsDone);
    if (wasStored) this.#found++;
    if (isOwn) {
      progress.inputTokens += inputTokens;
      progress.outputTokens += outputTokens;
      progress.cost = costOf(this.#prices, progress.inputTokens, progress.outputTokens);
    } else progress.callsReused++;
    this.#trouble = '';
    this.#show();
  }

  outcome(outcome: Outcome): void {
    this.#progress.outcomes[outcome] = (this.#progress.outcomes[outcome] ?? 0) + 1;
  }

  flagged(items: number): void {
    this.#progress.flagged += items;
  }

  fault({ kind, message }: LlmFault): void {
    this.#progress.faults[kind] = (this.#progress.faults[kind] ?? 0) + 1;
    this.#trouble = message;
    this.#show();
  }

  /** A word about something else that goes on. */
  say(message: string): void {
    this.#trouble = message;
    this.#show();
  }

  get cost(): number | null {
    return this.#progress.cost;
  }

  get failed(): number {
    return this.#progress.outcomes.failed ?? 0;
  }

  write(): void {
    saveRunProgress(this.#scope.db, this.#runId, this.#progress);
  }

  #show(): void {
    const { calls, callsDone } = this.#progress;
    this.#scope.progress(callsDone, calls, 'calls', () => this.#words(), this.#found);
  }

  #words(): string {
    const { inputTokens, outputTokens, cost } = this.#progress;
    const spent = cost === null ? '' : `, ${cost.toPrecision(3)} spent`;
    const tokens = `${whole.format(inputTokens + outputTokens)} tokens${spent}`;
    return this.#trouble === '' ? tokens : `${this.#trouble} ${tokens}`;
  }
}
