import { uniformProbabilities } from '../hardness/uniform.ts';
import { matteringPairs, type RankingAim } from '../paired/mattering-pairs.ts';
import { type PairVerdict, possiblePlaces } from '../paired/ranking.ts';
import { exponentialKeyOrder } from '../sampling/exponential-key-order.ts';
import type { RankedPopulation } from './ranked-population.ts';
import type { RaceResult } from './ranking-pairs.ts';
import {
  concludePairs,
  intervalAt,
  isOfGoal,
  type PairRunner,
  pairRunners,
  type RaceOptions,
} from './ranking-pairs.ts';

/**
 * Rankings of systems whose ratings are all known, rated on one page: a page is one item with the replies of all systems that
 * still matter, equal ones once, and serves every pair of its systems. All pairs are drawn uniformly by one order of the items; that of a pair is
 * the same without the items on which its two replies are equal. Each pair has its own sequence and its share of alpha.
 */
export class RankingPages {
  readonly #population: RankedPopulation;
  readonly #margin: number;
  readonly #isOfGoal: boolean;
  readonly #isOneLabel: boolean;
  readonly #pages: number;
  readonly #runners: readonly PairRunner[];
  /** Of each pair, the place of an item in its pool; -1 where its two replies are equal. */
  readonly #places: readonly Int32Array[];
  #order: Uint32Array = new Uint32Array(0);

  /**
   * @param options labels are the most pages, draws are uniform
   * @param isOneLabel whether a page is one label, as a written answer is, which scores all replies; else each reply is rated
   * @throws RangeError when an option is out of range
   */
  constructor(population: RankedPopulation, options: Omit<RaceOptions, 'probabilities'>, isOneLabel = false) {
    this.#population = population;
    this.#isOfGoal = isOfGoal(options, population.systems.length);
    this.#isOneLabel = isOneLabel;
    this.#margin = options.margin;
    this.#runners = pairRunners(population, options);
    const size = population.systems[0]!.y.length;
    this.#pages = Math.min(options.labels, size);
    this.#places = this.#runners.map(({ pool }) => {
      const places = new Int32Array(size).fill(ABSENT);
      for (const [place, item] of pool.items.entries()) places[item] = place;
      return places;
    });
  }

  /**
   * Draws the order of the pages and rates all of them; what of this is dealt is another question.
   *
   * @param seed integer from 0 to 2^32 - 1 from which the order follows
   */
  draw(seed: number): void {
    this.#order = exponentialKeyOrder(uniformProbabilities(this.#size), seed, this.#pages);
    for (const [i, { pool, runs, most }] of this.#runners.entries()) {
      const own = Array.from(this.#order, (item) => this.#places[i]![item]!).filter(
        (place) => place !== ABSENT,
      );
      if (pool.population !== null) runs!.run(Uint32Array.from(own.slice(0, most)), pool.population.y);
    }
  }

  /**
   * The ranking on the present order, stopped when nothing is left to decide.
   *
   * @param isFixed whether every page has all systems, whatever is decided; else those of the pairs that still matter
   * @returns its labels are ratings
   */
  assignNext(aim: RankingAim, isFixed = false): RaceResult {
    const systems = this.#population.systems.length;
    const about = { systems, margin: this.#margin, isChained: aim.isChained && !this.#isOfGoal };
    const given = this.#runners.map(() => 0);
    let verdicts: PairVerdict[] = [];
    let labels = 0;
    for (let page = 0; ; page++) {
      const intervals = this.#runners.map((runner, i) => intervalAt(runner, given[i]!));
      verdicts = concludePairs(this.#runners, intervals, about, verdicts);
      const mattering = matteringPairs(systems, verdicts, aim);
      if (mattering.length === 0 || page === this.#order.length) {
        return {
          labels,
          verdicts,
          places: possiblePlaces(systems, verdicts),
          isFound: mattering.length === 0,
        };
      }
      const shown = (isFixed ? verdicts : mattering).flatMap(({ first, second }) => [first, second]);
      labels += this.#rate(this.#order[page]!, new Set(shown), given);
    }
  }

  /** Ratings of the plan that has every system on each page of the present order. */
  get fixedLabels(): number {
    const all = new Set(this.#population.systems.keys());
    const given = this.#runners.map(() => 0);
    return this.#order.reduce((sum, item) => sum + this.#rate(item, all, given), 0);
  }

  get #size(): number {
    return this.#population.systems[0]!.y.length;
  }

  /** Number of ratings of a page: equal replies are rated once. */
  #rate(item: number, shown: ReadonlySet<number>, given: number[]): number {
    const equal = new Set<number>();
    for (const [i, { pool, most }] of this.#runners.entries()) {
      if (!shown.has(pool.first) || !shown.has(pool.second)) continue;
      if (this.#places[i]![item] === ABSENT) equal.add(pool.second);
      else if (given[i]! < most) given[i]! += 1;
    }
    if (this.#isOneLabel) return shown.size === equal.size + 1 ? 0 : 1;
    return shown.size - equal.size;
  }
}

/** The place of an item that is not in a pool. */
const ABSENT = -1;
