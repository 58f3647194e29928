/**
 * Ways to bet, compared: `node test/accuracy/bets.ts [runs] [seed]` prints the table of docs/measured/could-it-be-better.md on the width
 * of the interval. All of them keep the guarantee but the oracles, which know what no study knows.
 */
import {
  createRng,
  exponentialKeyOrder,
  mean,
  type Population,
  summarizePool,
  temperedProbabilities,
  uniformInt,
} from '../../stats/index.ts';
import { envelopeMaximum } from '../../stats/pool-summary.ts';
import { regress } from '../../stats/sequence/regression.ts';
import { aimOf, heldStake } from '../../stats/sequence/wealth-grid.ts';
import { WeightedSums } from '../../stats/sequence/weighted-sums.ts';
import { allPopulations } from './all-populations.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';

/** One gambler; several share their wealth equally, and a candidate is out when the average reaches 1/alpha. */
interface Gambler {
  /** The bet on a lead of p over a candidate that lies so far above the lowest and below the highest payoff. */
  stake: (lead: number, v: number, below: number, above: number) => number;
  /** Pseudo-labels at the surrogate mean; 2 when not given. */
  priorStrength?: number;
  /** Told the true mean, or the true mean and variance. */
  oracle?: 'mean' | 'mean and variance';
}

const held = (stake: number, share: number, below: number, above: number) =>
  stake > 0
    ? Math.min(stake, share / Math.max(below, 1e-9))
    : Math.max(stake, -share / Math.max(above, 1e-9));

/** a/(v + a^2) times boldness, at a mixture of the lead and of an aim of so many standard deviations. */
const aimed =
  (share: number, boldness = 1, aim = 0, weight = 0.5): Gambler['stake'] =>
  (lead, v, below, above) => {
    const a = aim === 0 ? Math.abs(lead) : (1 - weight) * Math.abs(lead) + weight * aim * Math.sqrt(v);
    return held((Math.sign(lead) * boldness * a) / (v + a * a), share, below, above);
  };

/** The same share of the most that may be bet, whatever is known. */
const constant =
  (share: number): Gambler['stake'] =>
  (_lead, _v, below, above) =>
    share / Math.max(share > 0 ? below : above, 1e-9);

const shipped: Gambler['stake'] = (lead, v, below, above) => heldStake(lead, v, aimOf(v), below, above);

const rules: Record<string, Gambler[]> = {
  'growth alone, C = .75 (rule 1)': [{ stake: aimed(0.75) }],
  '**shipped (rule 2)**': [{ stake: shipped }],
  'growth, C = .9': [{ stake: aimed(0.9) }],
  'growth, C = .6': [{ stake: aimed(0.6) }],
  'growth, 1.4 times as bold': [{ stake: aimed(0.75, 1.4) }],
  'aim .45 sd alone, no lead': [{ stake: aimed(0.75, 1, 0.45, 1) }],
  'half-way to an aim of .45 sd': [{ stake: aimed(0.75, 1, 0.45) }],
  'prior of 1 pseudo-label': [{ stake: aimed(0.75), priorStrength: 1 }],
  'prior of 4 pseudo-labels': [{ stake: aimed(0.75), priorStrength: 4 }],
  'three gamblers, C = .5, .75, .95': [0.5, 0.75, 0.95].map((share) => ({ stake: aimed(share) })),
  'two gamblers, C = .65 with prior 4 and C = .95 with prior 1': [
    { stake: aimed(0.65, 1.2, 0.39), priorStrength: 4 },
    { stake: aimed(0.95, 1.2, 0.39), priorStrength: 1 },
  ],
  'eight constant shares, up and down': [-0.9, -0.6, -0.3, -0.15, 0.15, 0.3, 0.6, 0.9].map((share) => ({
    stake: constant(share),
  })),
  'oracle of the mean, growth': [{ stake: aimed(0.75), oracle: 'mean' }],
  'oracle of mean and variance, aim .45 sd': [
    { stake: aimed(0.75, 1, 0.45, 1), oracle: 'mean and variance' },
  ],
};

const steps = 500;
const labelCounts = [10, 30, 100];
const alpha = 0.05;

interface Outcome {
  halfWidths: (number | undefined)[];
  missed: number;
}

function tryRule(gamblers: readonly Gambler[], population: Population, runs: number, seed: number): Outcome {
  const { s, y } = population;
  const q = temperedProbabilities(s);
  const pool = summarizePool(s, q);
  const N = s.length;
  const truth = mean(y);
  const residual = residualVariance(population);
  const counts = labelCounts.filter((count) => count < N);
  const rng = createRng(seed);
  const widths = labelCounts.map(() => 0);
  let missed = 0;
  const wealth = gamblers.map(() => new Float64Array(steps + 1));
  for (let run = 0; run < runs; run++) {
    for (const list of wealth) list.fill(1);
    const sums = new WeightedSums(N);
    let [lower, upper, first, last] = [0, 1, 0, steps];
    for (const i of exponentialKeyOrder(q, uniformInt(rng, 0, 0xffff_ffff), counts.at(-1)!)) {
      const fit = regress(sums, pool);
      const { slope: b, predictedMean, predictedVariance, count: n } = fit;
      const base = (b * (N * pool.mean - sums.sumS) + sums.sumY) / N;
      const Q = sums.remainingProbability;
      const payoff = (y[i]! - b * s[i]!) / (N * sums.nextProbability(q[i]!)) + base;
      const lowest = base - (b * Q * pool.maxSurrogateOverProbability) / N;
      const highest = base + (Q * envelopeMaximum(pool, b)) / N;
      while ((first / steps) * N < sums.sumY - 1e-9) first++;
      while ((last / steps) * N > sums.sumY + sums.itemsLeft + 1e-9) last--;
      gamblers.forEach(({ stake, priorStrength = 2, oracle }, k) => {
        // The prior of the shipped regression is 2 pseudo-labels; its sums of squares give any other.
        const surprise = (fit.rawValue - pool.mean) ** 2;
        const v0 = Math.max(0.375 * pool.mean * (1 - pool.mean), 0.0375);
        const mixed = (x: number, z: number) => (priorStrength * x + n * z) / (priorStrength + n);
        const learned =
          n === 0 ? 0 : fit.residualSquares / n + (priorStrength / (priorStrength + n)) * surprise;
        const p = oracle ? truth : priorStrength === 2 ? predictedMean : mixed(pool.mean, fit.rawValue);
        const v =
          oracle === 'mean and variance'
            ? residual
            : priorStrength === 2
              ? predictedVariance
              : mixed(v0, learned);
        const list = wealth[k]!;
        for (let g = first; g <= last; g++) {
          const m = g / steps;
          list[g] = list[g]! * (1 + stake(p - m, v, m - lowest, highest - m) * (payoff - m));
        }
      });
      sums.add(y[i]!, s[i]!, q[i]!);
      const isAccepted = (g: number) =>
        wealth.reduce((sum, list) => sum + list[g]!, 0) < gamblers.length / alpha;
      let [from, to] = [first, last];
      while (from <= to && !isAccepted(from)) from++;
      while (to >= from && !isAccepted(to)) to--;
      if (from <= to) {
        lower = Math.max(lower, (from - 0.5) / steps, sums.sumY / N);
        upper = Math.min(upper, (to + 0.5) / steps, (sums.sumY + sums.itemsLeft) / N);
      }
      const index = labelCounts.indexOf(sums.count);
      if (index >= 0) widths[index]! += (upper - lower) / 2;
    }
    if (truth < lower - 1e-9 || truth > upper + 1e-9) missed++;
  }
  return {
    halfWidths: labelCounts.map((count, index) =>
      counts.includes(count) ? widths[index]! / runs : undefined,
    ),
    missed: missed / runs,
  };
}

/** Variance of y - b s over the population, at the best slope in [0, 1]; at least .001. */
function residualVariance({ s, y }: Population): number {
  const [sbar, ybar] = [mean(s), mean(y)];
  const products = mean(s.map((value, i) => (value - sbar) * (y[i]! - ybar)));
  const squares = mean(s.map((value) => (value - sbar) ** 2));
  const b = squares < 1e-12 ? 0 : Math.min(1, Math.max(0, products / squares));
  return Math.max(0.001, mean(s.map((value, i) => (y[i]! - ybar - b * (value - sbar)) ** 2)));
}

const [runs = 60, seed = 1] = process.argv.slice(2).map(Number);
const populations = allPopulations();
const rows: string[][] = [];
let yardstick: Outcome[] | undefined;
for (const [name, gamblers] of Object.entries(rules)) {
  const outcomes = populations.map((population, index) => tryRule(gamblers, population, runs, seed + index));
  yardstick ??= outcomes;
  const ratios = labelCounts.map((_, at) =>
    outcomes.map(({ halfWidths }, i) => {
      const base = yardstick![i]!.halfWidths[at];
      return halfWidths[at] === undefined || !base ? undefined : halfWidths[at] / base;
    }),
  );
  const worst = (list: (number | undefined)[]) => Math.max(...list.filter((value) => value !== undefined));
  rows.push([
    name,
    figure(geometricMean(outcomes.map(({ halfWidths }) => halfWidths[1])), 4),
    ...ratios.map((list) => figure(geometricMean(list), 3)),
    ...ratios.map((list) => figure(worst(list))),
    figure(mean(outcomes.map(({ missed }) => missed)), 3),
  ]);
}
console.log(`${populations.length} populations, ${runs} runs each, seed ${seed}\n`);
printTable(
  [
    'Bets',
    'half-width at 30',
    ...labelCounts.map((count) => `relative at ${count}`),
    ...labelCounts.map((count) => `worst at ${count}`),
    'misses',
  ],
  rows,
);
