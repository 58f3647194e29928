/** Kinds of items: those of one kind are equal in all that is known of them before their label. */
interface Kinds {
  /** The kind of each item, length N. */
  readonly of: Uint32Array;
  /** Items of each kind. */
  readonly counts: Int32Array;
  /** A list of one value an item as one of one value a kind. */
  pick<T extends ArrayLike<number>>(values: T): T | Float64Array;
}

/**
 * Puts items together that are equal in every list: a pass over a pool by a judge's five points is one over five kinds. Where at
 * least half of the items are of a kind of their own nothing is won, and each item is left one.
 *
 * @param size number of items, N
 * @param columns lists of one value an item, none missing
 */
export function kindsOf(
  size: number,
  columns: readonly ArrayLike<number>[],
  probabilities?: ArrayLike<number>,
): Kinds {
  let of = new Uint32Array(size);
  let count = 1;
  for (const values of probabilities ? [probabilities, ...columns] : columns) {
    const seen = new Map<number, number>();
    const next = new Map<number, number>();
    const finer = new Uint32Array(size);
    for (let item = 0; item < size; item++) {
      const value = numbered(seen, values[item]!);
      const kind = numbered(next, of[item]! * size + value);
      if (next.size * 2 > size) return eachItem(size);
      finer[item] = kind;
    }
    of = finer;
    count = next.size;
  }
  const counts = new Int32Array(count);
  const first = new Uint32Array(count);
  for (let item = size - 1; item >= 0; item--) {
    counts[of[item]!]!++;
    first[of[item]!] = item;
  }
  return { of, counts, pick: (values) => Float64Array.from(first, (item) => values[item]!) };
}

const eachItem = (size: number): Kinds => ({
  of: Uint32Array.from({ length: size }, (_, item) => item),
  counts: new Int32Array(size).fill(1),
  pick: (values) => values,
});

/** Which of the keys this is, counted from 0 as they come. */
function numbered(keys: Map<number, number>, key: number): number {
  const known = keys.get(key);
  if (known !== undefined) return known;
  keys.set(key, keys.size);
  return keys.size - 1;
}
