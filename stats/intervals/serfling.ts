/** The fewest rows of a first phase that a larger pool may be judged by. */
export const FEWEST_IN_FIRST_PHASE = 10_000;

/** The part of the error level that the first phase takes when nobody says otherwise. */
export const USUAL_FIRST_PHASE_ALPHA = 0.005;

/**
 * How far the mean of a uniform draw without replacement may lie from that of its pool: more than this with probability at most
 * `alpha`, whatever the values in [0, 1] (Serfling 1974, corollary 1.1, on both sides).
 *
 * @param populationSize N, items of the pool
 * @param items n, items drawn
 * @param alpha in (0, 1)
 * @returns sqrt((1 - (n - 1)/N) ln(2/alpha)/(2n)); 0 where all items were drawn
 */
export function serflingHalfWidth(populationSize: number, items: number, alpha: number): number {
  if (items >= populationSize) return 0;
  return Math.sqrt(((1 - (items - 1) / populationSize) * Math.log(2 / alpha)) / (2 * items));
}
