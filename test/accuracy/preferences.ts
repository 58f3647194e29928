/**
 * Win rates from few preferences on real data: `node test/accuracy/preferences.ts [seeds] [first seed]` prints the table of
 * docs/measured/comparisons.md. PandaLM's human preferences (three annotators), the preference of a judge as surrogate; beside it PPI++
 * at one look, and the plain mean, on the same uniform draws.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  exponentialKeyOrder,
  mean,
  type Population,
  plannedProcedure,
  uniformProbabilities,
} from '../../stats/index.ts';
import { ppiPlusPlus } from './peer-methods.ts';

interface Item {
  pair: [string, string];
  human: { pair: { preferred: number[] } };
  judge: Record<string, { pair: { preferred: number } }>;
}

const file = path.join(import.meta.dirname, '../../../shared/data/pandalm_pairs/items.jsonl');
const budgets = [30, 100];

/** What the first response gets of a win: 1 is the first, 2 the second, 0 a tie. */
const share = (preferred: number | undefined): number => (preferred === 1 ? 1 : preferred === 2 ? 0 : 0.5);

/** The win rate of the first response, or of one system over whatever it met. */
function populationOf(items: readonly Item[], judge: string, system: string | null): Population {
  const met = items.filter(({ pair }) => system === null || pair.includes(system));
  const turned = (item: Item, value: number) =>
    system === null || item.pair[0] === system ? value : 1 - value;
  return {
    name: `${system ?? 'first response'}, ${judge} (N = ${met.length})`,
    y: Float64Array.from(met, (item) => turned(item, mean(item.human.pair.preferred.map(share)))),
    s: Float64Array.from(met, (item) => turned(item, share(item.judge[judge]?.pair.preferred))),
  };
}

interface Tally {
  errors: number[];
  held: number;
  width: number;
}
const tally = (): Tally => ({ errors: [], held: 0, width: 0 });

function count(
  into: Tally,
  truth: number,
  { value, lower, upper }: { value: number; lower: number; upper: number },
) {
  into.errors.push((value - truth) ** 2);
  into.held += lower - 1e-9 <= truth && truth <= upper + 1e-9 ? 1 : 0;
  into.width += (upper - lower) / 2;
}

function rowsOf(population: Population, seeds: readonly number[]): (string | number)[][] {
  const { y, s } = population;
  const truth = mean(y);
  return budgets.map((labels) => {
    const run = plannedProcedure('planned', labels, 0.05).prepare(population, [labels]);
    const q = uniformProbabilities(y.length);
    const [own, peer, plain] = [tally(), tally(), { errors: [] as number[] }];
    let heldAtAll = 0;
    for (const seed of seeds) {
      const looks = run(
        seed,
        Array.from({ length: labels }, (_, i) => i + 1),
      );
      const { value, lower, upper } = looks[labels - 1]!;
      count(own, truth, { value, lower: lower!, upper: upper! });
      heldAtAll += looks.every((look) => look.lower! - 1e-9 <= truth && truth <= look.upper! + 1e-9) ? 1 : 0;
      const order = Array.from(exponentialKeyOrder(q, seed, labels));
      const labeled = { y: order.map((i) => y[i]!), s: order.map((i) => s[i]!), pool: s };
      count(peer, truth, ppiPlusPlus(labeled, 0.05));
      plain.errors.push((mean(labeled.y) - truth) ** 2);
    }
    const rmse = ({ errors }: Pick<Tally, 'errors'>) => Math.sqrt(mean(errors)).toFixed(4);
    const rate = (held: number) => (held / seeds.length).toFixed(3);
    const reach = ({ width }: Tally) => (width / seeds.length).toFixed(3);
    return [
      ...[population.name, truth.toFixed(3), labels, rmse(own), rmse(peer), rmse(plain)],
      ...[rate(own.held), rate(heldAtAll), rate(peer.held), reach(own), reach(peer)],
    ];
  });
}

const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);

if (existsSync(file)) {
  const runs = Number(process.argv[2] ?? 1000);
  const from = Number(process.argv[3] ?? 1);
  const items = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
  const systems = [...new Set(items.flatMap(({ pair }) => pair))].sort();
  const seeds = Array.from({ length: runs }, (_, i) => from + i);
  console.log(`Win rates on PandaLM, ${runs} seeds from ${from}\n`);
  row([
    'Win rate of, surrogate',
    'full',
    'labels',
    'RMSE',
    'PPI++',
    'plain',
    'coverage',
    'at all looks',
    'PPI++',
    'half-width',
    'PPI++',
  ]);
  row(['---', ...Array.from({ length: 10 }, () => '--:')]);
  for (const judge of ['pandalm-7b', 'gpt-3.5-turbo']) {
    for (const system of [null, ...systems]) {
      for (const cells of rowsOf(populationOf(items, judge, system), seeds)) row(cells);
    }
  }
} else console.log(`Nothing to measure: ${file} is not there.`);
