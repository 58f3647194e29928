import type { Population } from './population.ts';

/** What a study shows after a label. */
export interface Look {
  /** NaN where no value was asked for. */
  value: number;
  /** Ends of the interval shown; absent when the procedure gives none. */
  lower?: number;
  upper?: number;
}

/** One study: draws from the seed, labels in draw order, gives a look at each of the numbers of labels asked for. */
type RunStudy = (seed: number, lookAt: readonly number[]) => Look[];

/** A way to evaluate a system from few labels: a design together with what is computed from its draws. */
export interface Procedure {
  name: string;
  /** Whether it gives an interval, which is then asked for at every label. */
  hasInterval: boolean;
  /**
   * Prepares what depends on the pool alone.
   *
   * @param labels numbers of labels at which values are asked for, ascending; interval ends are, at all that are looked at
   */
  prepare(population: Population, labels: readonly number[]): RunStudy;
}
