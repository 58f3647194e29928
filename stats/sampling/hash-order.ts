import { requireInteger, requirePositive } from '../check.ts';

/**
 * Draw rule 2: the place of an item in the order follows from the seed, its id and its own weight alone. So the order is the
 * same wherever it is computed, and items that are added or removed change nothing of the others (permanent random numbers:
 * Ohlsson, 1995).
 */
export const HASH_DRAW_RULE = 2;

/**
 * What is hashed for an item, by SHA-256 of its UTF-8 bytes.
 *
 * @param seed integer from 0 to 2^32 - 1
 * @param id the item's own name, as it is stored
 */
export const hashedText = (seed: number, id: string): string => `assay-draw-2|${seed}|${id}`;

/** What is hashed to say which items belong to the first of two phases; the first of them by hash do. */
export const firstPhaseText = (seed: number, id: string): string => `assay-phase1|${seed}|${id}`;

/**
 * The uniform of a hash: its first 64 bits H as (2H + 1)/2^65, rounded once.
 *
 * @param hash 64 hexadecimal digits, lower case
 * @returns in (0, 1]; 1 for the last 2^10 values of H only
 */
export const uniformOfHash = (hash: string): number => {
  const digits = BigInt(`0x${hash.slice(0, 16)}`);
  return Number(2n * digits + 1n) / 2 ** 65;
};

/**
 * Key of an item: an exponential variable whose rate is its weight. Items are drawn by ascending key, which gives sequential
 * draws with probabilities proportional to the weights (Rosén, 1997; Efraimidis and Spirakis, 2006).
 *
 * @param hash as in `uniformOfHash`
 * @param weight above 0, not divided by the sum over the pool, so that the key is the item's own
 */
export const hashKey = (hash: string, weight: number): number => -Math.log1p(-uniformOfHash(hash)) / weight;

/** An item with what its place in the order follows from. */
interface KeyedItem {
  readonly id: string;
  readonly hash: string;
  readonly key: number;
}

/** By key, then by the whole hash, then by id: no two items of a pool are alike. */
export const byKey = (a: KeyedItem, b: KeyedItem): number =>
  a.key - b.key || compare(a.hash, b.hash) || compare(a.id, b.id);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The first items of the order of draw rule 2, from a stream of all of them in any order. About twice `size` of them are held,
 * whatever N.
 */
export class HashOrder<T> {
  readonly #size: number;
  #kept: (KeyedItem & { readonly item: T })[] = [];
  /** No item with a larger key is among the first. */
  #bound = Number.POSITIVE_INFINITY;

  /** @param size items wanted, at least 0 @throws RangeError */
  constructor(size: number) {
    requireInteger(size, 0, 2 ** 31, 'The number of draws');
    this.#size = size;
  }

  /** @throws RangeError when the weight is not above 0 */
  offer(item: T, id: string, hash: string, weight: number): void {
    requirePositive(weight, 'A weight');
    const key = hashKey(hash, weight);
    if (key > this.#bound || this.#size === 0) return;
    this.#kept.push({ item, id, hash, key });
    if (this.#kept.length > 2 * this.#size + SLACK) this.#cut();
  }

  /** The items offered that come first, in their order; all of them where fewer were offered than wanted. */
  get first(): T[] {
    this.#cut();
    return this.#kept.map(({ item }) => item);
  }

  #cut(): void {
    this.#kept.sort(byKey);
    this.#kept.length = Math.min(this.#kept.length, this.#size);
    if (this.#kept.length === this.#size) this.#bound = this.#kept.at(-1)?.key ?? 0;
  }
}

/** Items held beyond twice those wanted, so that small draws are not sorted at every item. */
const SLACK = 256;
