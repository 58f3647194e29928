import { requireInteger, requireUnit } from '../check.ts';

/** How often the first of two systems wins, ties half, in [0, 1]. */
export interface PairWinRate {
  first: number;
  second: number;
  winRate: number;
}

const MOST_ROUNDS = 10_000;
const PRECISION = 1e-12;

/**
 * Strengths of systems by the model of Bradley and Terry (1952), in which i wins over j with probability
 * 1/(1 + exp(b_j - b_i)): one number for each system is to explain the win rates of all pairs. Fitted by maximum likelihood, every
 * pair counting the same, with the iteration of Hunter (2004, eq. 3); ties are half a win of each. It describes, and has no
 * interval; where preferences go round in a circle it does not fit.
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
