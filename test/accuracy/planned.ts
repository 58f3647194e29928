/**
 * What planned looks and signals are worth on real data: `node test/accuracy/planned.ts [--runs 100] [--seed 1]` prints RMSE
 * relative to the plain mean, half-width and coverage at all looks for every tier of signals, kind of draws and plan, beside
 * rule 2. `--labels 10,30,100,300`, `--only WORD` (of set or population), `--tiers`, `--draws`, `--plans` narrow it, `--each` adds
 * a table of populations, `--out FILE` keeps every figure as JSON. Two of these with different `--only` can run side by side.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  calibratedProcedure,
  judgeCoverage,
  methodById,
  type Procedure,
  plannedProcedure,
  type Signals,
  uniformProbabilities,
} from '../../stats/index.ts';
import { clopperPearsonLower } from '../../stats/simulation/binomial-tail.ts';
import type { Probabilities } from '../../stats/simulation/sequence-procedures.ts';
import { methodProcedure } from '../stats/support/method-procedure.ts';
import { simulate } from '../stats/support/simulate.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import { ratioWithError, recorded, type SquaredErrors } from './ratio-error.ts';
import { type RealPopulation, realPopulations } from './real-populations.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    labels: { type: 'string', default: '10,30,100' },
    only: { type: 'string', default: '' },
    tiers: { type: 'string', default: 'none,surrogate,many,carried' },
    draws: { type: 'string', default: 'uniform,c=2,c=3' },
    plans: { type: 'string', default: '30,100,none' },
    each: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const [runs, seed] = [Number(options.runs), Number(options.seed)];
const labelCounts = options.labels.split(',').map(Number);
const alpha = 0.05;

/** What a study has beside its labels; undefined where the data has none of it. */
const tiers: Record<string, (population: RealPopulation) => Signals | undefined> = {
  none: ({ s }) => ({ surrogate: s.map(() => 0.5) }),
  surrogate: ({ s }) => ({ surrogate: s }),
  many: ({ signals }) => signals,
  carried: ({ carried }) => carried,
};

const uniform: Probabilities = (s) => uniformProbabilities(s.length);

/** Draws with probabilities proportional to sqrt(c - s). */
const hardness =
  (c: number): Probabilities =>
  (s) => {
    const weights = s.map((value) => Math.sqrt(c - value));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  };

/** `c=2` is what the default preset draws by. */
const probabilitiesOf = (draws: string): Probabilities | undefined =>
  draws === 'uniform' ? undefined : hardness(Number(draws.slice('c='.length)));

interface Choice {
  tier: string;
  draws: string;
  plan: string;
}

const ruleTwo: Choice = { tier: 'surrogate', draws: 'c=2', plan: 'rule 2' };
const list = (text: string) => text.split(',').filter((part) => part !== '');
const choices: Choice[] = [
  ruleTwo,
  ...list(options.tiers).flatMap((tier) =>
    // Without a signal nothing is known to be hard.
    list(options.draws)
      .filter((draws) => tier !== 'none' || draws === 'uniform')
      .flatMap((draws) => list(options.plans).map((plan) => ({ tier, draws, plan }))),
  ),
];

/** How one choice did on one population; undefined figures where it has too few items. */
interface Row extends Choice {
  population: string;
  N: number;
  labels: number[];
  /** By number of labels. */
  ratios: number[];
  /** Of the ratios, by so many runs. */
  standardErrors: number[];
  halfWidths: number[];
  misses: number;
}

function procedureOf({ tier, draws, plan }: Choice, population: RealPopulation): Procedure | undefined {
  if (plan === ruleTwo.plan) return calibratedProcedure(plan, hardness(2), alpha);
  const signals = tiers[tier]!(population);
  const labels = plan === 'none' ? null : Number(plan);
  return signals && plannedProcedure(plan, labels, alpha, () => signals, probabilitiesOf(draws));
}

function rowOf(choice: Choice, population: RealPopulation, plain: SquaredErrors): Row | undefined {
  const procedure = procedureOf(choice, population);
  if (!procedure) return undefined;
  const labels = [...plain.keys()];
  const { procedure: watched, errors } = recorded(procedure);
  const result = simulate(watched, population, { runs, seed, labels });
  const ratios = labels.map((count) => ratioWithError(errors.get(count)!, plain.get(count)!));
  return {
    ...choice,
    population: nameOf(population),
    N: population.y.length,
    labels,
    ratios: ratios.map(({ ratio }) => ratio),
    standardErrors: ratios.map(({ standardError }) => standardError),
    halfWidths: result.accuracy.map(({ halfWidth }) => halfWidth!),
    misses: result.missesAtAnyLook!,
  };
}

const nameOf = ({ set, name, y }: RealPopulation): string => `${set}: ${name} (${y.length})`;

/** The yardstick by so many runs. */
function plainErrors(population: RealPopulation, labels: readonly number[], times: number): SquaredErrors {
  const { procedure, errors } = recorded(plainMean);
  simulate(procedure, population, { runs: times, seed, labels });
  return errors;
}

const plainMean = methodProcedure('plain mean', methodById('plain-mean')!, uniform);
const rows: Row[] = [];
const started = performance.now();
for (const population of realPopulations().filter((one) => nameOf(one).includes(options.only))) {
  const labels = labelCounts.filter((count) => count < population.y.length);
  // On uniform draws the yardstick has the same draws, so that much of the chance falls out of the ratio; else many more.
  const paired = plainErrors(population, labels, runs);
  const many = plainErrors(population, labels, 10 * runs);
  for (const choice of choices) {
    const row = rowOf(choice, population, choice.draws === 'uniform' ? paired : many);
    if (row) rows.push(row);
  }
  console.error(`${nameOf(population)}: ${((performance.now() - started) / 1000).toFixed(0)} s so far`);
}

const isOf =
  (choice: Choice) =>
  (row: Row): boolean =>
    row.tier === choice.tier && row.draws === choice.draws && row.plan === choice.plan;

const at = (values: (row: Row) => number[], labels: number) => (row: Row) => {
  const place = row.labels.indexOf(labels);
  return place < 0 ? undefined : values(row)[place];
};

/** Geometric mean over the populations, and the worst. */
function summed(of: readonly Row[], value: (row: Row) => number | undefined, digits: number): string {
  const present = of.map(value).filter((one) => one !== undefined);
  if (present.length === 0) return '-';
  return `${figure(geometricMean(present), digits)} (${figure(Math.max(...present), 2)})`;
}

/** Mean and least coverage, the bound that the misses of all populations put on it, and populations beyond chance. */
function coverage(of: readonly Row[]): string[] {
  const misses = of.reduce((sum, row) => sum + row.misses, 0);
  const trials = of.length * runs;
  const most = Math.max(...of.map((row) => row.misses));
  const beyond = of.filter((row) => judgeCoverage(row.misses, runs, alpha).lies);
  return [
    figure(1 - misses / trials, 3),
    figure(1 - clopperPearsonLower(misses, trials, 0.025), 3),
    `${figure(1 - most / runs, 3)} (${figure(1 - clopperPearsonLower(most, runs, 0.025), 3)})`,
    String(beyond.length),
  ];
}

const populationCount = new Set(rows.map(({ population }) => population)).size;
console.log(
  `${populationCount} populations, ${runs} runs each, seed ${seed}, ${((performance.now() - started) / 60_000).toFixed(1)} minutes. ` +
    'Geometric mean (worst). Coverage at all looks: over all runs, and at most (Clopper-Pearson, 97.5 %); of the worst population, ' +
    'and at most; populations with more misses than chance explains.\n',
);
printTable(
  [
    'Signals, draws, plan',
    ...labelCounts.map((labels) => `RMSE, ${labels}`),
    ...labelCounts.map((labels) => `half-width, ${labels}`),
    'coverage',
    'at most',
    'worst (at most)',
    'beyond chance',
  ],
  choices.flatMap((choice) => {
    const of = rows.filter(isOf(choice));
    if (of.length === 0) return [];
    return [
      [
        `${choice.tier}, ${choice.draws}, ${choice.plan}`,
        ...labelCounts.map((labels) =>
          summed(
            of,
            at(({ ratios }) => ratios, labels),
            3,
          ),
        ),
        ...labelCounts.map((labels) =>
          summed(
            of,
            at(({ halfWidths }) => halfWidths, labels),
            4,
          ),
        ),
        ...coverage(of),
      ],
    ];
  }),
);

if (options.each) {
  for (const labels of labelCounts) {
    console.log(
      `\nEach population at ${labels} labels: RMSE relative to the plain mean (standard error), half-width, coverage\n`,
    );
    const names = [...new Set(rows.map(({ population }) => population))];
    printTable(
      ['Population', ...choices.map(({ tier, draws, plan }) => `${tier}, ${draws}, ${plan}`)],
      names.map((name) => [
        name,
        ...choices.map((choice) => {
          const row = rows.find((one) => one.population === name && isOf(choice)(one));
          if (!row?.labels.includes(labels)) return '-';
          const ratio = figure(at(({ ratios }) => ratios, labels)(row), 2);
          const width = figure(at(({ halfWidths }) => halfWidths, labels)(row), 3);
          const error = figure(at(({ standardErrors }) => standardErrors, labels)(row), 3);
          return `${ratio} (${error}) ${width} ${figure(1 - row.misses / runs, 3)}`;
        }),
      ]),
    );
  }
}
if (options.out) writeFileSync(options.out, `${JSON.stringify({ runs, seed, rows }, null, 1)}\n`);
