import type { ProtocolProgress } from '../../../../db/protocol-runs.ts';
import type { Prices } from '../../../../shared/contract/index.ts';
import { costOf } from '../../llm/budget.ts';

/** Counts what a run asks its models and what that costs. */
export class RunUse {
  readonly #use: ProtocolProgress;

  constructor(before: ProtocolProgress) {
    this.#use = { ...before };
  }

  get now(): ProtocolProgress {
    return { ...this.#use };
  }

  /** A reply of a local program. */
  answered(isStored: boolean): void {
    this.#use.calls++;
    if (isStored) this.#use.callsReused++;
  }

  /** A reply of an endpoint; one that was stored costs nothing. */
  paid(isStored: boolean, prices: Prices | null, inputTokens: number, outputTokens: number): void {
    this.answered(isStored);
    if (isStored) return;
    this.#use.inputTokens += inputTokens;
    this.#use.outputTokens += outputTokens;
    const cost = costOf(prices, inputTokens, outputTokens);
    if (cost !== null) this.#use.cost = (this.#use.cost ?? 0) + cost;
  }
}
