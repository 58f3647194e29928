/**
 * What planned looks and many signals are worth on real data: `node test/accuracy/planned.ts [labels] [runs] [seed]` prints
 * RMSE and half-width at one number of labels, which is also the plan, beside the landed rule, and coverage at all looks.
 */
import {
  calibratedProcedure,
  methodById,
  methodProcedure,
  type Procedure,
  plannedProcedure,
  type SimulationResult,
  simulate,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import { type RealPopulation, realPopulations } from './real-populations.ts';

const [labels = 30, runs = 100, seed = 1, only] = process.argv.slice(2).map(Number);
const uniform = (s: Float64Array) => uniformProbabilities(s.length);
const tempered = (s: Float64Array) => temperedProbabilities(s);
const alpha = 0.05;

const proceduresOf = ({ signals, carried }: RealPopulation): (Procedure | undefined)[] => [
  methodProcedure('plain mean', methodById('plain-mean')!, uniform),
  calibratedProcedure('rule 2', tempered, alpha),
  plannedProcedure('one surrogate', labels, alpha),
  plannedProcedure('many signals', labels, alpha, () => signals),
  plannedProcedure('many, tempered draws', labels, alpha, () => signals, tempered),
  plannedProcedure('many, no plan', null, alpha, () => signals),
  carried && plannedProcedure('+ carried labels', labels, alpha, () => carried),
];

const names = ['rule 2', 'one surrogate', 'many signals', 'many, tempered', 'many, no plan', '+ carried'];
const rows: { name: string; results: (SimulationResult | undefined)[] }[] = [];
for (const [index, population] of realPopulations().entries()) {
  if (population.y.length <= labels || (only !== undefined && index !== only)) continue;
  const results = proceduresOf(population).map(
    (procedure) => procedure && simulate(procedure, population, { runs, seed, labels: [labels] }),
  );
  rows.push({ name: `${population.set}: ${population.name} (${population.y.length})`, results });
  console.error(`${rows.length}: ${population.name}`);
}

/** One figure of every procedure but the plain mean, in every population. */
function table(title: string, of: (result: SimulationResult, plain: SimulationResult) => number): void {
  const cells = rows.map(({ results: [plain, ...others] }) =>
    others.map((result) => (result ? of(result, plain!) : undefined)),
  );
  const column = (k: number) => cells.map((row) => row[k]).filter((value) => value !== undefined);
  console.log(`\n${title}; ${labels} labels, plan ${labels}, ${runs} runs, seed ${seed}\n`);
  printTable(
    ['Population', ...names],
    [
      ...rows.map(({ name }, i) => [name, ...cells[i]!.map((value) => figure(value, 3))]),
      ['**Geometric mean**', ...names.map((_, k) => figure(geometricMean(column(k)), 3))],
      ['**Largest**', ...names.map((_, k) => figure(Math.max(...column(k)), 3))],
      ['**Least**', ...names.map((_, k) => figure(Math.min(...column(k)), 3))],
    ],
  );
}

table(
  'RMSE relative to the plain mean',
  (result, plain) => result.accuracy[0]!.rmse / plain.accuracy[0]!.rmse,
);
table('Half-width', (result) => result.accuracy[0]!.halfWidth!);
table('Coverage at all looks', (result) => 1 - result.missesAtAnyLook! / runs);
