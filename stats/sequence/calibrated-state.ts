import type { ResidualMoments } from '../intervals/one-look.ts';
import { clip } from '../numeric.ts';
import type { PoolSummary } from '../pool-summary.ts';
import { type Regression, residualStandardDeviation } from './regression.ts';
import type { RunningInterval } from './running-interval.ts';
import type { WeightedSums } from './weighted-sums.ts';

/** One label in draw order. */
export interface Observation {
  /** Human value in [0, 1]. */
  y: number;
  /** Surrogate value s of the item, in [0, 1]. */
  surrogate: number;
  /** Pool-level sampling probability q of the item, in (0, 1]; 1/N in a uniform design. */
  probability: number;
}

/** What is known after the labels so far, whatever the rule of the bets; all values in [0, 1]. */
export interface SequenceState {
  /** N and n. */
  populationSize: number;
  labeledCount: number;
  /** Error level of the interval. */
  alpha: number;
  /** Value to show: within its logical bounds and within the interval; the surrogate mean at n = 0. */
  value: number;
  /** The estimate within its logical bounds [sum y/N, (sum y + N - n)/N] only. */
  unclampedValue: number;
  /** The estimate as the formula gives it, which can leave [0, 1]. */
  rawValue: number;
  /** Running intersection of the confidence sequence: valid at all looks together. */
  lower: number;
  upper: number;
  /** Slope b of the control variate, in [0, 1]; null where there are several. */
  slope: number | null;
  /** For planning; undefined while it is not estimable. */
  residualStandardDeviation: number | undefined;
  /** Of the leave-one-out residuals; absent where there are none, or more than one set of them. */
  residuals?: ResidualMoments;
  /** The running intersection has once been empty: the interval shown is the last that was not. */
  emptyIntersection: boolean;
  /** Unweighted mean of the labels; undefined at n = 0. */
  plainMean: number | undefined;
  /** Mean of the labels under LURE weights normalized to sum 1; undefined at n = 0, and where nothing rests on it. */
  weightedMean: number | undefined;
  /** Mean of the surrogate over the pool. */
  surrogateMean: number;
}

/** The state of a calibrated sequence, with one control variate. */
export interface CalibratedState extends SequenceState {
  slope: number;
}

/** Settings of a confidence sequence. */
export interface SequenceOptions {
  /** Error level in (0, 1), default 0.05. */
  alpha?: number;
  /**
   * Labels, skips included, after which the rule is mended, from 0; never unless said. From then on most of the wealth goes
   * on bets for growth in units of what is left, which do not stop at an aim, and soon all of it. Wealth may be divided
   * before any draw by what is known then, so the guarantee stands; to choose the number after later labels were seen would
   * break it.
   */
  mendedFrom?: number;
}

/** The state to show, from the parts of a sequence. */
export function stateOf(
  pool: PoolSummary,
  alpha: number,
  sums: WeightedSums,
  regression: Regression,
  interval: RunningInterval,
): CalibratedState {
  const [lowest, highest] = logicalBounds(sums);
  const unclampedValue = clip(regression.rawValue, lowest, highest);
  return {
    populationSize: pool.populationSize,
    labeledCount: sums.count,
    alpha,
    value: sums.count === 0 ? pool.mean : clip(unclampedValue, interval.lower, interval.upper),
    unclampedValue,
    rawValue: regression.rawValue,
    lower: interval.lower,
    upper: interval.upper,
    slope: regression.slope,
    residualStandardDeviation: residualStandardDeviation(regression, unclampedValue),
    emptyIntersection: interval.isEmpty,
    plainMean: sums.count === 0 ? undefined : sums.sumY / sums.count,
    weightedMean: regression.weightedMean,
    surrogateMean: pool.mean,
  };
}

/** What the labels prove about the mean: the unlabeled items are all 0 at one end and all 1 at the other. */
export function logicalBounds(sums: WeightedSums): readonly [number, number] {
  const { populationSize, itemsLeft, sumY } = sums;
  return [sumY / populationSize, (sumY + itemsLeft) / populationSize];
}
