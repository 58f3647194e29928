/**
 * Designs compared by the error of the calibrated estimate: `node test/accuracy/designs.ts [runs] [seed]` prints the
 * table of docs/measured/could-it-be-better.md on designs, and what a perfect use of the surrogate would give.
 */
import { methodById, type Population, uniformProbabilities } from '../../stats/index.ts';
import type { Probabilities } from '../../stats/simulation/sequence-procedures.ts';
import { methodProcedure } from '../stats/support/method-procedure.ts';
import { simulate } from '../stats/support/simulate.ts';
import { allPopulations } from './all-populations.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import { type Oracle, oracleOf } from './oracle.ts';

const labelCounts = [10, 30, 100];
const uniform: Probabilities = (s) => uniformProbabilities(s.length);

const proportionalTo =
  (weight: (s: number) => number): Probabilities =>
  (s) =>
    normalized(s.map(weight));

function normalized(weights: Float64Array): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

const designs: Record<string, (oracle: Oracle) => Probabilities> = {
  '`sqrt(1 - s + 4)`': () => proportionalTo((s) => Math.sqrt(5 - s)),
  '**`sqrt(1 - s + 1)`, preset 1**': () => proportionalTo((s) => Math.sqrt(2 - s)),
  '`sqrt(1 - s + .25)`': () => proportionalTo((s) => Math.sqrt(1.25 - s)),
  'two-sided, `sqrt(s (1 - s) + .05)`': () => proportionalTo((s) => Math.sqrt(s * (1 - s) + 0.05)),
  'two-sided, `sqrt(s (1 - s) + .25)`': () => proportionalTo((s) => Math.sqrt(s * (1 - s) + 0.25)),
  'two-sided, `sqrt(s (1 - s) + 1)`': () => proportionalTo((s) => Math.sqrt(s * (1 - s) + 1)),
  'oracle: the true residual spread given s': (oracle) => () =>
    normalized(oracle.residualSpread.map((spread) => Math.max(spread, 0.05))),
};

const [runs = 400, seed = 1] = process.argv.slice(2).map(Number);
const populations = allPopulations();
const oracles = populations.map(oracleOf);
const estimate = methodById('shrunk-difference')!;
const errorsOf = (population: Population, probabilities: Probabilities) => {
  const labels = labelCounts.filter((count) => count < population.y.length);
  const { accuracy } = simulate(methodProcedure('', estimate, probabilities), population, {
    runs,
    seed,
    labels,
  });
  return labelCounts.map((count) => accuracy.find((entry) => entry.labels === count)?.rmse);
};
const base = populations.map((population) => errorsOf(population, uniform));
const rows = Object.entries(designs).map(([name, design]) => {
  const errors = populations.map((population, i) => errorsOf(population, design(oracles[i]!)));
  const ratios = labelCounts.map((_, at) =>
    errors.map((list, i) => (list[at] && base[i]![at] ? list[at] / base[i]![at] : undefined)),
  );
  const worst = (list: (number | undefined)[]) => Math.max(...list.filter((value) => value !== undefined));
  return [
    name,
    ...ratios.map((list) => figure(geometricMean(list), 3)),
    ...ratios.map((list) => figure(worst(list))),
  ];
});
console.log(
  `RMSE relative to the uniform design (preset 2); ${populations.length} populations, ${runs} runs, seed ${seed}\n`,
);
printTable(
  [
    'Design',
    ...labelCounts.map((count) => `at ${count}`),
    ...labelCounts.map((count) => `worst at ${count}`),
  ],
  rows,
);
console.log('\nError of a perfect use of the surrogate, relative to the plain mean\n');
printTable(
  ['Populations', 'best straight line', 'best curve', 'best tilt on top'],
  (['all', 'real'] as const).map((which) => {
    const some = oracles.filter((_, i) => which === 'all' || populations[i]!.set !== 'synthetic');
    const average = (of: (oracle: Oracle) => number) =>
      figure(geometricMean(some.map(of).map((value) => (value > 1e-6 ? value : undefined))), 3);
    return [which, average(({ line }) => line), average(({ curve }) => curve), average(({ tilt }) => tilt)];
  }),
);
