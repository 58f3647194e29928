import { requireSameLength } from '../check.ts';

const variances = {
  pearson: (_r: number, n: number) => 1 / (n - 3),
  // Bonett and Wright (2000), Eq. 3.
  spearman: (r: number, n: number) => (1 + (r * r) / 2) / (n - 3),
} as const;

/** Fewest systems for which Fisher's transformation has a variance. */
export const FEWEST_SYSTEMS_FOR_INTERVAL = 4;

/**
 * Approximate 95 % interval of a correlation between few systems, by Fisher's transformation. With four systems it
 * mostly says that nothing is known: |r| = 0.9 reaches from about -0.5 to 1.
 *
 * @param correlation in [-1, 1]; at the ends it is taken as 1 - 1/n², for a perfect order of few is no certainty
 * @param n number of systems
 * @returns undefined with fewer than four
 */
export function fewSystemsInterval(
  kind: keyof typeof variances,
  correlation: number,
  n: number,
): { lower: number; upper: number } | undefined {
  if (n < FEWEST_SYSTEMS_FOR_INTERVAL) return undefined;
  const most = 1 - 1 / n ** 2;
  const bounded = Math.max(-most, Math.min(most, correlation));
  const reach = 1.959964 * Math.sqrt(variances[kind](correlation, n));
  return {
    lower: Math.min(correlation, Math.tanh(Math.atanh(bounded) - reach)),
    upper: Math.max(correlation, Math.tanh(Math.atanh(bounded) + reach)),
  };
}

/** 8! = 40,320 orders; beyond that they are too many to count. */
export const MOST_FOR_EXACT_P = 8;

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
