/**
 * How exact the presets and other methods are on real data: `node test/accuracy/table.ts [runs] [seed]` prints the
 * tables of docs/accuracy.md. Single runs of 10, 30 and 100 labels on systems whose human evaluation is complete; presets have
 * every signal but labels of other systems, and are planned for 30 labels. Other tiers and plans are in planned.ts.
 */
import {
  calibratedProcedure,
  humcoeProbabilities,
  methodById,
  methodProcedure,
  type Population,
  type Procedure,
  plannedProcedure,
  type Signals,
  type SimulationResult,
  simulate,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
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

const [runs = 300, seed = 1] = process.argv.slice(2).map(Number);
const populations = realPopulations();
const results = populations.map((population) => {
  // A pool that is labeled whole has no error left to compare.
  const plan = { runs, seed, labels: labelCounts.filter((count) => count < population.y.length) };
  return {
    population,
    base: simulate(yardstick, population, plan),
    all: procedures.map((procedure) => simulate(procedure, population, plan)),
  };
});

const at = ({ accuracy }: SimulationResult, labels: number) =>
  accuracy.find((entry) => entry.labels === labels);

function ratio(result: SimulationResult, base: SimulationResult, labels: number): number | undefined {
  const [own, other] = [at(result, labels), at(base, labels)];
  return own && other && own.rmse / other.rmse;
}

if (results.length > 0) {
  console.log(
    `RMSE of single runs relative to the plain mean of uniform draws; ${runs} runs, seed ${seed}\n`,
  );
  for (const labels of labelCounts) {
    const rows = results
      .filter(({ base }) => at(base, labels))
      .map(({ population, base, all }) => ({
        name: `${population.set}: ${population.name}`,
        rmse: at(base, labels)!.rmse,
        ratios: all.map((result) => ratio(result, base, labels)),
      }));
    const summary = (name: string, of: (values: number[]) => number | undefined) => [
      name,
      '',
      ...procedures.map((_, index) => figure(of(rows.map(({ ratios }) => ratios[index]!)))),
    ];
    console.log(`\n${labels} labels\n`);
    printTable(
      ['Population', 'RMSE of the plain mean', ...procedures.map(({ name }) => name)],
      [
        ...rows.map(({ name, rmse, ratios }) => [
          name,
          figure(rmse, 3),
          ...ratios.map((value) => figure(value)),
        ]),
        summary('**Geometric mean**', geometricMean),
        summary('**Worst**', (values) => Math.max(...values)),
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
    labelCounts.map((count) => results.map(({ all }) => at(all[index]!, count)?.halfWidth));
  const coverageOf = ({ missesAtAnyLook }: SimulationResult) => 1 - missesAtAnyLook! / runs;
  printTable(
    ['Population', ...withInterval.flatMap(columnsOf)],
    [
      ...results.map(({ population, all }) => [
        `${population.set}: ${population.name}`,
        ...withInterval.flatMap((index) => [
          ...labelCounts.map((count) => figure(at(all[index]!, count)?.halfWidth, 3)),
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
