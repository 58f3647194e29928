import { requireInteger, requireOpenUnit } from '../check.ts';
import { createRng, uniformInt, uniformOpen } from '../random.ts';

/** A labeled item, the conversation or passage that it belongs to, and what people say of it. */
interface LabeledItem {
  readonly item: number;
  /** Items of one group stay on one side. */
  readonly group: string;
  readonly value: number;
}

/**
 * Half of the labeled items, to practice on: groups are ordered by the mean of their values, with ties in an order by chance,
 * and of each two neighbors one goes to either side by a fair coin. So each side has about as many of each value, and a group is
 * on either side with probability 1/2 whatever it holds.
 *
 * @param seed of the order and the coins, an unsigned 32-bit number
 * @param fixed items that are practice in any case, with all of their group
 * @returns the items of the practice side
 */
export function practiceHalf(
  items: readonly LabeledItem[],
  seed: number,
  fixed: ReadonlySet<number> = new Set(),
): Set<number> {
  const rng = createRng(seed);
  const groups = [...Map.groupBy(items, ({ group }) => group).values()].map((own) => ({
    items: own.map(({ item }) => item),
    mean: own.reduce((sum, { value }) => sum + value, 0) / own.length,
    key: uniformOpen(rng),
    isFixed: own.some(({ item }) => fixed.has(item)),
  }));
  const practice = new Set(groups.flatMap((group) => (group.isFixed ? group.items : [])));
  const free = groups.filter(({ isFixed }) => !isFixed).sort((a, b) => a.mean - b.mean || a.key - b.key);
  for (let i = 0; i < free.length; i += 2) {
    const chosen = free[i + uniformInt(rng, 0, 1)];
    for (const item of chosen?.items ?? []) practice.add(item);
  }
  return practice;
}

/**
 * The error level of the k-th check of one family: 6 alpha/(pi^2 k^2). The levels of all checks, however many come, add up to
 * alpha, so that the intervals of one figure hold together (union bound; the sum of 1/k^2 is pi^2/6).
 *
 * @param number k, from 1
 * @throws RangeError when k is no positive whole number, or alpha is not in (0, 1)
 */
export function checkLevel(number: number, alpha: number): number {
  requireInteger(number, 1, Number.MAX_SAFE_INTEGER, 'The number of the check');
  requireOpenUnit(alpha, 'Alpha');
  return (6 * alpha) / (Math.PI * number) ** 2;
}
