/** Thrown for a unit whose request fails again and again while others have not been tried: it comes again after them. */
export class SetAside extends Error {}

/** Units to work on, in order; those that were set aside come again after all others. */
export class UnitQueue<U> implements Iterable<U> {
  readonly #units: U[];
  readonly #fresh: number;
  #next = 0;

  constructor(units: readonly U[]) {
    this.#units = [...units];
    this.#fresh = units.length;
  }

  /** Whether some have not been tried at all. */
  get hasFresh(): boolean {
    return this.#next < this.#fresh;
  }

  /** How many are not under way. */
  get left(): number {
    return this.#units.length - this.#next;
  }

  putBack(unit: U): void {
    this.#units.push(unit);
  }

  [Symbol.iterator](): Iterator<U> {
    return {
      next: () =>
        this.left > 0 ? { done: false, value: this.#units[this.#next++]! } : { done: true, value: undefined },
    };
  }
}
