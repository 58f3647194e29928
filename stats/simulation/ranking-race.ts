import { requireInteger } from '../check.ts';
import { uniformProbabilities } from '../hardness/uniform.ts';
import { PlannedRuns } from '../kernel/planned-runs.ts';
import { decisionRate } from '../paired/decision-rate.ts';
import { impliedIntervals } from '../paired/implied-intervals.ts';
import { matteringPairs, type RankingAim } from '../paired/mattering-pairs.ts';
import { type PairVerdict, type Place, pairAlpha, possiblePlaces } from '../paired/ranking.ts';
import { type Verdict, verdictOf } from '../paired/verdict.ts';
import { signalColumns } from '../planned/signal-columns.ts';
import { createRng, uniformInt } from '../random.ts';
import { exponentialKeyOrder } from '../sampling/exponential-key-order.ts';
import { type RankedPool, type RankedPopulation, rankedPools } from './ranked-population.ts';
import type { Probabilities } from './sequence-procedures.ts';

export interface RaceOptions {
  /** Error level of the whole ranking. */
  alpha: number;
  /** Most labels of each pair, at which its interval is planned to be narrow; at most the items that differ. */
  labels: number;
  /** Smallest difference that matters, on [0, 1]. */
  margin: number;
  /** Uniform draws unless said. */
  probabilities?: Probabilities;
}

/** What came of one ranking. */
export interface RaceResult {
  /** Labels given in all; each is of one item of one pair. */
  labels: number;
  verdicts: PairVerdict[];
  places: Place[];
  /** Whether nothing was left to decide. */
  isFound: boolean;
}

interface Runner {
  readonly pool: RankedPool;
  readonly probabilities: Float64Array;
  readonly runs: PlannedRuns | null;
  readonly most: number;
}

/**
 * Rankings of systems whose labels are all known, dealt as the queue deals them: to the pair that is most likely to be decided for
 * each label that it still takes, among those that still matter. Each pair takes items in its own order, has its own sequence and its share of alpha.
 */
export class RankingRace {
  readonly #margin: number;
  readonly #systems: number;
  readonly #alpha: number;
  readonly #runners: readonly Runner[];

  /** @throws RangeError when an option is out of range */
  constructor(population: RankedPopulation, options: RaceOptions) {
    requireInteger(options.labels, 1, Number.MAX_SAFE_INTEGER, 'The number of labels of a pair');
    this.#margin = options.margin;
    this.#systems = population.systems.length;
    const alpha = pairAlpha(options.alpha, this.#systems);
    this.#alpha = alpha;
    this.#runners = rankedPools(population).map((pool) => runnerOf(pool, alpha, options));
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
  deal(aim: RankingAim, isFixed = false): RaceResult {
    const given = this.#runners.map(() => 0);
    const intervals = this.#runners.map(({ pool }) => intervalAt(pool, null, 0));
    const rates = this.#runners.map((_, i) => (isFixed ? 0 : this.#rateOf(i, intervals[i]!, 0)));
    let verdicts: PairVerdict[] = [];
    let labels = 0;
    for (;;) {
      verdicts = this.#conclude(intervals, aim.isChained, verdicts);
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
        const { pool, runs } = this.#runners[next]!;
        given[next]! += 1;
        labels += 1;
        const interval = intervalAt(pool, runs, given[next]!);
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

  #rateOf(pair: number, { lower, upper }: { lower: number; upper: number }, labels: number): number {
    const { pool, most } = this.#runners[pair]!;
    if (pool.population === null) return 0;
    const populationSize = pool.population.y.length;
    const of = { labels, planned: most, populationSize, alpha: this.#alpha, margin: this.#margin };
    return decisionRate({ lower, upper, ...of });
  }

  /** What is concluded of each pair. What was concluded at a look before stands: every interval holds at all looks. */
  #conclude(
    intervals: readonly { lower: number; upper: number }[],
    isChained: boolean,
    before: readonly PairVerdict[],
  ): PairVerdict[] {
    const pairs = this.#runners.map(({ pool: { first, second } }, i) => ({
      first,
      second,
      ...intervals[i]!,
    }));
    const implied = isChained ? impliedIntervals(this.#systems, pairs) : null;
    return pairs.map(({ first, second, lower, upper }, i) => {
      const known = before[i]?.verdict ?? 'undecided';
      const own = known === 'undecided' ? verdictOf({ lower, upper }, this.#margin) : known;
      const verdict: Verdict = own === 'undecided' && implied ? verdictOf(implied[i]!, this.#margin) : own;
      return { first, second, verdict };
    });
  }
}

function runnerOf(pool: RankedPool, alpha: number, { labels, probabilities }: RaceOptions): Runner {
  const { population } = pool;
  if (population === null) return { pool, probabilities: new Float64Array(0), runs: null, most: 0 };
  const { s } = population;
  const most = Math.min(labels, s.length);
  const q = probabilities?.(s);
  const study = {
    ...{ surrogate: s, columns: signalColumns({ surrogate: s }), plan: most, alpha },
    ...(q && { probabilities: q }),
  };
  return {
    pool,
    probabilities: q ?? uniformProbabilities(s.length),
    runs: new PlannedRuns(study, [most]),
    most,
  };
}

/** The interval of the difference after so many labels of a pair. */
function intervalAt({ population, share }: RankedPool, runs: PlannedRuns | null, labels: number) {
  if (population === null) return { lower: 0, upper: 0 };
  const onDifference = (unit: number) => share * (2 * unit - 1);
  if (labels === 0) return { lower: -share, upper: share };
  return { lower: onDifference(runs!.lower[labels - 1]!), upper: onDifference(runs!.upper[labels - 1]!) };
}
