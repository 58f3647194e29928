import { requireInteger, requireOpenUnit, requireUnit } from '../check.ts';
import { choleskyFactor, solveFactored } from '../cholesky.ts';
import { normalQuantile } from '../intervals/normal-quantile.ts';
import { mean } from '../numeric.ts';
import { type Rng, uniformOpen } from '../random.ts';

/** How often the first of two systems wins, ties half, in [0, 1]. */
interface PairWinRate {
  first: number;
  second: number;
  winRate: number;
}

const MOST_ROUNDS = 100;
const PRECISION = 1e-12;

/**
 * Strengths of systems by the model of Bradley and Terry (1952), in which i wins over j with probability
 * 1/(1 + exp(b_j - b_i)): one number for each system is to explain the win rates of all pairs. Fitted by maximum likelihood, every
 * pair counting the same, with Newton's method; ties are half a win of each. It describes; where preferences go round in a circle it
 * does not fit.
 *
 * @param systems k, at least 2
 * @param pairs pairs of which a win rate is known
 * @returns b by system on the natural log scale, with mean 0; null where no finite strengths fit best: some systems have won
 * nothing of the others, or are compared with none of them (Ford 1957)
 * @throws RangeError when a pair names an unknown system or one twice, or a win rate is not in [0, 1]
 */
export function bradleyTerry(systems: number, pairs: readonly PairWinRate[]): Float64Array | null {
  requireInteger(systems, 2, 10_000, 'The number of systems');
  return isConnected(winTable(systems, pairs)) ? fitted(pairs, new Float64Array(systems)) : null;
}

/** The strengths of greatest likelihood, from others on: Newton's steps, halved where the likelihood would fall. */
function fitted(pairs: readonly PairWinRate[], start: Float64Array): Float64Array {
  let strengths = start;
  let likelihood = logLikelihood(pairs, strengths);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const step = newtonStep(pairs, strengths);
    for (let share = 1; ; share /= 2) {
      const moved = strengths.map((own, i) => own + share * step[i]!);
      const found = logLikelihood(pairs, moved);
      if (found < likelihood - PRECISION && share > PRECISION) continue;
      [strengths, likelihood] = [moved, found];
      break;
    }
    if (step.every((own) => Math.abs(own) < PRECISION)) break;
  }
  const middle = mean(strengths);
  return strengths.map((own) => own - middle);
}

function logLikelihood(pairs: readonly PairWinRate[], strengths: Float64Array): number {
  return pairs.reduce((sum, { first, second, winRate }) => {
    const lead = strengths[first]! - strengths[second]!;
    return sum - winRate * Math.log1p(Math.exp(-lead)) - (1 - winRate) * Math.log1p(Math.exp(lead));
  }, 0);
}

/** Where a parabola through the likelihood has its top, the last system held. */
function newtonStep(pairs: readonly PairWinRate[], strengths: Float64Array): Float64Array {
  const free = strengths.length - 1;
  const curvature = Array.from({ length: free }, (_, i) => new Float64Array(i + 1));
  const slope = new Float64Array(free);
  for (const { first, second, winRate } of pairs) {
    const expected = 1 / (1 + Math.exp(strengths[second]! - strengths[first]!));
    const curve = expected * (1 - expected);
    const [low, high] = first < second ? [first, second] : [second, first];
    if (low < free) curvature[low]![low]! += curve;
    if (high < free) {
      curvature[high]![high]! += curve;
      curvature[high]![low]! -= curve;
    }
    if (first < free) slope[first]! += winRate - expected;
    if (second < free) slope[second]! += expected - winRate;
  }
  return Float64Array.from([...solveFactored(choleskyFactor(curvature), slope), 0]);
}

/** How often the first of two systems won among so many labels, with the standard error of that rate over all items. */
export interface LabeledWinRate extends PairWinRate {
  /** At least 1, at most `differing`. */
  labels: number;
  /** At least 0; 0 where all items are labeled. */
  standardError: number;
  /** Items of which one or the other may win, and all that both answered. */
  differing: number;
  sharedItems: number;
}

/** A strength with its ends, on the natural log scale. */
export interface StrengthInterval {
  readonly strength: number;
  readonly lower: number;
  readonly upper: number;
}

const SIMULATED = 1000;

/**
 * Strengths of systems from labeled pairs, with intervals that hold together in about 1 - alpha of all studies: approximate, at one
 * look. Each pair is counted with one tie more than it has labels, so that strengths are finite. 1,000 times the log-odds of every win
 * rate are drawn anew from a normal distribution about their estimate, and all strengths are fitted; c is the 1 - alpha
 * quantile of the largest |b' - b|/sd over the systems, and a strength has the interval b -+ c sd (the largest studentized
 * deviation, as in the simultaneous bootstrap of Beran 1988). The error of log-odds counts a win and a loss, half of each
 * (`errorWithOneTie`), so that a system that won all is not taken for certain. It takes in which systems met, and that
 * labels of one pair say something of all; it takes pairs for independent, each with items of its own.
 *
 * @param rng from which the simulation follows
 * @returns by system; null where `bradleyTerry` is
 * @throws RangeError as `bradleyTerry`, and when labels, items, a standard error or alpha is out of range
 */
export function bradleyTerryIntervals(
  rng: Rng,
  systems: number,
  pairs: readonly LabeledWinRate[],
  alpha = 0.05,
): StrengthInterval[] | null {
  requireOpenUnit(alpha, 'Alpha');
  for (const { labels, standardError, differing, sharedItems } of pairs) {
    requireInteger(sharedItems, 1, Number.MAX_SAFE_INTEGER, 'The number of items');
    requireInteger(differing, 1, sharedItems, 'The number of items that differ');
    requireInteger(labels, 1, differing, 'The number of labels');
    if (!(standardError >= 0 && Number.isFinite(standardError)))
      throw new RangeError(`A standard error is finite and at least 0, not ${standardError}.`);
  }
  const tied = pairs.map((pair) => ({ ...pair, winRate: withOneTie(pair.winRate, pair.labels) }));
  const strengths = bradleyTerry(systems, tied);
  if (strengths === null) return null;
  const odds = tied.map(({ winRate }, i) => ({
    center: Math.log(winRate / (1 - winRate)),
    error: errorWithOneTie(pairs[i]!) / (winRate * (1 - winRate)),
  }));
  const drawn = Array.from({ length: SIMULATED }, () => {
    const moved = tied.map((pair, i) => {
      const { center, error } = odds[i]!;
      return { ...pair, winRate: 1 / (1 + Math.exp(-center - error * normalQuantile(uniformOpen(rng)))) };
    });
    return fitted(moved, strengths);
  });
  const deviations = Array.from(strengths, (strength, i) =>
    Math.sqrt(drawn.reduce((sum, one) => sum + (one[i]! - strength) ** 2, 0) / SIMULATED),
  );
  const largest = drawn
    .map((one) =>
      Math.max(0, ...deviations.map((sd, i) => (sd === 0 ? 0 : Math.abs(one[i]! - strengths[i]!) / sd))),
    )
    .sort((a, b) => a - b);
  const reach = largest[Math.min(SIMULATED, Math.ceil((1 - alpha) * (SIMULATED + 1))) - 1]!;
  return Array.from(strengths, (strength, i) => ({
    strength,
    lower: strength - reach * deviations[i]!,
    upper: strength + reach * deviations[i]!,
  }));
}

/** The win rate of so many labels and one tie. */
export const withOneTie = (winRate: number, labels: number): number =>
  (labels * winRate + 0.5) / (labels + 1);

/**
 * The standard error of a win rate with half a win and half a loss among its labels. With s^2 the variance of n labels it is
 * that of (n^2 s^2 + n/2 + 1/4)/(n + 1)^2 over n + 1: of wins and losses alone (n + 1) p (1 - p) on log-odds (Gart 1966).
 */
function errorWithOneTie({ labels: n, standardError, differing, sharedItems }: LabeledWinRate): number {
  const left = 1 - n / differing;
  if (left === 0) return 0;
  const share = differing / sharedItems;
  const variance = (n * (standardError / share) ** 2) / left;
  const tied = (n * n * variance + n / 2 + 0.25) / (n + 1) ** 2;
  return share * Math.sqrt((left * tied) / (n + 1));
}

/** What each system won of each other. */
function winTable(systems: number, pairs: readonly PairWinRate[]): number[][] {
  const wins = Array.from({ length: systems }, () => new Array<number>(systems).fill(0));
  for (const { first, second, winRate } of pairs) {
    requireInteger(first, 0, systems - 1, 'The index of a system');
    requireInteger(second, 0, systems - 1, 'The index of a system');
    if (first === second) throw new RangeError(`System ${first} cannot be compared with itself.`);
    requireUnit(winRate, 'A win rate');
    wins[first]![second]! += winRate;
    wins[second]![first]! += 1 - winRate;
  }
  return wins;
}

/** Whether every system has won something of every other, if only by way of others. */
function isConnected(wins: readonly number[][]): boolean {
  const reach = wins.map((row, i) => row.map((won, j) => i === j || won > 0));
  for (let via = 0; via < reach.length; via++) {
    for (const row of reach) {
      if (row[via]) for (let j = 0; j < row.length; j++) row[j] ||= reach[via]![j]!;
    }
  }
  return reach.every((row) => row.every(Boolean));
}
