import { isUniform } from '../../../stats/hardness/uniform.ts';
import type { Draw, Evidence } from '../../../stats/methods/evidence.ts';
import type { Method } from '../../../stats/methods/method.ts';
import { summarizePool } from '../../../stats/pool-summary.ts';
import { drawWithReplacement } from '../../../stats/sampling/draw-with-replacement.ts';
import { exponentialKeyOrder } from '../../../stats/sampling/exponential-key-order.ts';
import type { Procedure } from '../../../stats/simulation/procedure.ts';
import type { Probabilities } from '../../../stats/simulation/sequence-procedures.ts';

/**
 * A method of the registry on draws of a design. Its interval, if it has one, is left aside: it holds at one number
 * of labels, not at every look.
 */
export function methodProcedure(
  name: string,
  method: Method,
  probabilities: Probabilities,
  design: Evidence['design'] = 'without-replacement',
): Procedure {
  return {
    name,
    hasInterval: false,
    prepare({ s, y }) {
      const q = probabilities(s);
      const summary = summarizePool(s, q);
      const uniform = isUniform(q);
      const draw = design === 'with-replacement' ? drawWithReplacement : exponentialKeyOrder;
      return (seed, lookAt) => {
        const draws = Array.from(
          draw(q, seed, lookAt.at(-1) ?? 0),
          (pool): Draw => ({ pool, y: y[pool]!, surrogate: s[pool]!, probability: q[pool]! }),
        );
        return lookAt.map((count) => {
          const evidence = { design, uniform, summary, alpha: 0.05, draws: draws.slice(0, count) };
          return { value: method.estimate(evidence).value };
        });
      };
    },
  };
}
