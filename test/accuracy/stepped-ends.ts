/**
 * Rule 4 beside rule 3, in small pools of values in steps: `node host/launch.js test/accuracy/stepped-ends.ts [runs] [items]` prints mean
 * half-widths and in how many runs either missed at any look.
 */
import {
  type Procedure,
  plannedProcedure,
  steppedProcedure,
  syntheticPopulation,
  temperedProbabilities,
} from '../../stats/index.ts';
import { simulate } from '../stats/support/simulate.ts';

const [runs = 1000, only = 0] = process.argv.slice(2).map(Number);
const alpha = 0.05;
const kinds = [
  ['binary, helpful surrogate', 1],
  ['binary, useless surrogate', 1],
  ['rare failures, overconfident surrogate', 1],
  ['ratings of five levels, .62', 4],
  ['ratings of five levels, mostly the best', 4],
] as const;

for (const size of only === 0 ? [60, 100, 300] : [only]) {
  for (const [index, [kind, steps]] of kinds.entries()) {
    const population = syntheticPopulation(kind, size, 40 + index);
    const labels = [20, 30, 50, 100].filter((count) => count < size);
    for (const draws of ['uniform', 'hardness'] as const) {
      const rule3 = plannedProcedure(
        'rule 3',
        30,
        alpha,
        undefined,
        draws === 'hardness' ? (s) => temperedProbabilities(s) : undefined,
      );
      const of = (procedure: Procedure) => simulate(procedure, population, { runs, seed: 5, labels });
      const [before, after] = [of(rule3), of(steppedProcedure('rule 4', rule3, steps))];
      const widths = labels.map((count, i) => {
        const [wide, narrow] = [before.accuracy[i]!.halfWidth!, after.accuracy[i]!.halfWidth!];
        return `${count}: ${wide.toFixed(4)} ${narrow.toFixed(4)} (${((narrow / wide - 1) * 100).toFixed(1)} %)`;
      });
      console.log(
        `N ${size}, ${kind}, ${draws}: ${widths.join(', ')}; missed ${before.missesAtAnyLook} and ${after.missesAtAnyLook} of ${runs}`,
      );
    }
  }
}
