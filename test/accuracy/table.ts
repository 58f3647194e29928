/**
 * How exact the presets and other methods are on real data: `node test/accuracy/table.ts [runs] [seed] [part of a name]` prints the
 * tables of docs/measured/other-methods.md, of all populations or of those whose name has the part. Behind each ratio stands the standard error
 * that it has by so many runs. Single runs of 10, 30 and 100 labels on systems whose human evaluation is complete; presets have
 * every signal but labels of other systems, and are planned for 30 labels. Other tiers and plans are in planned.ts.
 */
import {
  calibratedProcedure,
  humcoeProbabilities,
  methodById,
  type Population,
  type Procedure,
  plannedProcedure,
  type Signals,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import type { SimulationResult } from '../../stats/simulation/simulate.ts';
import { methodProcedure } from '../stats/support/method-procedure.ts';
import { type RunPlan, simulate } from '../stats/support/simulate.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import { ratioWithError, recorded, type SquaredErrors } from './ratio-error.ts';
import { type RealPopulation, realPopulations } from './real-populations.ts';

const labelCounts = [10, 30, 100];
const uniform = (s: Float64Array) => uniformProbabilities(s.length);
const tempered = (s: Float64Array) => temperedProbabilities(s);
const byMethod = (name: string, id: string, probabilities = uniform) =>
  methodProcedure(name, methodById(id)!, probabilities);

/** What a study knows before its labels, but for those of other systems. */
const signalsOf = (population: Population): Signals => (population as RealPopulation).signals;

const yardstick = byMethod('Uniform, plain mean', 'plain-mean');
const procedures: Procedure[] = [
  plannedProcedure('1 Calibrated hardness', 30, 0.05, signalsOf, tempered),
  plannedProcedure('2 Uniform, control variate', 30, 0.05, signalsOf),
  calibratedProcedure('1 by rule 2', tempered, 0.05),
  methodProcedure(
    '3 HumCoE as published',
    methodById('humcoe')!,
    (s) => humcoeProbabilities(s),
    'with-replacement',
  ),
  byMethod('PPI++, uniform draws', 'ppi-plus-plus'),
  byMethod('LURE, tempered draws', 'lure', tempered),
];

const [runs = 300, seed = 1] = process.argv.slice(2, 4).map(Number);
const only = process.argv[4] ?? '';
const nameOf = ({ set, name }: RealPopulation) => `${set}: ${name}`;
const populations = realPopulations().filter((population) => nameOf(population).includes(only));

/** A simulation with the squared errors of its runs. */
function simulated(procedure: Procedure, population: Population, plan: RunPlan) {
  const { procedure: watched, errors } = recorded(procedure);
  return { result: simulate(watched, population, plan), errors };
}
const results = populations.map((population) => {
  // A pool that is labeled whole has no error left to compare.
  const plan = { runs, seed, labels: labelCounts.filter((count) => count < population.y.length) };
  return {
    population,
    base: simulated(yardstick, population, plan),
    all: procedures.map((procedure) => simulated(procedure, population, plan)),
  };
});

const at = ({ accuracy }: SimulationResult, labels: number) =>
  accuracy.find((entry) => entry.labels === labels);

const ratioAt = (own: SquaredErrors, base: SquaredErrors, labels: number) =>
  ratioWithError(own.get(labels)!, base.get(labels)!);

if (results.length > 0) {
  console.log(
    `RMSE of single runs relative to the plain mean of uniform draws (standard error); ${runs} runs, seed ${seed}\n`,
  );
  for (const labels of labelCounts) {
    const rows = results
      .filter(({ base }) => at(base.result, labels))
      .map(({ population, base, all }) => ({
        name: nameOf(population),
        rmse: at(base.result, labels)!.rmse,
        ratios: all.map(({ errors }) => ratioAt(errors, base.errors, labels)),
      }));
    if (rows.length === 0) continue;
    const cell = ({ ratio, standardError }: ReturnType<typeof ratioWithError>) =>
      `${figure(ratio)} (${figure(standardError, 3)})`;
    const ofEach = (index: number) => rows.map(({ ratios }) => ratios[index]!);
    console.log(`\n${labels} labels\n`);
    printTable(
      ['Population', 'RMSE of the plain mean', ...procedures.map(({ name }) => name)],
      [
        ...rows.map(({ name, rmse, ratios }) => [name, figure(rmse, 3), ...ratios.map(cell)]),
        [
          '**Geometric mean**',
          '',
          ...procedures.map((_, index) => figure(geometricMean(ofEach(index).map(({ ratio }) => ratio)))),
        ],
        [
          '**Worst**',
          '',
          ...procedures.map((_, index) =>
            cell(ofEach(index).reduce((worst, one) => (one.ratio > worst.ratio ? one : worst))),
          ),
        ],
      ],
    );
  }
  console.log('\nInterval: mean half-width, and coverage at all looks up to the last number of labels\n');
  const withInterval = procedures
    .map(({ hasInterval }, index) => (hasInterval ? index : -1))
    .filter((i) => i >= 0);
  const columnsOf = (index: number) => [
    ...labelCounts.map((count) => `${procedures[index]!.name}, ${count}`),
    'all looks',
  ];
  const halfWidths = (index: number) =>
    labelCounts.map((count) => results.map(({ all }) => at(all[index]!.result, count)?.halfWidth));
  const coverageOf = ({ result }: { result: SimulationResult }) => 1 - result.missesAtAnyLook! / runs;
  printTable(
    ['Population', ...withInterval.flatMap(columnsOf)],
    [
      ...results.map(({ population, all }) => [
        nameOf(population),
        ...withInterval.flatMap((index) => [
          ...labelCounts.map((count) => figure(at(all[index]!.result, count)?.halfWidth, 3)),
          figure(coverageOf(all[index]!), 3),
        ]),
      ]),
      [
        '**Geometric mean, least coverage**',
        ...withInterval.flatMap((index) => [
          ...halfWidths(index).map((values) => figure(geometricMean(values), 3)),
          figure(Math.min(...results.map(({ all }) => coverageOf(all[index]!))), 3),
        ]),
      ],
    ],
  );
}
