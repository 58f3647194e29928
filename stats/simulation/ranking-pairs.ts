import { requireInteger } from '../check.ts';
import { uniformProbabilities } from '../hardness/uniform.ts';
import { PlannedRuns } from '../kernel/planned-runs.ts';
import { impliedIntervals } from '../paired/implied-intervals.ts';
import { goalAlpha, hasGoalLevel, type RankingAim } from '../paired/mattering-pairs.ts';
import { type PairVerdict, type Place, pairAlpha } from '../paired/ranking.ts';
import { type Verdict, verdictOf } from '../paired/verdict.ts';
import { signalColumns } from '../planned/signal-columns.ts';
import { type RankedPool, type RankedPopulation, rankedPools } from './ranked-population.ts';
import type { Probabilities } from './sequence-procedures.ts';

/** Of a difference, in [-1, 1]. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

export interface RaceOptions {
  /** Error level of the whole ranking. */
  alpha: number;
  /** Most labels of each pair, at which its interval is planned to be narrow; at most the items that differ. */
  labels: number;
  /** Smallest difference that matters, on [0, 1]. */
  margin: number;
  /** Uniform draws unless said. */
  probabilities?: Probabilities;
  /** What is to be found, where pairs have the level of `goalAlpha`; that of `pairAlpha` where it is left out. */
  goal?: RankingAim;
}

/** What came of one ranking. */
export interface RaceResult {
  /** Labels given in all: each is of one item of one pair, or on one page of one reply. */
  labels: number;
  verdicts: PairVerdict[];
  places: Place[];
  /** Whether nothing was left to decide. */
  isFound: boolean;
}

/** A pair of a ranking: what it evaluates, and its sequence. */
export interface PairRunner {
  readonly pool: RankedPool;
  readonly probabilities: Float64Array;
  /** Null where all responses of the pair are the same. */
  readonly runs: PlannedRuns | null;
  /** Most labels. */
  readonly most: number;
}

/**
 * The pairs of a ranking, each with its share of alpha.
 *
 * @throws RangeError when an option is out of range
 */
export function pairRunners(population: RankedPopulation, options: RaceOptions): PairRunner[] {
  requireInteger(options.labels, 1, Number.MAX_SAFE_INTEGER, 'The number of labels of a pair');
  const alpha = levelOf(options, population.systems.length);
  return rankedPools(population).map((pool) => runnerOf(pool, alpha, options));
}

/** The error level of each pair of so many systems. */
export const levelOf = ({ alpha, goal }: RaceOptions, systems: number): number =>
  goal ? goalAlpha(alpha, systems, goal) : pairAlpha(alpha, systems);

/** Whether that is the level of what is to be found, at which nothing follows by way of others. */
export const isOfGoal = ({ goal }: RaceOptions, systems: number): boolean =>
  goal !== undefined && hasGoalLevel(systems, goal);

function runnerOf(pool: RankedPool, alpha: number, { labels, probabilities }: RaceOptions): PairRunner {
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
export function intervalAt({ pool: { population, share }, runs }: PairRunner, labels: number): Interval {
  if (population === null) return { lower: 0, upper: 0 };
  const onDifference = (unit: number) => share * (2 * unit - 1);
  if (labels === 0) return { lower: -share, upper: share };
  return { lower: onDifference(runs!.lower[labels - 1]!), upper: onDifference(runs!.upper[labels - 1]!) };
}

/**
 * What is concluded of each pair. What was concluded at a look before stands: every interval holds at all looks.
 *
 * @param intervals of the differences, in the order of the runners
 * @param isChained whether what is concluded of two pairs concludes a third
 * @param before what was concluded of each, none at first
 */
export function concludePairs(
  runners: readonly PairRunner[],
  intervals: readonly Interval[],
  { systems, margin, isChained }: { systems: number; margin: number; isChained: boolean },
  before: readonly PairVerdict[],
): PairVerdict[] {
  const pairs = runners.map(({ pool: { first, second } }, i) => ({ first, second, ...intervals[i]! }));
  const implied = isChained ? impliedIntervals(systems, pairs) : null;
  return pairs.map(({ first, second, lower, upper }, i) => {
    const known = before[i]?.verdict ?? 'undecided';
    const own = known === 'undecided' ? verdictOf({ lower, upper }, margin) : known;
    const verdict: Verdict = own === 'undecided' && implied ? verdictOf(implied[i]!, margin) : own;
    return { first, second, verdict };
  });
}
