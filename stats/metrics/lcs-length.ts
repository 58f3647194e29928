/**
 * Length of the longest common subsequence of two lists of tokens, by bit-parallel dynamic programming
 * (Hyyrö, 2004, "Bit-parallel LCS-length computation revisited"): one column of the table is a bit vector over
 * the first list, and a token of the second list updates 32 rows in a handful of word operations.
 *
 * Time O(ceil(|a|/32) |b|), memory O(|a| distinct(a)/32).
 *
 * @param a, b tokens or their numbers, any length
 * @returns integer from 0 to min(|a|, |b|)
 */
export function lcsLength<T extends string | number>(a: readonly T[], b: readonly T[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const words = Math.ceil(a.length / 32);
  const { rowOfToken, masks } = positionMasks(a, words);
  // A zero bit marks a row where the table's column steps up by one; their number is the answer.
  const column = new Int32Array(words).fill(-1);
  for (const token of b) {
    const row = rowOfToken.get(token);
    if (row === undefined) continue;
    let carry = 0;
    for (let word = 0; word < words; word++) {
      const old = column[word]!;
      const match = masks[row * words + word]!;
      const sum = (old >>> 0) + ((old & match) >>> 0) + carry;
      carry = sum > 0xffff_ffff ? 1 : 0;
      column[word] = sum | (old & ~match);
    }
  }
  return countZeros(column, a.length);
}

/** For every distinct token of `a` its row in `masks`: `words` words whose set bits are its positions. */
function positionMasks<T>(a: readonly T[], words: number): { rowOfToken: Map<T, number>; masks: Int32Array } {
  const rowOfToken = new Map<T, number>();
  const rows = new Int32Array(a.length);
  for (let position = 0; position < a.length; position++) {
    const row = rowOfToken.get(a[position]!) ?? rowOfToken.size;
    if (row === rowOfToken.size) rowOfToken.set(a[position]!, row);
    rows[position] = row;
  }
  const masks = new Int32Array(rowOfToken.size * words);
  for (let position = 0; position < a.length; position++) {
    const index = rows[position]! * words + (position >>> 5);
    masks[index] = masks[index]! | (1 << (position & 31));
  }
  return { rowOfToken, masks };
}

/** Zero bits among the first `count` bits. */
function countZeros(bits: Int32Array, count: number): number {
  let zeros = 0;
  for (let position = 0; position < count; position++) {
    if ((bits[position >>> 5]! & (1 << (position & 31))) === 0) zeros++;
  }
  return zeros;
}
