/**
 * Long studies: `node test/accuracy/long.ts [runs] [seed]` prints the half-width of planned looks on coins without any signal,
 * as it is and relative to the one look of a normal interval, 1.96 sqrt(v/n (1 - n/N)).
 */
import { buildPopulation, plannedProcedure, temperedProbabilities, uniformOpen } from '../../stats/index.ts';
import { simulate } from '../stats/support/simulate.ts';
import { figure, printTable } from './markdown-table.ts';

const [runs = 12, seed = 1] = process.argv.slice(2).map(Number);
const N = 100_000;
const counts = [10, 30, 100, 300, 1000, 3000];
const plans = [30, 100, null];

for (const share of [0.5, 0.9]) {
  const population = buildPopulation('', N, 7, (rng) => [0.5, uniformOpen(rng) < share ? 1 : 0]);
  const variance = share * (1 - share);
  const normal = counts.map((n) => 1.96 * Math.sqrt((variance / n) * (1 - n / N)));
  const rows = plans.map((plan) => {
    const procedure = plannedProcedure('', plan, 0.05, undefined, (s) => temperedProbabilities(s));
    const { accuracy } = simulate(procedure, population, { runs, seed, labels: counts });
    return [
      plan === null ? 'no plan' : `plan ${plan}`,
      ...accuracy.map(
        ({ halfWidth }, k) => `${figure(halfWidth!, 4)} (${figure(halfWidth! / normal[k]!, 2)})`,
      ),
    ];
  });
  console.log(`\nB(${share}), N = ${N}, ${runs} runs, seed ${seed}\n`);
  printTable(
    ['', ...counts.map(String)],
    [...rows, ['normal, one look', ...normal.map((width) => figure(width, 4))]],
  );
}
