import { requireInteger } from '../check.ts';
import { type PairVerdict, type Place, possiblePlaces } from './ranking.ts';

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

/** Whether it is known that a system is among the best so many, or that it is not. */
const isSettled = ({ best, worst }: Pick<Place, 'best' | 'worst'>, top: number): boolean =>
  worst <= top || best > top;
