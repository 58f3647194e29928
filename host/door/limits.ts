interface LimitOptions {
  /** So many in a window are let through. */
  most: number;
  windowMs: number;
  /** How long one is shut out who did more. */
  lockMs: number;
  /** Milliseconds that only grow. */
  now: () => number;
}

interface Count {
  since: number;
  count: number;
  lockedUntil: number;
}

/** So that many addresses cannot fill the memory. */
const mostKeys = 10_000;

/** Counts what each address or visitor does, and shuts out for a while who does too much. */
export class Limits {
  readonly #options: LimitOptions;
  readonly #counts = new Map<string, Count>();

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  /** Counts one act. @returns how long to wait in milliseconds; 0 where it may be done */
  take(key: string): number {
    const { most, windowMs, lockMs, now } = this.#options;
    const at = now();
    const known = this.#counts.get(key);
    if (known && known.lockedUntil > at) return known.lockedUntil - at;
    const isFresh = !known || known.lockedUntil > 0 || at - known.since >= windowMs;
    const count = isFresh ? { since: at, count: 0, lockedUntil: 0 } : known;
    if (isFresh) this.#put(key, count);
    count.count += 1;
    if (count.count <= most) return 0;
    count.lockedUntil = at + lockMs;
    return lockMs;
  }

  /** How many acts are counted now. */
  count(key: string): number {
    const { windowMs, now } = this.#options;
    const known = this.#counts.get(key);
    return known && (known.lockedUntil > now() || now() - known.since < windowMs) ? known.count : 0;
  }

  #put(key: string, count: Count): void {
    this.#counts.delete(key);
    this.#counts.set(key, count);
    if (this.#counts.size <= mostKeys) return;
    const { windowMs, now } = this.#options;
    const at = now();
    for (const [other, { since, lockedUntil }] of this.#counts) {
      if (lockedUntil <= at && at - since >= windowMs) this.#counts.delete(other);
    }
    for (const other of this.#counts.keys()) {
      if (this.#counts.size <= mostKeys) return;
      this.#counts.delete(other);
    }
  }
}
