import { requireSameLength } from '../check.ts';

/** 8! = 40,320 orders; beyond that they are too many to count. */
const MOST_FOR_EXACT_P = 8;

/**
 * Exact two-sided p-value of a coefficient by permutation: of all orders of `b`, the share with an absolute value at
 * least as large as the one observed. With four systems it cannot fall below 1/12 for Spearman's and Kendall's.
 *
 * @returns in (0, 1]; undefined with more than eight values, or where the coefficient is not defined
 * @throws RangeError when the lists differ in length
 */
export function permutationP(
  a: readonly number[],
  b: readonly number[],
  coefficient: (a: readonly number[], b: readonly number[]) => number | undefined,
): number | undefined {
  requireSameLength(a, b, 'The two lists');
  const observed = coefficient(a, b);
  if (observed === undefined || b.length > MOST_FOR_EXACT_P) return undefined;
  let orders = 0;
  let asLarge = 0;
  for (const order of permutations(b)) {
    orders++;
    if (Math.abs(coefficient(a, order)!) >= Math.abs(observed) - 1e-12) asLarge++;
  }
  return asLarge / orders;
}

/** All orders of a list, by Heap's algorithm. */
function* permutations(values: readonly number[]): Generator<readonly number[]> {
  const list = [...values];
  const turns = list.map(() => 0);
  yield list;
  for (let i = 1; i < list.length; ) {
    if (turns[i]! >= i) {
      turns[i] = 0;
      i++;
      continue;
    }
    const j = i % 2 === 0 ? 0 : turns[i]!;
    [list[i], list[j]] = [list[j]!, list[i]!];
    yield list;
    turns[i]!++;
    i = 1;
  }
}
