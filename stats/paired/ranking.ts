import { requireInteger, requireOpenUnit } from '../check.ts';
import type { Verdict } from './verdict.ts';

/** Number of pairs among k systems, k (k - 1)/2. */
export function pairCount(systems: number): number {
  requireInteger(systems, 2, 10_000, 'The number of systems');
  return (systems * (systems - 1)) / 2;
}

/**
 * Error level of each pair so that all statements of a ranking of k systems hold together with probability at least
 * 1 - alpha (Bonferroni): alpha/(k (k - 1)/2), and divided again by the number of studies of that pair, from which
 * one could otherwise choose the most pleasing.
 *
 * @throws RangeError when an argument is out of range
 */
export function pairAlpha(alpha: number, systems: number, studiesOfPair = 1): number {
  requireOpenUnit(alpha, 'Alpha');
  requireInteger(studiesOfPair, 1, Number.MAX_SAFE_INTEGER, 'The number of studies of a pair');
  return alpha / pairCount(systems) / studiesOfPair;
}

/** What is known of one pair, by index of the systems. */
export interface PairVerdict {
  first: number;
  second: number;
  verdict: Verdict;
}

/** Where a system can stand. */
export interface Place {
  system: number;
  /** 1 + the number of systems that are decidedly better. */
  best: number;
  /** k - the number of systems that are decidedly worse. */
  worst: number;
}

/**
 * The places that the decided pairs leave to each system, best ones first. Only pairs decided by their own interval
 * count; a pair without study or decision, and one that is equal, exactly or practically, leaves both systems where they are. When every
 * interval holds, every system's true place (ties broken in any way) lies in its range.
 *
 * @param systems k, at least 2
 * @throws RangeError when a pair names an unknown system or one twice
 */
export function possiblePlaces(systems: number, pairs: readonly PairVerdict[]): Place[] {
  requireInteger(systems, 2, 10_000, 'The number of systems');
  const better = Array.from({ length: systems }, () => new Set<number>());
  const worse = Array.from({ length: systems }, () => new Set<number>());
  for (const { first, second, verdict } of pairs) {
    requireInteger(first, 0, systems - 1, 'The index of a system');
    requireInteger(second, 0, systems - 1, 'The index of a system');
    if (first === second) throw new RangeError(`System ${first} cannot be compared with itself.`);
    if (verdict !== 'first' && verdict !== 'second') continue;
    const [winner, loser] = verdict === 'first' ? [first, second] : [second, first];
    better[loser]!.add(winner);
    worse[winner]!.add(loser);
  }
  return Array.from({ length: systems }, (_, system) => ({
    system,
    best: 1 + better[system]!.size,
    worst: systems - worse[system]!.size,
  })).sort((a, b) => a.best - b.best || a.worst - b.worst || a.system - b.system);
}
