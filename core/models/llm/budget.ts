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
    `A spending limit cannot be kept: ${endpoint} has no prices, so the cost is unknown.`,
    {
      field: 'spendingLimit',
      remedy:
        'Give its prices (assay endpoint add ... --price-in P --price-out P), or limit the requests with --max-calls.',
    },
  );
}

/** How many requests a run may send in all, tries that fail counted; shared by all endpoints that it asks. */
export class CallLimit {
  readonly #most: number | null;
  readonly #keep: (sent: number) => Promise<void>;
  #sent: number;

  /**
   * @param most null for any number
   * @param sent before now
   * @param keep stores how many are sent, before they are
   */
  constructor(most: number | null = null, sent = 0, keep: (sent: number) => Promise<void> = async () => {}) {
    this.#most = most;
    this.#sent = sent;
    this.#keep = keep;
  }

  /** Counts requests that are about to be sent, and settles once that is stored. @throws RunStopped `limit` */
  async take(requests: number): Promise<void> {
    if (this.#most !== null && this.#sent + requests > this.#most) {
      throw new RunStopped(
        'limit',
        `The limit of ${this.#most} requests is reached: ${this.#sent} were sent.`,
      );
    }
    this.#sent += requests;
    await this.#keep(this.#sent);
  }
}

/** What a run may spend, in the currency of the prices; shared by all endpoints that it asks. */
export class SpendingLimit {
  readonly most: number | null;
  readonly #before: number;
  /** Paid before now, by replies that were met again. */
  #met = 0;
  #now = 0;
  #reserved = 0;
  #released = Promise.withResolvers<void>();

  /**
   * @param most null for any amount
   * @param before spent before now; what is met again of it is not counted twice
   */
  constructor(most: number | null, before = 0) {
    this.most = most;
    this.#before = before;
  }

  get spent(): number {
    return Math.max(this.#before, this.#met) + this.#now;
  }

  get reserved(): number {
    return this.#reserved;
  }

  spend(cost: number): void {
    this.#now += cost;
  }

  meetAgain(cost: number): void {
    this.#met += cost;
  }

  /** Sets an amount aside; gives what frees it again. */
  reserve(amount: number): () => void {
    this.#reserved += amount;
    return () => {
      this.#reserved = Math.max(0, this.#reserved - amount);
      const { resolve } = this.#released;
      this.#released = Promise.withResolvers<void>();
      resolve();
    };
  }

  /** Settles when something that was set aside is free again. */
  released(): Promise<void> {
    return this.#released.promise;
  }
}

/** Keeps a run under its limits: a request starts only when it could be paid at its longest. */
export class Budget {
  readonly #prices: Prices | null;
  readonly #limit: SpendingLimit;
  readonly #calls: CallLimit;
  /** What a reply cost of what was set aside for it, at the worst seen; above 1 where tokens were guessed too low. */
  #excess = 1;

  /** @throws AppError INVALID_INPUT for a limit in money where nothing has a price */
  constructor(prices: Prices | null, limit: SpendingLimit, calls = new CallLimit()) {
    assertKept(prices, limit.most);
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
    this.#limit.spend(cost);
  }

  /** Counts what this run paid before, when its reply is met again. */
  meetAgain(inputTokens: number, outputTokens: number): void {
    this.#limit.meetAgain(costOf(this.#prices, inputTokens, outputTokens) ?? 0);
  }

  /** Counts what was paid and will be counted again, until the function that it gives is called. */
  holdSpent(inputTokens: number, outputTokens: number): () => void {
    const cost = costOf(this.#prices, inputTokens, outputTokens) ?? 0;
    this.#limit.spend(cost);
    return () => this.#limit.spend(-cost);
  }

  /** Counts requests right before they are sent. @throws RunStopped `limit` */
  count(requests: number): Promise<void> {
    return this.#calls.take(requests);
  }

  /** Whether a request that costs so much at most could start now. */
  hasRoomFor(inputTokens: number, maxOutputTokens: number): boolean {
    const most = this.#mostOf(inputTokens, maxOutputTokens);
    const { most: limit, spent, reserved } = this.#limit;
    return limit === null || most === null || spent + reserved + most <= limit;
  }

  #mostOf(inputTokens: number, maxOutputTokens: number): number | null {
    const most = costOf(this.#prices, inputTokens, maxOutputTokens);
    return most === null ? null : most * this.#excess;
  }

  /**
   * Sets aside what requests cost at most, waiting for others to come in cheaper; gives what frees it again.
   *
   * @throws RunStopped `limit`
   */
  async reserve(inputTokens: number, maxOutputTokens: number): Promise<() => void> {
    const most = this.#mostOf(inputTokens, maxOutputTokens);
    const limit = this.#limit;
    if (limit.most === null || most === null) return () => {};
    while (!this.hasRoomFor(inputTokens, maxOutputTokens)) {
      if (limit.reserved <= 0) {
        throw new RunStopped(
          'limit',
          `The spending limit of ${limit.most} is reached: ${limit.spent.toPrecision(3)} is spent, and the next request could cost ${most.toPrecision(2)}.`,
        );
      }
      await limit.released();
    }
    return limit.reserve(most);
  }
}
