import { pairedValue } from '../paired/difference.ts';
import { uniformOpen } from '../random.ts';
import { buildPopulation, type Population, requirePopulation } from './population.ts';

/** Several systems on the same items: their human values and surrogates in [0, 1], each of length N. */
export interface RankedPopulation {
  readonly name: string;
  readonly systems: readonly Pick<Population, 's' | 'y'>[];
  /** Whether two systems gave the same response to an item, which then counts 0 without a label; none did where it is left out. */
  readonly isSame?: (first: number, second: number, item: number) => boolean;
  /** Whether people say which of two replies is better, or put those of a page in order; else they rate each. */
  readonly isPreferred?: boolean;
}

/** The items on which two systems differ, as their comparison evaluates them. */
export interface RankedPool {
  readonly first: number;
  readonly second: number;
  /** The items, ascending. */
  readonly items: readonly number[];
  /** Paired values of the differing items; null where all responses are the same. */
  readonly population: Population | null;
  /** Share of the items whose responses differ: a mean paired value x is the difference share (2x - 1). */
  readonly share: number;
}

/** The pool of every pair, in the order of the systems. */
export function rankedPools(ranked: RankedPopulation): RankedPool[] {
  const { name, systems, isSame = () => false, isPreferred = false } = ranked;
  const size = systems[0]?.y.length ?? 0;
  return systems.flatMap((a, first) =>
    systems.slice(first + 1).map((b, i): RankedPool => {
      const second = first + 1 + i;
      const items = Array.from({ length: size }, (_, item) => item).filter(
        (item) => !isSame(first, second, item),
      );
      const s = Float64Array.from(items, (item) => pairedValue(a.s[item]!, b.s[item]!));
      const y = Float64Array.from(items, (item) => {
        const [own, other] = [a.y[item]!, b.y[item]!];
        return isPreferred ? (1 + Math.sign(own - other)) / 2 : pairedValue(own, other);
      });
      const population = items.length === 0 ? null : requirePopulation({ name, s, y });
      return { first, second, items, population, share: items.length / size };
    }),
  );
}

/** The true difference first - second of a pool, in [-1, 1]. */
export function trueGap({ population, share }: RankedPool): number {
  if (population === null) return 0;
  const { y } = population;
  return share * (2 * (y.reduce((sum, value) => sum + value, 0) / y.length) - 1);
}

/**
 * Systems rated in five levels on items that are easy or hard for all of them; a judge sees each rating off by up to two levels.
 *
 * @param quality of each system, in [0, 1]: how often a rating is a level higher
 * @throws RangeError as `buildPopulation`
 */
export function rankedPopulation(
  name: string,
  size: number,
  quality: readonly number[],
  seed: number,
): RankedPopulation {
  const ease = buildPopulation(name, size, seed, (rng) => [0, uniformOpen(rng)]).y;
  const systems = quality.map((level, i) =>
    buildPopulation(name, size, seed + 1 + i, (rng, item) => {
      const y = levelOf(0.5 * ease[item]! + 0.5 * level + 0.4 * (uniformOpen(rng) - 0.5));
      return [levelOf(y + (uniformOpen(rng) - 0.5)), y];
    }),
  );
  return { name, systems };
}

const levelOf = (value: number): number => Math.round(4 * Math.min(1, Math.max(0, value))) / 4;
