import { requireInteger } from '../check.ts';
import { type PairVerdict, type Place, pairAlpha, pairCount, possiblePlaces } from './ranking.ts';

/** What a ranking is made to find out. */
export interface RankingAim {
  /** So many of the best systems are to be found, whatever their order; null for the whole order. */
  top: number | null;
  /**
   * Whether who is better than a better one is better, too: true of means over the same items, not of preferences, which can
   * go round in a circle.
   */
  isChained: boolean;
}

/**
 * The pairs that still have to be decided. Of the whole order that is every undecided pair. Of the best N a system is settled
 * once it is among them whatever comes (at most N - 1 systems can stand above it) or can no longer be (N are decidedly better);
 * a pair matters while it is undecided and neither of its systems is settled: successive elimination by confidence sequences
 * (Even-Dar, Mannor and Mansour, 2006). Without a chain a system is among the best N only if it is shown against every other:
 * when no pair of unsettled systems is left, those of an unsettled one with a settled one matter.
 *
 * It is a function of what is concluded so far, so that labels dealt by it follow from the past.
 *
 * @param systems k, at least 2
 * @param pairs every pair once; conclusions by way of third systems count as verdicts
 * @throws RangeError when the number to be found is not in 1..k - 1, or a pair is none
 */
export function matteringPairs(
  systems: number,
  pairs: readonly PairVerdict[],
  { top, isChained }: RankingAim,
): PairVerdict[] {
  const places = possiblePlaces(systems, pairs);
  const undecided = pairs.filter(({ verdict }) => verdict === 'undecided');
  if (top === null) return undecided;
  requireInteger(top, 1, systems - 1, 'The number of systems to find');
  const open = new Set(places.filter((place) => !isSettled(place, top)).map(({ system }) => system));
  const among = undecided.filter(({ first, second }) => open.has(first) && open.has(second));
  if (isChained || among.length > 0) return among;
  return undecided.filter(({ first, second }) => open.has(first) || open.has(second));
}

/**
 * Error level of each pair so that what a ranking finds is right with probability at least 1 - alpha: only pairs whose wrong
 * decision could make it wrong share alpha out (multiple comparisons with the best: Hsu 1981; Edwards and Hsu 1983).
 *
 * Where differences add up there is a true set S of the best N, ties broken in any way. A system outside of S is called one of
 * them only if it is shown against k - N systems, one of which is in S; one of S is called none of them only if N are shown
 * against it, one of which is not in S. So only the N (k - N) pairs of a system of S and another matter, which need not be
 * known. Two of these that are practically equal differ by no more than the margin, so any choice among what stays open is wrong by
 * no more than that. Conclusions by way of third systems rest on other pairs, too, and are left out.
 *
 * Where differences do not add up, "i is best" says that i beats all others. If one system b does, only the k - 1 pairs of b can
 * make that wrong; if none does, each i loses to some j(i), and only the k pairs (i, j(i)) can. Of the best N > 1, and of the whole order, all
 * pairs matter: the level is that of `pairAlpha`.
 *
 * Where more than half of the pairs are such, little is gained by it and conclusions by way of others are lost: the level is then that of
 * `pairAlpha`, too.
 *
 * @param studiesOfPair as for `pairAlpha`
 * @throws RangeError when an argument is out of range
 */
export function goalAlpha(alpha: number, systems: number, aim: RankingAim, studiesOfPair = 1): number {
  const shared = pairAlpha(alpha, systems, studiesOfPair);
  const critical = criticalPairs(systems, aim);
  return critical === null ? shared : (shared * pairCount(systems)) / critical;
}

/** Whether what is to be found has a level of its own, by `goalAlpha`. */
export const hasGoalLevel = (systems: number, aim: RankingAim): boolean =>
  criticalPairs(systems, aim) !== null;

/** Number of pairs that can make what is found wrong; null where they are too many for a level of their own. */
function criticalPairs(systems: number, { top, isChained }: RankingAim): number | null {
  if (top === null || (!isChained && top > 1)) return null;
  requireInteger(top, 1, systems - 1, 'The number of systems to find');
  const critical = isChained ? top * (systems - top) : systems;
  return 2 * critical > pairCount(systems) ? null : critical;
}

/** Whether it is known that a system is among the best so many, or that it is not. */
const isSettled = ({ best, worst }: Pick<Place, 'best' | 'worst'>, top: number): boolean =>
  worst <= top || best > top;
