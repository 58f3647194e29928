import { requireUnit } from '../check.ts';
import { mean } from '../numeric.ts';
import { type ClusteredMean, clusteredMean } from './clustered-mean.ts';

/** Runs of an instruction without which its percentiles are not estimated: the authors' N. */
const RUNS_FOR_PERCENTILES = 10;

/** One instruction with what its runs scored. */
interface RepeatedInstruction {
  /** Instructions of one cluster, such as of one document, are not independent of each other. */
  readonly cluster: string;
  /** One for each finished run, in [0, 1]. */
  readonly scores: readonly number[];
}

interface Aptitude {
  /** P: the mean score of an instruction's runs, averaged over instructions. */
  readonly average: ClusteredMean;
  /** A90: the 90th percentile of an instruction's scores, averaged over instructions with 10 runs or more. */
  readonly aptitude: ClusteredMean;
  /** U90_10: the 90th less the 10th percentile of an instruction's scores, averaged over the same. */
  readonly unreliability: ClusteredMean;
  /** Instructions with a score, and those of them with 10 or more. */
  readonly instructions: number;
  readonly repeated: number;
}

/**
 * The percentile of some values with linear interpolation between neighbors: type 7 of Hyndman and Fan (1996), the usual one of
 * `numpy.percentile`, rounded as it rounds.
 *
 * @param share in [0, 1]: 0.9 for the 90th percentile
 * @throws RangeError without a value, or for a share out of range
 */
export function percentile(values: readonly number[], share: number): number {
  requireUnit(share, 'The share');
  if (values.length === 0) throw new RangeError('A percentile takes at least one value.');
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  const step = place - below;
  return step < 0.5 ? low + (high - low) * step : high - (high - low) * (1 - step);
}

/** What each figure is the average of: one value of the scores of an instruction. */
export const aptitudeParts = {
  average: mean,
  aptitude: (scores: readonly number[]): number => percentile(scores, 0.9),
  unreliability: (scores: readonly number[]): number => percentile(scores, 0.9) - percentile(scores, 0.1),
} as const;

/**
 * The average score, aptitude and unreliability over instructions that were run several times (Laban et al., 2025:
 * P, A90 and U90_10). Percentiles rest on instructions with 10 runs or more; with fewer the best of them passes for the 90th.
 *
 * The intervals are those of `clusteredMean`, of what so many runs show on average, not of what the percentiles of endless runs would be.
 *
 * @throws RangeError for a score out of [0, 1]
 */
export function aptitudeOf(instructions: readonly RepeatedInstruction[]): Aptitude {
  for (const { scores } of instructions) for (const score of scores) requireUnit(score, 'A score');
  const scored = instructions.filter(({ scores }) => scores.length > 0);
  const repeated = scored.filter(({ scores }) => scores.length >= RUNS_FOR_PERCENTILES);
  const over = (some: typeof scored, of: (scores: readonly number[]) => number): ClusteredMean =>
    clusteredMean(
      [...Map.groupBy(some, ({ cluster }) => cluster).values()].map((own) =>
        own.map(({ scores }) => of(scores)),
      ),
    );
  return {
    average: over(scored, aptitudeParts.average),
    aptitude: over(repeated, aptitudeParts.aptitude),
    unreliability: over(repeated, aptitudeParts.unreliability),
    instructions: scored.length,
    repeated: repeated.length,
  };
}
