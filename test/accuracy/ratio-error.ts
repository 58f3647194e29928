import { mean, type Procedure } from '../../stats/index.ts';

/** Squared errors of single runs: a list for each number of labels. */
export type SquaredErrors = ReadonlyMap<number, readonly number[]>;

/** The same procedure, whose values are written down beside: simulations tell means alone. */
export function recorded(procedure: Procedure): { procedure: Procedure; errors: SquaredErrors } {
  const errors = new Map<number, number[]>();
  return {
    errors,
    procedure: {
      ...procedure,
      prepare(population, labels) {
        const run = procedure.prepare(population, labels);
        const truth = mean(population.y);
        errors.clear();
        for (const count of labels) errors.set(count, []);
        return (seed, lookAt) => {
          const looks = run(seed, lookAt);
          for (const [i, count] of lookAt.entries()) errors.get(count)?.push((looks[i]!.value - truth) ** 2);
          return looks;
        };
      },
    },
  };
}

/**
 * A ratio of two root mean squared errors, and its standard error by the delta method: half of the ratio times that of the
 * difference of the two mean squares, each over itself. Runs of the same seeds share their draws as far as the designs do, so
 * that lists of one length are taken in pairs.
 *
 * @returns NaN as standard error of fewer than two runs
 */
export function ratioWithError(
  own: readonly number[],
  other: readonly number[],
): { ratio: number; standardError: number } {
  const [ofOwn, ofOther] = [mean(own), mean(other)];
  const ratio = Math.sqrt(ofOwn / ofOther);
  const variance =
    own.length === other.length
      ? varianceOfMean(own.map((square, run) => square / ofOwn - other[run]! / ofOther))
      : varianceOfMean(own.map((square) => square / ofOwn)) +
        varianceOfMean(other.map((square) => square / ofOther));
  return { ratio, standardError: (ratio / 2) * Math.sqrt(variance) };
}

function varianceOfMean(values: readonly number[]): number {
  const center = mean(values);
  return values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1) / values.length;
}
