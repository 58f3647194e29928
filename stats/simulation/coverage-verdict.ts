import { requireOpenUnit } from '../check.ts';
import { clopperPearsonLower, mostBelievable } from './binomial-tail.ts';

/** Whether a simulation is compatible with an interval's promise. */
export interface CoverageVerdict {
  misses: number;
  runs: number;
  /** Error level promised. */
  alpha: number;
  /** Most misses that an interval which keeps its promise shows, but for one simulation in 1/falseAlarm. */
  mostMisses: number;
  /** Lower confidence bound for the probability of a miss (Clopper and Pearson, 1934), at level `falseAlarm`. */
  missProbabilityAtLeast: number;
  /** Whether the interval lies: it misses more often than it promises, beyond what chance explains. */
  lies: boolean;
}

/** Chance that the verdict wrongs an honest interval whose probability of a miss is alpha itself. */
const FALSE_ALARM = 1e-4;

/**
 * Judges an interval by its misses in independent runs: it lies when as many would be seen with probability
 * `falseAlarm` at most if it missed with probability alpha. The tail is exact.
 *
 * @param alpha error level promised, in (0, 1)
 * @param falseAlarm in (0, 1)
 * @throws RangeError when an argument is out of range
 */
export function judgeCoverage(
  misses: number,
  runs: number,
  alpha: number,
  falseAlarm: number = FALSE_ALARM,
): CoverageVerdict {
  requireOpenUnit(alpha, 'Alpha');
  requireOpenUnit(falseAlarm, 'The chance of a false alarm');
  const mostMisses = mostBelievable(runs, alpha, falseAlarm);
  return {
    misses,
    runs,
    alpha,
    mostMisses,
    missProbabilityAtLeast: clopperPearsonLower(misses, runs, falseAlarm),
    lies: misses > mostMisses,
  };
}
