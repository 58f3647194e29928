import { requireInteger, requireOpenUnit, requireUnit } from '../check.ts';
import { normalQuantile } from '../intervals/normal-quantile.ts';
import { type Rng, uniformOpen } from '../random.ts';

/** How often the first of two systems wins, ties half, in [0, 1]. */
interface PairWinRate {
  first: number;
  second: number;
  winRate: number;
}

const MOST_ROUNDS = 10_000;
const PRECISION = 1e-12;

/**
 * Strengths of systems by the model of Bradley and Terry (1952), in which i wins over j with probability
 * 1/(1 + exp(b_j - b_i)): one number for each system is to explain the win rates of all pairs. Fitted by maximum likelihood, every
 * pair counting the same, with the iteration of Hunter (2004, eq. 3); ties are half a win of each. It describes; where preferences go round in a circle it does not fit.
 *
 * @param systems k, at least 2
 * @param pairs pairs of which a win rate is known
 * @returns b by system on the natural log scale, with mean 0; null where no finite strengths fit best: some systems have won
 * nothing of the others, or are compared with none of them (Ford 1957)
 * @throws RangeError when a pair names an unknown system or one twice, or a win rate is not in [0, 1]
 */
export function bradleyTerry(systems: number, pairs: readonly PairWinRate[]): Float64Array | null {
  requireInteger(systems, 2, 10_000, 'The number of systems');
  const wins = winTable(systems, pairs);
  if (!isConnected(wins)) return null;
  const total = wins.map((row) => row.reduce((sum, won) => sum + won, 0));
  let strength = new Float64Array(systems).fill(1);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = strength.map((own, i) => {
      const met = wins[i]!.map((won, j) => (won + wins[j]![i]!) / (own + strength[j]!));
      return total[i]! / met.reduce((sum, part) => sum + part, 0);
    });
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / systems);
    for (let i = 0; i < systems; i++) next[i]! /= scale;
    const change = Math.max(...next.map((value, i) => Math.abs(value / strength[i]! - 1)));
    strength = next;
    if (change < PRECISION) break;
  }
  return strength.map(Math.log);
}

/** How often the first of two systems won among so many labels, with the standard error of that rate over all items. */
export interface LabeledWinRate extends PairWinRate {
  /** At least 1. */
  labels: number;
  /** At least 0; 0 where all items are labeled. */
  standardError: number;
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
 * look. Each pair is counted with one tie more than it has labels, so that strengths are finite. 1,000 times every win
 * rate is drawn anew from a normal distribution about its estimate, kept in [0, 1], and all strengths are fitted; c is the 1 - alpha
 * quantile of the largest |b' - b|/sd over the systems, and a strength has the interval b -+ c sd (the largest studentized
 * deviation, as in the simultaneous bootstrap of Beran 1988). It takes in which systems met, and that labels of one pair say something of all; it
 * takes pairs for independent, each with items of its own.
 *
 * @param rng from which the simulation follows
 * @returns by system; null where `bradleyTerry` is
 * @throws RangeError as `bradleyTerry`, and when labels, a standard error or alpha is out of range
 */
export function bradleyTerryIntervals(
  rng: Rng,
  systems: number,
  pairs: readonly LabeledWinRate[],
  alpha = 0.05,
): StrengthInterval[] | null {
  requireOpenUnit(alpha, 'Alpha');
  for (const { labels, standardError } of pairs) {
    requireInteger(labels, 1, Number.MAX_SAFE_INTEGER, 'The number of labels');
    if (!(standardError >= 0 && Number.isFinite(standardError)))
      throw new RangeError(`A standard error is finite and at least 0, not ${standardError}.`);
  }
  const fitted = (rateOf: (pair: LabeledWinRate) => number) =>
    bradleyTerry(
      systems,
      pairs.map((pair) => ({ ...pair, winRate: withOneTie(rateOf(pair), pair.labels) })),
    );
  const strengths = fitted(({ winRate }) => winRate);
  if (strengths === null) return null;
  const drawn = Array.from({ length: SIMULATED }, () =>
    fitted(({ winRate, standardError }) => {
      const moved = winRate + standardError * normalQuantile(uniformOpen(rng));
      return Math.min(1, Math.max(0, moved));
    }),
  ).map((one) => one!);
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
