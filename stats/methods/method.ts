import { compensatedSumOf } from '../numeric.ts';
import type { Evidence } from './evidence.ts';

/** What a method says about the mean of the human values over the pool, in units of [0, 1]. */
export interface MethodResult {
  value: number;
  lower?: number;
  upper?: number;
  /** What kind of interval `lower` and `upper` are; absent when there is none. */
  intervalKind?: string;
  /** A remark that belongs beside this very number. */
  note?: string;
}

/** A way to estimate the full human evaluation from labeled draws. */
export interface Method {
  /** Stable name in files and on the command line. */
  id: string;
  name: string;
  /** The version of Assay that had it first; absent for those of the first. Files of earlier ones do not state it. */
  since?: string;
  /** One sentence for lists. */
  oneLine: string;
  /** What the method needs, for the reason shown when it is not defined. */
  needs: string;
  /** What the number rests on, and why it has no interval when it has none. */
  assumptions: string;
  /** Fewest labels with which a number is given. */
  minimumLabels: number;
  /** Whether the method stays defined when drawn items were skipped. Default: no. */
  allowsSkips?: boolean;
  /** True when the method is defined on the evidence's design, else the reason why it is not. */
  designs(evidence: Evidence): true | string;
  /** The estimate; called only when `designs` is true and there are `minimumLabels` labels. */
  estimate(evidence: Evidence): MethodResult;
}

/** The reason shown on draws with replacement by methods that need the other design. */
export function withoutReplacementOnly(evidence: Evidence): true | string {
  return evidence.design === 'without-replacement' || 'needs draws from a design without replacement';
}

/** The reason shown on draws without replacement by methods that need the other design. */
export function withReplacementOnly(evidence: Evidence): true | string {
  return evidence.design === 'with-replacement' || 'needs draws from a design with replacement';
}

/** The reason shown on all but uniform draws without replacement by methods that need those. */
export function uniformOnly(evidence: Evidence): true | string {
  return (
    (evidence.design === 'without-replacement' && evidence.uniform) ||
    'needs uniform draws without replacement'
  );
}

/** A share as reasons and assumptions say it. */
export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Mean of x over the draws under weights w, divided by their number: (1/n) sum w x. */
export function weightedMeanOf(
  evidence: Evidence,
  weights: ArrayLike<number>,
  of: (draw: Evidence['draws'][number]) => number,
): number {
  const { draws } = evidence;
  return compensatedSumOf(draws, (draw, index) => weights[index]! * of(draw)) / draws.length;
}

/** Pool-level probabilities of the draws, in draw order. */
export function probabilitiesOf(evidence: Evidence): number[] {
  return evidence.draws.map((draw) => draw.probability);
}

/** Weights of Hansen and Hurwitz (1943) for draws with replacement: 1/(N q). */
export function hansenHurwitzWeights(evidence: Evidence): number[] {
  return evidence.draws.map((draw) => 1 / (evidence.summary.populationSize * draw.probability));
}
