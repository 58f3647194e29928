/**
 * Rule 2 mended, beside rules 1 and 2: `node test/accuracy/mended.ts [runs] [seed] [least]` prints half-widths relative to rule 1
 * (the bets of growth alone, at most three quarters of the wealth), and misses at all looks, in populations of at least so many
 * items.
 */
import {
  CalibratedSequence,
  createRng,
  exponentialKeyOrder,
  mean,
  type Population,
  summarizePool,
  temperedProbabilities,
  uniformInt,
} from '../../stats/index.ts';
import { envelopeMaximum } from '../../stats/pool-summary.ts';
import { GRID_STEPS } from '../../stats/sequence/constants.ts';
import { regress } from '../../stats/sequence/regression.ts';
import { WeightedSums } from '../../stats/sequence/weighted-sums.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import { realPopulations } from './real-populations.ts';

const [runs = 20, seed = 1, least = 0] = process.argv.slice(2).map(Number);
const labelCounts = [10, 30, 100, 300, 500, 1000, 3000];
const alpha = 0.05;

interface Ends {
  lower: number;
  upper: number;
}
type Take = (i: number) => Ends;

const half = 0.5;
/** Values of 0 and 1 with a surrogate that says nothing: the case in which rule 2 stops shrinking. */
const coin = (size: number): Population => ({
  name: `Bernoulli(.5) (${size})`,
  s: new Float64Array(size).fill(half),
  y: Float64Array.from({ length: size }, (_, i) => i % 2),
});

function ruleOne({ s, y }: Population, q: Float64Array): Take {
  const pool = summarizePool(s, q);
  const N = s.length;
  const sums = new WeightedSums(N);
  const log = new Float64Array(GRID_STEPS + 1);
  let [first, last, lower, upper] = [0, GRID_STEPS, 0, 1];
  return (i) => {
    const { slope: b, predictedMean: p, predictedVariance: v } = regress(sums, pool);
    const base = (b * (N * pool.mean - sums.sumS) + sums.sumY) / N;
    const Q = sums.remainingProbability;
    const payoff = (y[i]! - b * s[i]!) / (N * sums.nextProbability(q[i]!)) + base;
    const lowest = base - (b * Q * pool.maxSurrogateOverProbability) / N;
    const highest = base + (Q * envelopeMaximum(pool, b)) / N;
    while ((N * first) / GRID_STEPS < sums.sumY - 1e-9) first++;
    while ((N * last) / GRID_STEPS > sums.sumY + sums.itemsLeft + 1e-9) last--;
    for (let g = first; g <= last; g++) {
      const m = g / GRID_STEPS;
      const stake = (p - m) / (v + (p - m) ** 2);
      const below = 0.75 / Math.max(m - lowest, 1e-9);
      const above = 0.75 / Math.max(highest - m, 1e-9);
      log[g] = log[g]! + Math.log1p(Math.min(below, Math.max(-above, stake)) * (payoff - m));
    }
    sums.add(y[i]!, s[i]!, q[i]!);
    let [from, to] = [first, last];
    while (from <= to && log[from]! >= Math.log(1 / alpha)) from++;
    while (to >= from && log[to]! >= Math.log(1 / alpha)) to--;
    if (from <= to) {
      lower = Math.max(lower, (from - 1) / GRID_STEPS, sums.sumY / N);
      upper = Math.min(upper, (to + 1) / GRID_STEPS, (sums.sumY + sums.itemsLeft) / N);
    }
    return { lower, upper };
  };
}

const calibrated =
  (mendedFrom?: number) =>
  ({ s, y }: Population, q: Float64Array): Take => {
    const options = { alpha, ...(mendedFrom !== undefined && { mendedFrom }) };
    const sequence = new CalibratedSequence(summarizePool(s, q), options);
    return (i) => sequence.add({ y: y[i]!, surrogate: s[i]!, probability: q[i]! });
  };

const rules = {
  'rule 1': ruleOne,
  'rule 2': calibrated(),
  mended: calibrated(0),
  'mended from 100': calibrated(100),
};
const names = Object.keys(rules) as (keyof typeof rules)[];

/** Mean half-widths by rule and number of labels, and runs in which the truth was outside at some look. */
function measure(population: Population, counts: readonly number[], times: number) {
  const q = temperedProbabilities(population.s);
  const truth = mean(population.y);
  const rng = createRng(seed);
  const widths = names.map(() => counts.map(() => 0));
  const misses = names.map(() => 0);
  for (let run = 0; run < times; run++) {
    const order = [...exponentialKeyOrder(q, uniformInt(rng, 0, 0xffff_ffff), counts.at(-1)!)];
    for (const [k, name] of names.entries()) {
      const take = rules[name](population, q);
      let missed = false;
      for (const [t, i] of order.entries()) {
        const { lower, upper } = take(i);
        missed ||= truth < lower - 1e-9 || truth > upper + 1e-9;
        const at = counts.indexOf(t + 1);
        if (at >= 0) widths[k]![at]! += (upper - lower) / 2 / times;
      }
      if (missed) misses[k]!++;
    }
  }
  return { widths, misses };
}

const populations: [population: Population, times: number][] = [
  [coin(100_000), Math.max(3, Math.round(runs / 5))],
  ...realPopulations().map((population) => [population, runs] as [Population, number]),
];
const rows: string[][] = [];
const ratios = names.map(() => labelCounts.map(() => [] as number[]));
const missed = names.map(() => 0);
let studies = 0;
for (const [population, times] of populations) {
  if (population.y.length < least) continue;
  const counts = labelCounts.filter((count) => count < 0.9 * population.y.length);
  const { widths, misses } = measure(population, counts, times);
  studies += times;
  for (const [k, name] of names.entries()) {
    missed[k]! += misses[k]!;
    for (const [at, width] of widths[k]!.entries()) ratios[k]![at]!.push(width / widths[0]![at]!);
    rows.push([
      population.name,
      name,
      ...labelCounts.map((_, at) => figure(widths[k]![at], 4)),
      `${misses[k]} of ${times}`,
    ]);
  }
  console.error(population.name);
}
console.log(`Half-widths, tempered draws, ${runs} runs, seed ${seed}\n`);
printTable(['Population', 'Rule', ...labelCounts.map(String), 'misses'], rows);
console.log('\nRelative to rule 1: geometric mean (largest)\n');
printTable(
  ['Rule', ...labelCounts.map(String), 'misses'],
  names.map((name, k) => [
    name,
    ...ratios[k]!.map((list) =>
      list.length === 0 ? '-' : `${figure(geometricMean(list), 3)} (${figure(Math.max(...list), 3)})`,
    ),
    `${missed[k]} of ${studies}`,
  ]),
);
