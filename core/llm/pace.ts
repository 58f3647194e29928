import { wait } from './wait.ts';

export interface Limits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
}

/** Seconds that a limit may be used up in one burst. */
const burstSeconds = 1;

/** A bucket that fills at a steady rate. Taking more than it can ever hold waits until it is full and leaves a debt. */
class TokenBucket {
  readonly #perMs: number;
  readonly #capacity: number;
  #level: number;
  #at: number;

  constructor(perMinute: number, now: number) {
    this.#perMs = perMinute / 60_000;
    this.#capacity = Math.max(1, (perMinute / 60) * burstSeconds);
    this.#level = this.#capacity;
    this.#at = now;
  }

  /** Milliseconds until `amount` may be taken. */
  waitFor(amount: number, now: number): number {
    this.#fill(now);
    return Math.max(0, (Math.min(amount, this.#capacity) - this.#level) / this.#perMs);
  }

  take(amount: number): void {
    this.#level -= amount;
  }

  #fill(now: number): void {
    this.#level = Math.min(this.#capacity, this.#level + Math.max(0, now - this.#at) * this.#perMs);
    this.#at = now;
  }
}

/**
 * Lets requests start in order, at most as fast as the limits allow, and none while the server has asked to be left
 * alone. Time is the monotonic clock: setting the computer's clock changes nothing.
 */
export class Pace {
  readonly #requests: TokenBucket | null;
  readonly #tokens: TokenBucket | null;
  readonly #now: () => number;
  #heldUntil = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor({ requestsPerMinute, tokensPerMinute }: Limits, now = () => performance.now()) {
    this.#now = now;
    this.#requests = requestsPerMinute === null ? null : new TokenBucket(requestsPerMinute, now());
    this.#tokens = tokensPerMinute === null ? null : new TokenBucket(tokensPerMinute, now());
  }

  /** Nobody starts for so long. */
  hold(milliseconds: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#now() + milliseconds);
  }

  /** Settles when a request of about so many tokens may start. @throws the signal's reason */
  async turn(tokens: number, halt: AbortSignal): Promise<void> {
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    try {
      halt.throwIfAborted();
      for (let left = this.#wait(tokens); left > 0; left = this.#wait(tokens)) await wait(left, halt);
      this.#requests?.take(1);
      this.#tokens?.take(tokens);
    } finally {
      resolve();
    }
  }

  #wait(tokens: number): number {
    const now = this.#now();
    return Math.max(
      this.#heldUntil - now,
      this.#requests?.waitFor(1, now) ?? 0,
      this.#tokens?.waitFor(tokens, now) ?? 0,
    );
  }
}
