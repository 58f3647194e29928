import { requireInteger, requireOpenUnit, requireUnit } from '../check.ts';
import { compensatedSum } from '../numeric.ts';

/** Values of one independent unit: an item, or a group of items that belong together. */
export interface CaseUnit {
  /** Sum of its values, each in [0, 1]. */
  readonly sum: number;
  /** How many values it has, an integer of at least 1. */
  readonly size: number;
}

/** Shares of the largest possible bet, the quantiles of Jeffreys' arcsine law at (k - 1/2)/32. */
const BETS = Array.from({ length: 32 }, (_, k) => Math.sin((Math.PI * (k + 0.5)) / 64) ** 2);

/** Distinct units up to which each is taken as it is; of more, sums are rounded away from the end that is sought. */
const DISTINCT = 2000;

/**
 * The mean of values in [0, 1] over cases that these units are a sample of, with an interval that holds at every number of units.
 *
 * A mean m is ruled out from below when the capital of bets against it reaches 2/alpha: the mean over f of
 *   prod_u (1 + f (S_u - m k_u)/(m M)),
 * S_u and k_u being sum and size of unit u, M the largest size. At the true mean E[S_u - m k_u] = 0 and no factor is below 0, so the
 * capital has expectation 1 at most, and Markov's inequality bounds the error. The same from above for 1 - y. This is the diversified
 * bet of Waudby-Smith and Ramdas (2024, Section 5 and Appendix B) at one look; f follows the prior of Krichevsky and Trofimov (1981).
 * The order of the units does not matter. M counts as known beforehand.
 *
 * @param units at least one, independent of each other
 * @param alpha in (0, 1)
 * @returns ends in [0, 1] that hold the mean over all values
 * @throws RangeError when an argument is out of range
 */
export function meanOfCases(
  units: readonly CaseUnit[],
  alpha = 0.05,
): { value: number; lower: number; upper: number } {
  requireOpenUnit(alpha, 'Alpha');
  requireInteger(units.length, 1, Number.MAX_SAFE_INTEGER, 'The number of units');
  for (const { sum, size } of units) {
    requireInteger(size, 1, Number.MAX_SAFE_INTEGER, 'The size of a unit');
    requireUnit(sum / size, 'The mean of a unit');
  }
  const value = compensatedSum(units.map(({ sum }) => sum)) / compensatedSum(units.map(({ size }) => size));
  const turned = units.map(({ sum, size }) => ({ sum: size - sum, size }));
  return { value, lower: lowerEnd(units, value, alpha), upper: 1 - lowerEnd(turned, 1 - value, alpha) };
}

/** The smallest mean that the bets do not rule out, to 2^-40, rounded down. */
function lowerEnd(units: readonly CaseUnit[], value: number, alpha: number): number {
  const counted = countedUnits(units);
  const largest = units.reduce((most, { size }) => Math.max(most, size), 1);
  const limit = Math.log(2 / alpha) + Math.log(BETS.length);
  let [low, high] = [0, Math.min(1, Math.max(0, value))];
  for (let step = 0; step < 40 && high > low; step++) {
    const mean = (low + high) / 2;
    if (mean > 0 && logCapital(counted, mean, largest) >= limit) low = mean;
    else high = mean;
  }
  return low;
}

interface CountedUnit extends CaseUnit {
  readonly count: number;
}

/** Equal units once, with how many they are. */
function countedUnits(units: readonly CaseUnit[]): CountedUnit[] {
  const counts = new Map<string, { sum: number; size: number; count: number }>();
  const isRounded = units.length > DISTINCT;
  for (const { sum, size } of units) {
    const taken = isRounded && !Number.isInteger(sum) ? Math.floor(sum * 1024) / 1024 : sum;
    const key = `${taken}/${size}`;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { sum: taken, size, count: 1 });
  }
  return [...counts.values()];
}

/** Logarithm of the sum over f of the capital against a mean above 0. */
function logCapital(units: readonly CountedUnit[], mean: number, largest: number): number {
  const logs = BETS.map((bet) => {
    let total = 0;
    for (const { sum, size, count } of units) {
      total += count * Math.log1p((bet * (sum - mean * size)) / (mean * largest));
    }
    return total;
  });
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((all, one) => all + Math.exp(one - most), 0));
}

/** How much of what a mean varies by is the system's own doing, asked the same again, and how much is the choice of items. */
interface RepeatSpread {
  /** Items with at least two values. */
  readonly items: number;
  /** Values of those items. */
  readonly values: number;
  /** Standard deviation of one value around the mean of its item, on the scale of the values. */
  readonly ofSystem: number;
  /** Standard deviation of the items' own means, which repeats do not lower; 0 where the values vary no more than repeats do. */
  readonly ofItems: number;
  /** Share of items whose values all agree. */
  readonly alike: number;
}

/**
 * The two components of variance by the one-way analysis of variance with unequal numbers (Searle, Casella and McCulloch, 1992, section
 * 3.6): within items the mean square, between items (MSB - MSW)/n0 with n0 = (N - sum n_i^2/N)/(k - 1), not below 0.
 *
 * @param items values of each item; those with one value are left out
 * @returns undefined with fewer than two items of at least two values
 */
export function repeatSpread(items: readonly (readonly number[])[]): RepeatSpread | undefined {
  const several = items.filter(({ length }) => length > 1);
  const k = several.length;
  if (k < 2) return undefined;
  const sizes = several.map(({ length }) => length);
  const all = compensatedSum(sizes);
  const means = several.map((values) => compensatedSum([...values]) / values.length);
  const center = compensatedSum(means.map((one, i) => one * sizes[i]!)) / all;
  const within =
    compensatedSum(several.flatMap((values, i) => values.map((one) => (one - means[i]!) ** 2))) / (all - k);
  const between = compensatedSum(means.map((one, i) => sizes[i]! * (one - center) ** 2)) / (k - 1);
  const n0 = (all - compensatedSum(sizes.map((size) => size ** 2)) / all) / (k - 1);
  return {
    items: k,
    values: all,
    ofSystem: Math.sqrt(within),
    ofItems: Math.sqrt(Math.max(0, (between - within) / n0)),
    alike: several.filter((values) => values.every((one) => one === values[0])).length / k,
  };
}
