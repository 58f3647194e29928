import type { Prices } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { LlmRequest } from './request.ts';
import { RunStopped } from './run-stopped.ts';

const million = 1_000_000;

/** What tokens cost; null without prices. */
export const costOf = (prices: Prices | null, inputTokens: number, outputTokens: number): number | null =>
  prices && (inputTokens * prices.inputPerMillion + outputTokens * prices.outputPerMillion) / million;

/** @throws AppError INVALID_INPUT for a spending limit where nothing has a price, so that it would never be reached */
export function assertKept(
  prices: Prices | null,
  spendingLimit: number | null,
  endpoint = 'the endpoint',
): void {
  if (spendingLimit === null || prices !== null) return;
  throw new AppError(
    'INVALID_INPUT',
    `A spending limit cannot be kept: ${endpoint} has no prices, so nobody knows what is spent.`,
    {
      field: 'spendingLimit',
      mend: 'Give its prices (assay endpoint add ... --price-in P --price-out P), or limit the requests with --max-calls.',
    },
  );
}

/** How many requests a run may still send, tries that fail counted; shared by all endpoints that it asks. */
export class CallLimit {
  readonly #most: number | null;
  #sent = 0;

  /** @param most null for any number */
  constructor(most: number | null = null) {
    this.#most = most;
  }

  /** Counts requests that are about to be sent. @throws RunStopped `limit` */
  take(requests: number): void {
    if (this.#most !== null && this.#sent + requests > this.#most) {
      throw new RunStopped(
        'limit',
        `The limit of ${this.#most} requests is reached: ${this.#sent} were sent.`,
      );
    }
    this.#sent += requests;
  }
}

/** Keeps a run under its limits: a request starts only when it could be paid at its longest. */
export class Budget {
  readonly #prices: Prices | null;
  readonly #limit: number | null;
  readonly #calls: CallLimit;
  /** What a reply cost of what was set aside for it, at the worst seen; above 1 where tokens were guessed too low. */
  #excess = 1;
  #spent = 0;
  #reserved = 0;
  #released = Promise.withResolvers<void>();

  /** @throws AppError INVALID_INPUT for a limit in money where nothing has a price */
  constructor(prices: Prices | null, limit: number | null, calls = new CallLimit()) {
    assertKept(prices, limit);
    this.#prices = prices;
    this.#limit = limit;
    this.#calls = calls;
  }

  /**
   * Counts what is known to have been paid.
   *
   * @param asked the tokens that were set aside for it: what cost more is taken to cost as much more from now on
   */
  spend(
    inputTokens: number,
    outputTokens: number,
    asked?: Pick<LlmRequest, 'inputTokens' | 'maxOutputTokens'>,
  ): void {
    const cost = costOf(this.#prices, inputTokens, outputTokens) ?? 0;
    const most = asked ? (costOf(this.#prices, asked.inputTokens, asked.maxOutputTokens) ?? 0) : 0;
    if (most > 0) this.#excess = Math.max(this.#excess, cost / most);
    this.#spent += cost;
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
    const most = this.#mostOf(inputTokens, maxOutputTokens);
    return this.#limit === null || most === null || this.#spent + this.#reserved + most <= this.#limit;
  }

  #mostOf(inputTokens: number, maxOutputTokens: number): number | null {
    const most = costOf(this.#prices, inputTokens, maxOutputTokens);
    return most === null ? null : most * this.#excess;
  }

  /**
   * Sets aside what requests cost at most, waiting for others to come in cheaper; gives what frees it again.
   *
   * @param requests how many they are
   * @throws RunStopped `limit`
   */
  async reserve(inputTokens: number, maxOutputTokens: number, requests = 1): Promise<() => void> {
    const most = this.#mostOf(inputTokens, maxOutputTokens);
    if (this.#limit === null || most === null) {
      this.#calls.take(requests);
      return () => {};
    }
    while (!this.hasRoomFor(inputTokens, maxOutputTokens)) {
      if (this.#reserved <= 0) {
        throw new RunStopped(
          'limit',
          `The spending limit of ${this.#limit} is reached: ${this.#spent.toPrecision(3)} is spent, and the next request could cost ${most.toPrecision(2)}.`,
        );
      }
      await this.#released.promise;
    }
    this.#calls.take(requests);
    this.#reserved += most;
    return () => {
      this.#reserved = Math.max(0, this.#reserved - most);
      const { resolve } = this.#released;
      this.#released = Promise.withResolvers<void>();
      resolve();
    };
  }
}
