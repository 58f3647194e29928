import { studentT } from '../../../stats/claims/student-t.ts';
import {
  exponentialKeyOrder,
  type Look,
  mean,
  type Procedure,
  uniformProbabilities,
} from '../../../stats/index.ts';

/**
 * An interval that lies: Student's t on the labels so far, which is made for one look, looked at after every label
 * from the tenth on.
 */
export function peekingProcedure(alpha: number): Procedure {
  return {
    name: 't interval at every look',
    hasInterval: true,
    prepare: ({ y }) => {
      const q = uniformProbabilities(y.length);
      return (seed, lookAt) => {
        const labels = Array.from(exponentialKeyOrder(q, seed, lookAt.at(-1)!), (i) => y[i]!);
        return lookAt.map((count) => lookOf(labels.slice(0, count), alpha));
      };
    },
  };
}

function lookOf(labels: readonly number[], alpha: number): Look {
  const n = labels.length;
  const value = mean(labels);
  if (n < 10) return { value, lower: 0, upper: 1 };
  const variance = labels.reduce((sum, y) => sum + (y - value) ** 2, 0) / (n - 1);
  const half = studentT(alpha, n - 1) * Math.sqrt(variance / n);
  return { value, lower: value - half, upper: value + half };
}
