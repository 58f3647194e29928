import { requireInteger, requireOpenUnit, requireUnit } from '../check.ts';
import type { PoolSummary } from '../pool-summary.ts';

/** Labels of a uniform sample without replacement, and the pool they come from. */
export interface UniformSample {
  /** In draw order; y and surrogate in [0, 1]. */
  labels: readonly { y: number; surrogate: number }[];
  summary: PoolSummary;
  /** Error level in (0, 1). */
  alpha: number;
  /** Seed of the intervals that are found by simulation, an integer from 0 to 2^32 - 1. */
  seed: number;
}

/**
 * Coverage measured at alpha = .05 over 46 synthetic and real populations, 1,000 to 2,000 runs each: mean over the
 * populations and, where it was noted, the worst of them. Of `rogan-gladen` over 20 populations of yes and no by people and judge
 * (`node test/accuracy/plug-in.ts`).
 */
interface MeasuredCoverage {
  /** At one number of labels, where measured. */
  at: readonly { labels: number; mean: number; worst?: number }[];
  /** At all looks from the first (or the tenth) label on together, where measured. */
  allLooks?: { mean: number; worst: number };
}

/**
 * An interval for the mean of a uniform sample. All but the confidence sequences are made for one look, decided on
 * before the first label; they are for comparison, and belong on a screen only beside their measured coverage.
 */
export interface FixedInterval {
  /** Stable name in files and on the command line. */
  id: string;
  name: string;
  /** What kind of interval it is, and for how many looks. */
  kind: string;
  /** What its coverage rests on. */
  assumptions: string;
  coverage: MeasuredCoverage;
  fewestLabels: number;
  /** Defined for values 0 and 1 only. */
  binaryOnly?: boolean;
  /** Called through `intervalOf`, which checks the sample. */
  compute(sample: UniformSample): { lower: number; upper: number };
}

/**
 * The interval of a sample, its ends within [0, 1]; undefined where the method does not define one: too few labels, or
 * values other than 0 and 1 for a binary interval.
 *
 * @throws RangeError when an argument is out of range or there are more labels than items
 */
export function intervalOf(
  method: FixedInterval,
  sample: UniformSample,
): { lower: number; upper: number } | undefined {
  const { labels, summary, alpha, seed } = sample;
  requireOpenUnit(alpha, 'Alpha');
  requireInteger(seed, 0, 0xffff_ffff, 'The seed');
  requireInteger(labels.length, 0, summary.populationSize, 'The number of labels');
  for (const { y, surrogate } of labels) {
    requireUnit(y, 'A human value');
    requireUnit(surrogate, 'A surrogate value');
  }
  if (labels.length < method.fewestLabels) return undefined;
  if (method.binaryOnly && labels.some(({ y }) => y !== 0 && y !== 1)) return undefined;
  const { lower, upper } = method.compute(sample);
  return { lower: Math.min(Math.max(lower, 0), 1), upper: Math.min(Math.max(upper, 0), 1) };
}
