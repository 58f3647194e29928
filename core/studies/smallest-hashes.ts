interface HashedItem {
  readonly itemId: number;
  readonly id: string;
  readonly hash: string;
}

/** The items of the smallest hashes, equals by id; no more than twice as many are held as are wanted. */
export class SmallestHashes {
  readonly #wanted: number;
  #held: HashedItem[] = [];
  #bound: string | undefined;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  offer(item: HashedItem): void {
    if (this.#bound !== undefined && item.hash > this.#bound) return;
    this.#held.push(item);
    if (this.#held.length < 2 * this.#wanted + 1000) return;
    this.#held = this.sorted();
    this.#bound = this.#held.at(-1)!.hash;
  }

  sorted(): HashedItem[] {
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
    return this.#held.sort((a, b) => order(a.hash, b.hash) || order(a.id, b.id)).slice(0, this.#wanted);
  }
}
