import { wait } from './wait.ts';

interface Limits {
  readonly requestsPerMinute: number | null;
  readonly tokensPerMinute: number | null;
  /** Requests under way at a time; null for any number. */
  readonly concurrency: number | null;
}

/** Seconds that a limit may be used up in one burst. */
const burstSeconds = 1;
/** How long a request that waits for another one to end goes without a look at whether it shall still start. */
const lookMs = 50;

/** Milliseconds of the system's monotonic clock, which all threads of a process read alike. */
const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The memory that the paces of one endpoint share, whatever thread they are in; all zero, nothing is used up. */
export const sharedPaceMemory = (): SharedArrayBuffer => new SharedArrayBuffer(numbersAt + 8 * numberCount);

/** Whole numbers in front: a lock, and how many requests are under way. Then the numbers of the buckets. */
const [lockAt, underWayAt, numbersAt] = [0, 1, 8];
const [requestsAt, tokensAt, heldUntilAt, numberCount] = [0, 2, 4, 5];

/** Forgets requests that never ended because their thread died. Only while no pace uses the memory. */
export const forgetUnderWay = (memory: SharedArrayBuffer): void => void new Int32Array(memory, 0, 2).fill(0);

/**
 * A bucket that fills at a steady rate. Taking more than it can ever hold waits until it is full and leaves a debt.
 * Two numbers of the memory are its own: how much is missing in it, and when that was.
 */
export class TokenBucket {
  readonly #perMs: number;
  readonly #capacity: number;
  readonly #numbers: Float64Array;
  readonly #at: number;

  constructor(perMinute: number, numbers: Float64Array, at: number) {
    this.#perMs = perMinute / 60_000;
    this.#capacity = Math.max(1, (perMinute / 60) * burstSeconds);
    this.#numbers = numbers;
    this.#at = at;
  }

  /** Milliseconds until `amount` may be taken. */
  waitFor(amount: number, now: number): number {
    const [missing, since] = [this.#numbers[this.#at]!, this.#numbers[this.#at + 1]!];
    const missingNow = Math.max(0, missing - Math.max(0, now - since) * this.#perMs);
    this.#numbers[this.#at] = missingNow;
    this.#numbers[this.#at + 1] = now;
    return Math.max(0, (Math.min(amount, this.#capacity) - (this.#capacity - missingNow)) / this.#perMs);
  }

  take(amount: number): void {
    this.#numbers[this.#at]! += amount;
  }
}

/**
 * Lets requests start in order, at most as fast and as many at a time as the limits allow, and none while the server has
 * asked to be left alone. Paces that are given the same memory keep to the limits together, also from several threads.
 * Time is the monotonic clock: setting the computer's clock changes nothing.
 */
export class Pace {
  readonly #concurrency: number;
  readonly #whole: Int32Array<SharedArrayBuffer>;
  readonly #numbers: Float64Array;
  readonly #requests: TokenBucket | null;
  readonly #tokens: TokenBucket | null;
  #queue: Promise<void> = Promise.resolve();

  constructor({ requestsPerMinute, tokensPerMinute, concurrency }: Limits, memory = sharedPaceMemory()) {
    this.#concurrency = concurrency ?? Number.POSITIVE_INFINITY;
    this.#whole = new Int32Array(memory, 0, 2);
    this.#numbers = new Float64Array(memory, numbersAt);
    const bucket = (perMinute: number | null, at: number) =>
      perMinute === null ? null : new TokenBucket(perMinute, this.#numbers, at);
    this.#requests = bucket(requestsPerMinute, requestsAt);
    this.#tokens = bucket(tokensPerMinute, tokensAt);
  }

  /** Nobody starts for so long. */
  hold(milliseconds: number): void {
    this.#locked(() => {
      const until = monotonicMs() + milliseconds;
      this.#numbers[heldUntilAt] = Math.max(this.#numbers[heldUntilAt]!, until);
    });
  }

  /**
   * Settles when a request of about so many tokens may start, with what to call when it has ended.
   *
   * @throws the signal's reason
   */
  async turn(tokens: number, halt: AbortSignal): Promise<() => void> {
    const before = this.#queue;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue = promise;
    await before;
    try {
      for (;;) {
        halt.throwIfAborted();
        const next = this.#locked(() => this.#tryStart(tokens));
        if (next === 'started') return () => this.#end();
        if (next === 'full') await this.#oneEnds();
        else await wait(next, halt);
      }
    } finally {
      resolve();
    }
  }

  /** @returns that it has started, that too many are under way, or the milliseconds until it may */
  #tryStart(tokens: number): 'started' | 'full' | number {
    const now = monotonicMs();
    const left = Math.max(
      this.#numbers[heldUntilAt]! - now,
      this.#requests?.waitFor(1, now) ?? 0,
      this.#tokens?.waitFor(tokens, now) ?? 0,
    );
    if (left > 0) return left;
    if (Atomics.load(this.#whole, underWayAt) >= this.#concurrency) return 'full';
    Atomics.add(this.#whole, underWayAt, 1);
    this.#requests?.take(1);
    this.#tokens?.take(tokens);
    return 'started';
  }

  #end(): void {
    Atomics.sub(this.#whole, underWayAt, 1);
    Atomics.notify(this.#whole, underWayAt, 1);
  }

  /** Settles once the number under way has changed, or a moment later. */
  async #oneEnds(): Promise<void> {
    const underWay = Atomics.load(this.#whole, underWayAt);
    if (underWay < this.#concurrency) return;
    await Atomics.waitAsync(this.#whole, underWayAt, underWay, lookMs).value;
  }

  /** Keeps other threads out for the microseconds that `work` takes. */
  #locked<T>(work: () => T): T {
    while (Atomics.compareExchange(this.#whole, lockAt, 0, 1) !== 0) Atomics.wait(this.#whole, lockAt, 1, 1);
    try {
      return work();
    } finally {
      Atomics.store(this.#whole, lockAt, 0);
      Atomics.notify(this.#whole, lockAt, 1);
    }
  }
}
