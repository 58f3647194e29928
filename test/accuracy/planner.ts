/**
 * How well the plan foretells half-widths: `node test/accuracy/planner.ts [runs] [seed]` prints the constants of
 * `halfWidthAt` that fit best for 10 to 200 labels (least squares of the relative errors), and the error of the shipped
 * ones, over preset 1 and preset 2 on all populations.
 */
import {
  exponentialKeyOrder,
  halfWidthAt,
  mean,
  type Population,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import { CalibratedRuns } from '../../stats/kernel/calibrated-runs.ts';
import { allPopulations } from './all-populations.ts';
import { figure, printTable } from './markdown-table.ts';

const fitted = [10, 14, 20, 30, 50, 70, 100, 140, 200];
const beyond = [300, 500, 1000];
const alpha = 0.05;

interface Width {
  labels: number;
  populationSize: number;
  standardDeviation: number;
  /** Mean over the runs. */
  halfWidth: number;
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

const [runs = 40, seed = 1] = process.argv.slice(2).map(Number);
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
