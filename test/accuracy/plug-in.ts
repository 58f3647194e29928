/**
 * How exact the correction by sensitivity and specificity is, and how often its interval holds: `node test/accuracy/plug-in.ts [runs]
 * [seed]`. Yes or no by people and by a judge, of whom share of yes, sensitivity and specificity are known; uniform draws of 2,000
 * items. Beside it: the plain mean, and the difference estimator of PPI++ with its published interval.
 */
import {
  buildPopulation,
  coin,
  createRng,
  type Evidence,
  estimateWith,
  fixedIntervalById,
  intervalOf,
  mean,
  methodById,
  summarizePool,
  uniformInt,
  uniformOrder,
  uniformProbabilities,
} from '../../stats/index.ts';
import { figure, printTable } from './markdown-table.ts';

const [runs = 1000, seed = 1] = process.argv.slice(2, 4).map(Number);
const N = 2000;
const labelCounts = [10, 30, 100, 200];
const ids = ['rogan-gladen', 'ppi-plus-plus', 'plain-mean'] as const;
const intervals = { 'rogan-gladen': 'rogan-gladen', 'ppi-plus-plus': 'ppi-plus-plus-normal' } as const;
const judges = [
  [0.95, 0.95],
  [0.9, 0.8],
  [0.95, 0.5],
  [0.6, 0.95],
  [0.7, 0.6],
] as const;

const rows = labelCounts.flatMap((labels) =>
  judges.map(([sensitivity, specificity]) => {
    const errors = Object.fromEntries(
      ids.map((id) => [id, { squares: [] as number[], none: 0, held: 0, shown: 0 }]),
    );
    const worst = { 'rogan-gladen': 1, 'ppi-plus-plus': 1 };
    for (const share of [0.3, 0.5, 0.8, 0.95]) {
      const population = buildPopulation('judged', N, 7, (rng) => {
        const y = coin(rng, share);
        return [y === 1 ? coin(rng, sensitivity) : 1 - coin(rng, specificity), y];
      });
      const q = uniformProbabilities(N);
      const summary = summarizePool(population.s, q);
      const truth = mean(population.y);
      const rng = createRng(seed);
      const here = { 'rogan-gladen': 0, 'ppi-plus-plus': 0 };
      for (let run = 0; run < runs; run++) {
        const draws = Array.from(uniformOrder(N, uniformInt(rng, 0, 0xffff_ffff), labels), (pool) => {
          return { pool, y: population.y[pool]!, surrogate: population.s[pool]!, probability: 1 / N };
        });
        const evidence: Evidence = {
          design: 'without-replacement',
          uniform: true,
          summary,
          alpha: 0.05,
          draws,
        };
        for (const id of ids) {
          const { value } = estimateWith(methodById(id)!, evidence);
          if (value === undefined) errors[id]!.none += 1;
          else errors[id]!.squares.push((value - truth) ** 2);
        }
        for (const [id, interval] of Object.entries(intervals) as ['rogan-gladen', string][]) {
          const ends = intervalOf(fixedIntervalById(interval)!, {
            labels: draws,
            summary,
            alpha: 0.05,
            seed: 1,
          })!;
          const holds = truth >= ends.lower - 1e-9 && truth <= ends.upper + 1e-9;
          errors[id]!.shown += 1;
          errors[id]!.held += Number(holds);
          here[id] += Number(holds);
        }
      }
      for (const id of ['rogan-gladen', 'ppi-plus-plus'] as const)
        worst[id] = Math.min(worst[id], here[id] / runs);
    }
    const rmse = (id: string) => Math.sqrt(mean(errors[id]!.squares));
    const held = (id: 'rogan-gladen' | 'ppi-plus-plus') =>
      `${figure(errors[id]!.held / errors[id]!.shown)} (${figure(worst[id])})`;
    return [
      ...[String(labels), String(sensitivity), String(specificity)],
      figure(errors['rogan-gladen']!.none / (4 * runs)),
      ...ids.map((id) => figure(rmse(id))),
      ...[held('rogan-gladen'), held('ppi-plus-plus')],
    ];
  }),
);
console.log(`${runs} runs each, seed ${seed}, shares of yes .3, .5, .8 and .95; held: mean (worst)\n`);
printTable(
  [
    ...['Labels', 'Sensitivity', 'Specificity', 'Not estimable'],
    ...['RMSE', 'PPI++', 'Plain mean', 'Held', 'PPI++ held'],
  ],
  rows,
);
