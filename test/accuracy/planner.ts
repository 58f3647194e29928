/**
 * How well the plan foretells half-widths. `node test/accuracy/planner.ts [runs] [seed]` plays studies with planned looks
 * (rule 3) and prints the error of `halfWidthAt` by number of labels, by plan and by size of the pool: every synthetic
 * population at sizes up to 100,000, and the real ones with all their signals, draws uniform and weighted by turns. A second
 * table is of the real ones before any label, when a study knows no spread and guesses all of them; a third says of each data
 * set between which multiples of such a forecast the half-widths of single studies lie, populations on which no constant
 * rests among them. `node test/accuracy/planner.ts [runs] [seed] before` prints these two alone.
 * `node test/accuracy/planner.ts [runs] [seed] 2` does so for rule 2, whose best constants it prints (least squares of the
 * relative errors from 10 to 200 labels), over both presets on all populations.
 */
import {
  type BettingPlan,
  exponentialKeyOrder,
  halfWidthAt,
  mean,
  type Population,
  plannedProcedure,
  populationVariance,
  priorStandardDeviation,
  summarizePool,
  syntheticKinds,
  syntheticPopulation,
  temperedProbabilities,
  UNPLANNED,
  uniformProbabilities,
} from '../../stats/index.ts';
import { CalibratedRuns } from '../../stats/kernel/calibrated-runs.ts';
import { gatedRidge, RidgeRows, ridgePrior } from '../../stats/planned/gated-ridge.ts';
import { type Signals, signalColumns } from '../../stats/planned/signal-columns.ts';
import { forecastSpread } from '../../stats/planner.ts';
import { allPopulations } from './all-populations.ts';
import { figure, printTable } from './markdown-table.ts';
import { furtherPopulations, type RealPopulation, realPopulations } from './real-populations.ts';

const fitted = [10, 14, 20, 30, 50, 70, 100, 140, 200];
const beyond = [300, 500, 1000];
const alpha = 0.05;

interface Width {
  plan: BettingPlan;
  labels: number;
  populationSize: number;
  standardDeviation: number;
  plainDeviation?: number | undefined;
  surrogateMean?: number;
  /** What a study takes for the residual spread before any label. */
  guessedDeviation?: number;
  /** Mean over the runs. */
  halfWidth: number;
  /** Of each run. */
  single?: readonly number[];
}

/** Mean half-widths of a population at the numbers of labels that leave half of it unlabeled. */
function widthsOf(population: Population, q: Float64Array, runs: number, seed: number): Width[] {
  const { s, y } = population;
  const counts = [...fitted, ...beyond].filter((count) => 2 * count <= s.length);
  const most = counts.at(-1);
  if (most === undefined) return [];
  const kernel = new CalibratedRuns(summarizePool(s, q), alpha, most);
  const totals = counts.map(() => 0);
  for (let run = 0; run < runs; run++) {
    kernel.run(exponentialKeyOrder(q, seed + run, most), y, s, q);
    counts.forEach((count, k) => {
      totals[k]! += (kernel.upper[count - 1]! - kernel.lower[count - 1]!) / 2;
    });
  }
  const standardDeviation = residualDeviation(population);
  return counts.map((labels, k) => ({
    plan: UNPLANNED,
    labels,
    populationSize: s.length,
    standardDeviation,
    halfWidth: totals[k]! / runs,
  }));
}

/** Standard deviation of y - b s over the population, at the best slope in [0, 1]. */
function residualDeviation({ s, y }: Population): number {
  const [meanS, meanY] = [mean(s), mean(y)];
  const products = mean(s.map((value, i) => (value - meanS) * (y[i]! - meanY)));
  const squares = mean(s.map((value) => (value - meanS) ** 2));
  const slope = squares < 1e-12 ? 0 : Math.min(1, Math.max(0, products / squares));
  return Math.sqrt(mean(s.map((value, i) => (y[i]! - meanY - slope * (value - meanS)) ** 2)));
}

/** What each constant is multiplied by: h = sqrt(1 - T/N) ((a + b ln T) sd/sqrt(T) + c/T). */
function terms({ labels: T, populationSize, standardDeviation }: Width): [number, number, number] {
  const left = Math.sqrt(1 - T / populationSize);
  const spread = (left * standardDeviation) / Math.sqrt(T);
  return [spread, Math.log(T) * spread, left / T];
}

/** Constants with the least sum of squares of h/width - 1, by the normal equations. */
function bestConstants(widths: readonly Width[]): number[] {
  const rows = widths.map((width) => terms(width).map((term) => term / width.halfWidth));
  const system = [0, 1, 2].map((i) => [
    ...[0, 1, 2].map((j) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
    rows.reduce((sum, row) => sum + row[i]!, 0),
  ]);
  for (let i = 0; i < 3; i++) {
    for (let k = 0; k < 3; k++) {
      if (k === i) continue;
      const factor = system[k]![i]! / system[i]![i]!;
      system[k] = system[k]!.map((value, j) => value - factor * system[i]![j]!);
    }
  }
  return system.map((row, i) => row[3]! / row[i]!);
}

const errorsOf = (widths: readonly Width[], forecast: (width: Width) => number) =>
  widths.map((width) => forecast(width) / width.halfWidth - 1);
const rms = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value ** 2)));

/** The studies of rule 3 that are played: plans and sizes take turns, so that each meets each. */
const plans = [10, 30, null, 50, 100, null, 300];
const sizes = [60, 300, 1000, 100_000, 150, 3000, 20_000];
const looked = [10, 12, 14, 17, 20, 24, 27, 30, 35, 42, 50, 60, 70, 80, 90, 100];
const lookAt = [...new Set([1, 10, 100].flatMap((factor) => looked.map((count) => factor * count)))];
/** With many signals a label costs a fit to all of them. */
const mostLabels = 3000;
const mostWithManySignals = 200;

interface Study {
  population: Population;
  /** The data set of a real one. */
  of?: string;
  isRating: boolean;
  signals: Signals;
  plan: number | null;
  isWeighted: boolean;
}

const syntheticStudies = (seed: number): Study[] =>
  syntheticKinds.map((kind, k) => {
    const population = syntheticPopulation(kind, sizes[k % sizes.length]!, seed + k);
    const plan = plans[(2 * k + Math.floor(k / sizes.length)) % plans.length]!;
    const isRating = kind.startsWith('ratings');
    return { population, isRating, signals: { surrogate: population.s }, plan, isWeighted: k % 2 === 0 };
  });

const studiesOf = (populations: readonly RealPopulation[]): Study[] =>
  populations.map((population, k) => ({
    population,
    of: population.set,
    isRating: population.isRating,
    signals: population.signals,
    plan: plans[k % plans.length]!,
    isWeighted: k % 2 === 0,
  }));

/** Standard deviation of what the signals leave of the human values, each left out of its own prediction. */
function deviationGiven({ population, signals }: Study): number {
  const rows = new RidgeRows(signalColumns(signals));
  // The predictor of ten thousand labels is that of all.
  for (let item = 0; item < Math.min(10_000, population.y.length); item++)
    rows.add(item, population.y[item]!);
  const { leftOut } = gatedRidge(rows, ridgePrior(mean(signals.surrogate)));
  return Math.sqrt(mean(leftOut.map((residual) => residual ** 2)));
}

/**
 * Mean half-widths of a study of rule 3 until a tenth of its pool is left. A run whose interval has lost the truth, one in
 * twenty at most, does not count from there on: such an interval shrinks to nothing.
 */
function plannedWidths(study: Study, runs: number, seed: number): Width[] {
  const { population, signals, plan, isWeighted } = study;
  const populationSize = population.y.length;
  if (plan !== null && plan >= populationSize) return [];
  const most = signals.other || signals.quality ? mostWithManySignals : mostLabels;
  const counts = lookAt.filter((count) => count <= Math.min(most, 0.9 * populationSize));
  const weights = isWeighted ? (s: Float64Array) => temperedProbabilities(s) : undefined;
  const run = plannedProcedure('', plan, alpha, () => signals, weights).prepare(population, counts);
  const truth = mean(population.y);
  const plainDeviation = Math.sqrt(populationVariance(population.y));
  const studies = Array.from({ length: runs }, (_, k) => run(seed + k, counts));
  const standardDeviation = deviationGiven(study);
  const surrogateMean = mean(signals.surrogate);
  const guessedDeviation = priorStandardDeviation({
    mean: surrogateMean,
    kind: study.isRating ? 'rating' : 'binary-like',
    surrogateVariance: populationVariance(signals.surrogate),
  });
  return counts.flatMap((labels, k) => {
    const looks = studies
      .map((looks) => looks[k]!)
      .filter((look) => look.lower! <= truth && truth <= look.upper!);
    if (looks.length === 0) return [];
    const single = looks.map(({ lower, upper }) => (upper! - lower!) / 2);
    return [
      {
        plan: { rule: 3, labels: plan, once: false },
        labels,
        populationSize,
        standardDeviation,
        plainDeviation,
        surrogateMean,
        guessedDeviation,
        halfWidth: mean(single),
        single,
      },
    ];
  });
}

interface PlannedWidth extends Width {
  set: 'synthetic' | 'real' | 'further';
  of?: string;
  isRating: boolean;
  isWeighted: boolean;
}

/** What the errors are told of, each by name. */
const parts: readonly (readonly [string, (width: PlannedWidth) => boolean])[] = [
  ['**all**', () => true],
  ...[10, 20, 50, 100, 300, 1000].map((from, i, all): [string, (width: PlannedWidth) => boolean] => {
    const below = all[i + 1] ?? mostLabels + 1;
    return [`${from} to ${below - 1} labels`, ({ labels }) => labels >= from && labels < below];
  }),
  ...[...new Set(plans)].map((plan): [string, (width: PlannedWidth) => boolean] => [
    plan === null ? 'no plan' : `plan of ${plan}`,
    (width) => width.plan.labels === plan,
  ]),
  ...sizes
    .toSorted((a, b) => a - b)
    .map((size): [string, (width: PlannedWidth) => boolean] => [
      `synthetic, ${size} items`,
      ({ set, populationSize }) => set === 'synthetic' && populationSize === size,
    ]),
  ['synthetic, one surrogate', ({ set }) => set === 'synthetic'],
  ['real, all signals', ({ set }) => set === 'real'],
  ['uniform draws', ({ isWeighted }) => !isWeighted],
  ['weighted draws', ({ isWeighted }) => isWeighted],
];

function widthsOfAll(
  studies: readonly { study: Study; set: PlannedWidth['set'] }[],
  runs: number,
  seed: number,
): PlannedWidth[] {
  return studies.flatMap(({ study, set }, k): PlannedWidth[] => {
    // Wide pools differ less from run to run.
    const some = study.population.y.length > 10_000 ? Math.ceil(runs / 2) : runs;
    const found = plannedWidths(study, some, seed);
    console.error(`${k + 1} of ${studies.length}: ${study.population.name}, plan ${study.plan ?? 'none'}`);
    const { isRating, isWeighted, of } = study;
    return found.map((width) => ({ ...width, set, isRating, isWeighted, ...(of && { of }) }));
  });
}

function planned(runs: number, seed: number, isBefore: boolean): void {
  const synthetic = isBefore
    ? []
    : syntheticStudies(seed).map((study) => ({ study, set: 'synthetic' as const }));
  const real = studiesOf(realPopulations()).map((study) => ({ study, set: 'real' as const }));
  const widths = widthsOfAll([...synthetic, ...real], runs, seed);
  if (!isBefore) printErrors(widths, `${synthetic.length + real.length} studies, up to ${runs} runs each`);
  if (real.length === 0) return;
  printBeforeLabels(widths);
  const further = studiesOf(furtherPopulations()).map((study) => ({ study, set: 'further' as const }));
  const all = [...widths.filter(({ set }) => set === 'real'), ...widthsOfAll(further, runs, seed)];
  for (const isRating of [false, true]) {
    console.log(`\nWidth got over the one forecast before any label, ${isRating ? 'ratings' : 'the rest'}\n`);
    printRange(all.filter((width) => width.isRating === isRating));
  }
}

/** Labels of which people ask before any is there. */
const mostAsked = 300;

/** How many times the forecast of before any label single studies came to. */
const multiplesOf = (widths: readonly PlannedWidth[]): number[] =>
  widths
    .filter(({ labels }) => labels <= mostAsked)
    .flatMap((width) => {
      const facts = { ...width, standardDeviation: width.guessedDeviation!, plainDeviation: undefined };
      const forecast = halfWidthAt(facts);
      return width.single!.map((halfWidth) => halfWidth / forecast);
    })
    .sort((a, b) => a - b);

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
const shareInside = (values: readonly number[], least: number, most: number) =>
  values.filter((value) => value >= least && value <= most).length / values.length;

/** Each data set beside the interval that ships, and beside the 90 % that all others give. */
function printRange(widths: readonly PlannedWidth[]): void {
  const sets = [...new Set(widths.map(({ of }) => of!))];
  const { least, most } = forecastSpread(widths[0]!.isRating);
  const rows: (readonly [string, readonly PlannedWidth[], readonly PlannedWidth[]])[] = [
    ['**all**', widths, widths],
    ['fitted on', widths.filter(({ set }) => set === 'real'), widths.filter(({ set }) => set === 'further')],
    [
      'not fitted on',
      widths.filter(({ set }) => set === 'further'),
      widths.filter(({ set }) => set === 'real'),
    ],
    ...sets.map((name) => {
      const isOf = ({ of }: PlannedWidth) => of === name;
      return [name, widths.filter(isOf), widths.filter((width) => !isOf(width))] as const;
    }),
  ];
  printTable(
    [
      'Half-widths of',
      'number',
      '5 %',
      'median',
      '95 %',
      `${least} to ${most}`,
      '90 % of the others',
      'inside',
    ],
    rows.map(([name, some, others]) => {
      const [own, rest] = [multiplesOf(some), multiplesOf(others)];
      const ends = [quantile(rest, 0.05), quantile(rest, 0.95)] as const;
      return [
        name,
        String(own.length),
        ...[0.05, 0.5, 0.95].map((share) => figure(quantile(own, share), 2)),
        figure(shareInside(own, least, most), 3),
        ends.map((end) => figure(end, 2)).join(' to '),
        figure(shareInside(own, ...ends), 3),
      ];
    }),
  );
}

function printErrors(widths: readonly PlannedWidth[], what: string): void {
  console.log(`Rule 3: ${what}\n`);
  printTable(
    ['Forecast of', 'half-widths', 'mean error', 'RMS', 'worst', 'RMS, plain spread unknown'],
    parts.flatMap(([name, isPart]) => {
      const some = widths.filter(isPart);
      const errors = errorsOf(some, halfWidthAt);
      const blind = errorsOf(some, (width) => halfWidthAt({ ...width, plainDeviation: undefined }));
      if (errors.length === 0) return [];
      const worst = errors.reduce((most, error) => (Math.abs(error) > Math.abs(most) ? error : most));
      const figures = [mean(errors), rms(errors), worst, rms(blind)].map((value) => figure(value, 3));
      return [[name, String(errors.length), ...figures]];
    }),
  );
}

/** Errors of the forecasts that a study makes before any label. */
function printBeforeLabels(widths: readonly PlannedWidth[]): void {
  console.log('\nReal ones, before any label\n');
  printTable(
    ['Measured by', 'half-widths', 'mean error', 'RMS', 'median error'],
    (['all', 'yes or no, preference, overlap', 'ratings'] as const).map((name) => {
      const some = widths.filter(
        ({ set, isRating }) => set === 'real' && (name === 'all' || isRating === (name === 'ratings')),
      );
      const errors = errorsOf(some, (width) =>
        halfWidthAt({ ...width, standardDeviation: width.guessedDeviation!, plainDeviation: undefined }),
      );
      const sizes = errors.map(Math.abs).sort((a, b) => a - b);
      const figures = [mean(errors), rms(errors), sizes[sizes.length >> 1]].map((value) => figure(value, 3));
      return [name, String(errors.length), ...figures];
    }),
  );
}

function calibrated(runs: number, seed: number): void {
  const populations = allPopulations();
  const widths = populations.flatMap((population) => {
    const designs = [temperedProbabilities(population.s), uniformProbabilities(population.s.length)];
    return designs.flatMap((q) => widthsOf(population, q, runs, seed));
  });
  const inside = widths.filter(({ labels }) => labels <= fitted.at(-1)!);
  const constants = bestConstants(inside);
  const fittedForecast = (width: Width) =>
    Math.min(
      0.5,
      terms(width).reduce((sum, term, i) => sum + term * constants[i]!, 0),
    );
  console.log(`${populations.length} populations, two presets, ${runs} runs each, seed ${seed}`);
  console.log(`Best constants: ${constants.map((value) => value.toFixed(3)).join(', ')}\n`);
  printTable(
    ['Labels', 'populations', 'shipped: mean', 'RMS', 'best: mean', 'RMS'],
    [undefined, ...fitted, ...beyond].map((count) => {
      const some = count === undefined ? inside : widths.filter(({ labels }) => labels === count);
      const [shipped, best] = [errorsOf(some, halfWidthAt), errorsOf(some, fittedForecast)];
      return [
        count === undefined ? `${fitted[0]} to ${fitted.at(-1)}` : String(count),
        String(some.length),
        ...[mean(shipped), rms(shipped), mean(best), rms(best)].map((value) => figure(value, 3)),
      ];
    }),
  );
}

const [runs = 3, seed = 1] = process.argv.slice(2, 4).map(Number);
const what = process.argv[4];
if (what === '2') calibrated(runs, seed);
else planned(runs, seed, what === 'before');
