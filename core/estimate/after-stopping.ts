import type { Scale, Verdict } from '../../shared/contract/index.ts';
import { fromUnit, toUnit, valueAfterStopping } from '../../stats/index.ts';
import type { LivePoint } from './live-estimate.ts';

/** A value where a study stops, or stopped, because its interval left out a threshold. */
export interface ValueAtStop {
  /** Labels at which that came out. */
  readonly labels: number;
  /** Median-unbiased, on the scale: what was measured there lies too far from the threshold by chance. */
  readonly value: number;
}

/** What a stop is seen from. */
interface StopFacts {
  /** After each draw counted, in [0, 1]. */
  readonly points: readonly Pick<LivePoint, 'drawn' | 'value' | 'lower' | 'upper'>[];
  readonly populationSize: number;
  /** Residual spread in [0, 1]. */
  readonly standardDeviation: number;
  /** Where 0 and 1 of the points lie. */
  readonly scale: Scale;
}

/**
 * What the value rather is if a study is stopped, or was, where its interval first left the threshold (`valueAfterStopping`).
 *
 * @param threshold in [0, 1]
 * @returns null where no interval has left it, or too little is known
 */
export function valueAtStop(
  { points, populationSize, standardDeviation, scale }: StopFacts,
  threshold: number,
): ValueAtStop | null {
  const at = points.findIndex(({ lower, upper }) => threshold < lower || threshold > upper);
  const stop = points[at];
  if (!stop) return null;
  const isBelow = threshold < stop.lower;
  const distances = points
    .slice(0, at + 1)
    .map(({ value, lower, upper }) => (isBelow ? value - lower : upper - value));
  const found = valueAfterStopping({ ...stop, threshold, distances, standardDeviation, populationSize });
  return found === undefined ? null : { labels: stop.drawn, value: fromUnit(found, scale) };
}

/** The difference of a pair that is decided, as it rather is: labels stop where 0 is left out. */
export const differenceAtStop = (
  verdict: Verdict,
  {
    points,
    state,
    populationSize,
    scale,
  }: Omit<StopFacts, 'standardDeviation'> & {
    readonly state: { readonly residualStandardDeviation?: number | undefined };
  },
): ValueAtStop | null =>
  (verdict === 'system' || verdict === 'against') && populationSize > 0
    ? valueAtStop(
        { points, populationSize, scale, standardDeviation: state.residualStandardDeviation ?? 0 },
        toUnit(0, scale),
      )
    : null;
