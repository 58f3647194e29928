import { decisionRate } from '../paired/decision-rate.ts';
import { matteringPairs, type RankingAim } from '../paired/mattering-pairs.ts';
import { type PairVerdict, possiblePlaces } from '../paired/ranking.ts';
import { createRng, uniformInt } from '../random.ts';
import { exponentialKeyOrder } from '../sampling/exponential-key-order.ts';
import type { RankedPopulation } from './ranked-population.ts';
import {
  concludePairs,
  type Interval,
  intervalAt,
  isOfGoal,
  levelOf,
  type PairRunner,
  pairRunners,
  type RaceOptions,
  type RaceResult,
} from './ranking-pairs.ts';

/**
 * Rankings of systems whose labels are all known, dealt as the queue deals them: to the pair that is most likely to be decided for
 * each label that it still takes, among those that still matter. Each pair takes items in its own order, has its own sequence and its share of alpha.
 */
export class RankingRace {
  readonly #margin: number;
  readonly #systems: number;
  readonly #alpha: number;
  readonly #isOfGoal: boolean;
  readonly #runners: readonly PairRunner[];

  /** @throws RangeError when an option is out of range */
  constructor(population: RankedPopulation, options: RaceOptions) {
    this.#margin = options.margin;
    this.#systems = population.systems.length;
    this.#alpha = levelOf(options, this.#systems);
    this.#isOfGoal = isOfGoal(options, population.systems.length);
    this.#runners = pairRunners(population, options);
  }

  /** Labels of the plan that gives every pair all of its labels. */
  get fixedLabels(): number {
    return this.#runners.reduce((sum, { most }) => sum + most, 0);
  }

  /**
   * Draws the order of each pair and labels all of it; what of this is dealt is another question.
   *
   * @param seed integer from 0 to 2^32 - 1 from which the orders follow
   */
  draw(seed: number): void {
    const rng = createRng(seed);
    for (const { pool, runs, probabilities, most } of this.#runners) {
      const own = uniformInt(rng, 0, 0xffff_ffff);
      if (pool.population !== null)
        runs!.run(exponentialKeyOrder(probabilities, own, most), pool.population.y);
    }
  }

  /**
   * The ranking on the present orders, stopped when nothing is left to decide.
   *
   * @param isFixed whether every pair gets labels in turn, whatever is decided; else those that still matter
   */
  assignNext(aim: RankingAim, isFixed = false): RaceResult {
    const given = this.#runners.map(() => 0);
    const intervals = this.#runners.map((runner) => intervalAt(runner, 0));
    const about = {
      systems: this.#systems,
      margin: this.#margin,
      isChained: aim.isChained && !this.#isOfGoal,
    };
    const rates = this.#runners.map((_, i) => (isFixed ? 0 : this.#rateOf(i, intervals[i]!, 0)));
    let verdicts: PairVerdict[] = [];
    let labels = 0;
    for (;;) {
      verdicts = concludePairs(this.#runners, intervals, about, verdicts);
      const mattering = matteringPairs(this.#systems, verdicts, aim);
      const dealt = this.#runners.map(
        ({ pool }) =>
          isFixed || mattering.some(({ first, second }) => pool.first === first && pool.second === second),
      );
      for (let isSame = true; isSame; ) {
        const next = mattering.length === 0 ? -1 : this.#nextOf(dealt, given, rates);
        if (next === -1) {
          const places = possiblePlaces(this.#systems, verdicts);
          return { labels, verdicts, places, isFound: mattering.length === 0 };
        }
        given[next]! += 1;
        labels += 1;
        const interval = intervalAt(this.#runners[next]!, given[next]!);
        isSame = interval.lower === intervals[next]!.lower && interval.upper === intervals[next]!.upper;
        intervals[next] = interval;
        if (!isFixed) rates[next] = this.#rateOf(next, interval, given[next]!);
      }
    }
  }

  /** The pair to label next: of those that are dealt the likeliest to be decided, then that with fewest labels; -1 when all are given. */
  #nextOf(dealt: readonly boolean[], given: readonly number[], rates: readonly number[]): number {
    const comesFirst = (i: number, j: number) =>
      rates[i]! > rates[j]! || (rates[i] === rates[j] && given[i]! < given[j]!);
    let next = -1;
    for (const [i, { most }] of this.#runners.entries()) {
      if (dealt[i] && given[i]! < most && (next === -1 || comesFirst(i, next))) next = i;
    }
    return next;
  }

  #rateOf(pair: number, { lower, upper }: Interval, labels: number): number {
    const { pool, most } = this.#runners[pair]!;
    if (pool.population === null) return 0;
    const populationSize = pool.population.y.length;
    const of = { labels, planned: most, populationSize, alpha: this.#alpha, margin: this.#margin };
    return decisionRate({ lower, upper, ...of });
  }
}
