import type { Prices } from '../../../shared/contract/index.ts';
import { RunStopped } from './run-stopped.ts';

const million = 1_000_000;

/** What tokens cost; null without prices. */
export const costOf = (prices: Prices | null, inputTokens: number, outputTokens: number): number | null =>
  prices && (inputTokens * prices.inputPerMillion + outputTokens * prices.outputPerMillion) / million;

/** Keeps a run under its spending limit: a request starts only when it could be paid at its longest. */
export class Budget {
  readonly #prices: Prices | null;
  readonly #limit: number | null;
  #spent = 0;
  #reserved = 0;
  #released = Promise.withResolvers<void>();

  constructor(prices: Prices | null, limit: number | null) {
    this.#prices = prices;
    this.#limit = limit;
  }

  /** Counts what is known to have been paid. */
  spend(inputTokens: number, outputTokens: number): void {
    this.#spent += costOf(this.#prices, inputTokens, outputTokens) ?? 0;
  }

  /** Counts what was paid and will be counted again, until the function that it gives is called. */
  holdSpent(inputTokens: number, outputTokens: number): () => void {
    const cost = costOf(this.#prices, inputTokens, outputTokens) ?? 0;
    this.#spent += cost;
    return () => {
      this.#spent -= cost;
    };
  }

  /** Whether a request that costs so much at most could start now. */
  hasRoomFor(inputTokens: number, maxOutputTokens: number): boolean {
    const most = costOf(this.#prices, inputTokens, maxOutputTokens);
    return this.#limit === null || most === null || this.#spent + this.#reserved + most <= this.#limit;
  }

  /**
   * Sets aside what a request costs at most, waiting for others to come in cheaper; gives what frees it again.
   *
   * @throws RunStopped `limit`
   */
  async reserve(inputTokens: number, maxOutputTokens: number): Promise<() => void> {
    const most = costOf(this.#prices, inputTokens, maxOutputTokens);
    if (this.#limit === null || most === null) return () => {};
    while (!this.hasRoomFor(inputTokens, maxOutputTokens)) {
      if (this.#reserved <= 0) {
        throw new RunStopped(
          'limit',
          `The spending limit of ${this.#limit} is reached: ${this.#spent.toPrecision(3)} is spent, and the next request could cost ${most.toPrecision(2)}.`,
        );
      }
      await this.#released.promise;
    }
    this.#reserved += most;
    return () => {
      this.#reserved = Math.max(0, this.#reserved - most);
      const { resolve } = this.#released;
      this.#released = Promise.withResolvers<void>();
      resolve();
    };
  }
}
