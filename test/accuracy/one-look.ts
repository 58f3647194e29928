/**
 * The approximate interval for one look beside the betting interval, PPI++ and MultiPPI on the same uniform draws:
 * `node test/accuracy/one-look.ts --runs 2000 --labels 30,100 --of real,further,synthetic,hard [--seed 1] [--betting] [--each]`.
 * Half-width and coverage of what is shown: the approximate interval, or the betting interval where it is refused. `--betting` runs
 * the default on every draw too, which takes most of the time.
 */
import { parseArgs } from 'node:util';
import {
  createRng,
  exponentialKeyOrder,
  mean,
  type Population,
  syntheticKinds,
  syntheticPopulation,
  uniformInt,
  uniformOpen,
  uniformProbabilities,
} from '../../stats/index.ts';
import { OneLookRuns } from '../../stats/kernel/one-look-runs.ts';
import { PlannedRuns } from '../../stats/kernel/planned-runs.ts';
import { type Signals, signalColumns, standardized } from '../../stats/planned/signal-columns.ts';
import { buildPopulation, coin, type MakeItem } from '../../stats/simulation/population.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import { multiPpi, ppiPlusPlus } from './peer-methods.ts';
import { furtherPopulations, realPopulations } from './real-populations.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    labels: { type: 'string', default: '30,100' },
    of: { type: 'string', default: 'real' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    betting: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    carried: { type: 'boolean', default: false },
    each: { type: 'boolean', default: false },
  },
});
const [runs, seed] = [Number(options.runs), Number(options.seed)];
const labelCounts = options.labels.split(',').map(Number);
const alpha = 0.05;

interface Pool extends Population {
  readonly set: string;
  readonly signals: Signals;
}

const withSurrogate = (set: string, population: Population): Pool => ({
  ...population,
  set,
  signals: { surrogate: population.s },
});

const fiveSteps = (value: number): number => Math.round(4 * Math.min(1, Math.max(0, value))) / 4;

/** Rare failures, ceilings and outliers: where an interval that takes a mean for normal goes wrong. */
const hard: readonly (readonly [name: string, make: MakeItem])[] = [
  ...[0.99, 0.97, 0.95, 0.9, 0.85, 0.8, 0.7, 0.5].flatMap((p): [string, MakeItem][] => [
    [`yes or no, ${p} yes, useless score`, (rng) => [uniformOpen(rng), coin(rng, p)]],
    [
      `yes or no, ${p} yes, good score`,
      (rng) => {
        const y = coin(rng, p);
        return [y === 1 ? 0.6 + 0.4 * uniformOpen(rng) : 0.9 * uniformOpen(rng), y];
      },
    ],
  ]),
  ...[0.1, 0.2, 0.35].flatMap((share): [string, MakeItem][] => [
    [
      `five steps, ceiling ${share}`,
      (rng) => {
        const u = uniformOpen(rng);
        const b = coin(rng, 0.5) ? u : uniformOpen(rng);
        return [fiveSteps(u ** 0.3), fiveSteps(b ** share)];
      },
    ],
    [
      `five steps, ${share} below the best`,
      (rng) => [uniformOpen(rng), uniformOpen(rng) < 1 - share ? 1 : fiveSteps(0.8 * uniformOpen(rng))],
    ],
  ]),
  [
    'long lower tail, known',
    (rng) => {
      const u = uniformOpen(rng);
      return [u, 1 - 0.9 * u ** 8 * uniformOpen(rng)];
    },
  ],
  [
    'long lower tail, unknown',
    (rng) => [uniformOpen(rng), Math.max(0, 1 - 0.05 / (uniformOpen(rng) + 0.05))],
  ],
  ['outliers, 1 in 25', (rng) => [uniformOpen(rng), coin(rng, 0.04) ? 0 : 0.7 + 0.2 * uniformOpen(rng)]],
  ['outliers, 1 in 10', (rng) => [uniformOpen(rng), coin(rng, 0.1) ? 0 : 0.7 + 0.2 * uniformOpen(rng)]],
];

const families: Record<string, () => Pool[]> = {
  real: () =>
    realPopulations().map((one) => ({ ...one, signals: (options.carried && one.carried) || one.signals })),
  further: furtherPopulations,
  synthetic: () =>
    syntheticKinds.map((kind, i) =>
      withSurrogate('synthetic', syntheticPopulation(kind, i % 3 === 0 ? 400 : 3000, i + 1)),
    ),
  hard: () =>
    [200, 1500].flatMap((size, k) =>
      hard.map(([name, make], i) =>
        withSurrogate('hard', buildPopulation(name, size, 2000 + 100 * k + i, make)),
      ),
    ),
};

interface Ends {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

interface Tally {
  squares: number;
  width: number;
  held: number;
}

interface Cell {
  readonly name: string;
  readonly N: number;
  readonly labels: number;
  /** Share of the runs in which the approximate interval is shown, and in which it held then. */
  shown: number;
  heldWhereShown: number;
  readonly tallies: Readonly<Record<string, Tally>>;
}

const methods = [
  'one look',
  ...(options.betting ? ['default, one look', 'default, planned'] : []),
  ...(options.peers ? ['PPI++', 'MultiPPI'] : []),
];

function cellOf(pool: Pool, labels: number): Cell {
  const { y, s, set, name, signals } = pool;
  const columns = signalColumns(signals);
  const study = { surrogate: signals.surrogate, columns, alpha };
  const oneLook = new OneLookRuns(study, labels);
  const betting = (once: boolean) => new PlannedRuns({ ...study, plan: labels, once }, [labels]);
  const [declared, planned] = [betting(true), betting(false)];
  const scores = [signals.surrogate, ...(signals.quality ?? [])]
    .map(standardized)
    .filter((one) => one !== undefined);
  const truth = mean(y);
  const q = uniformProbabilities(y.length);
  const rng = createRng(seed);
  const tallies = Object.fromEntries(methods.map((method) => [method, { squares: 0, width: 0, held: 0 }]));
  const cell: Cell = { name: `${set}: ${name}`, N: y.length, labels, shown: 0, heldWhereShown: 0, tallies };
  const count = (method: string, { value, lower, upper }: Ends): boolean => {
    const tally = tallies[method]!;
    const [low, high] = [Math.max(0, lower), Math.min(1, upper)];
    const holds = truth >= low - 1e-9 && truth <= high + 1e-9;
    tally.squares += (value - truth) ** 2 / runs;
    tally.width += (high - low) / 2 / runs;
    tally.held += Number(holds) / runs;
    return holds;
  };
  for (let run = 0; run < runs; run++) {
    const order = exponentialKeyOrder(q, uniformInt(rng, 0, 0xffff_ffff), labels);
    const outcome = oneLook.run(order, y);
    const holds = count('one look', outcome);
    if (outcome.isApproximate) {
      cell.shown += 1 / runs;
      cell.heldWhereShown += Number(holds) / runs;
    }
    if (options.betting) {
      for (const [method, runsOf] of [
        ['default, one look', declared],
        ['default, planned', planned],
      ] as const) {
        runsOf.run(order, y);
        const at = labels - 1;
        count(method, { value: runsOf.value[at]!, lower: runsOf.lower[at]!, upper: runsOf.upper[at]! });
      }
    }
    if (options.peers) {
      const taken = Array.from(order);
      const labeled = { y: taken.map((i) => y[i]!), s: taken.map((i) => s[i]!), pool: s };
      count('PPI++', ppiPlusPlus(labeled, alpha));
      count('MultiPPI', multiPpi(taken, y, scores, alpha));
    }
  }
  return cell;
}

const cells: Cell[] = [];
const started = performance.now();
const pools = options.of
  .split(',')
  .flatMap((family) => families[family]!())
  .filter(({ name }) => name.includes(options.only))
  .slice(Number(options.from), Number(options.to));
for (const pool of pools) {
  for (const labels of labelCounts) if (labels < pool.y.length) cells.push(cellOf(pool, labels));
}
console.log(
  `${pools.length} populations (${options.of}), ${runs} runs each, seed ${seed}, ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
);
for (const labels of labelCounts) {
  const of = cells.filter((cell) => cell.labels === labels);
  if (of.length === 0) continue;
  const offered = of.filter(({ shown }) => shown > 0.5);
  console.log(
    `\n${labels} labels, ${of.length} populations; the approximate interval is shown in most runs of ${offered.length}\n`,
  );
  printTable(
    ['Method', 'RMSE', 'half-width', 'coverage', 'least'],
    methods.map((method) => {
      const held = of.map(({ tallies }) => tallies[method]!.held);
      return [
        method,
        figure(geometricMean(of.map(({ tallies }) => Math.sqrt(tallies[method]!.squares))), 4),
        figure(geometricMean(of.map(({ tallies }) => tallies[method]!.width)), 4),
        figure(mean(held), 3),
        figure(Math.min(...held), 3),
      ];
    }),
  );
  const low = of.filter(({ tallies }) => tallies['one look']!.held < 0.945);
  for (const { name, N, shown, heldWhereShown, tallies } of options.each ? of : low) {
    console.log(
      `${name} (${N}): ${methods.map((method) => `${method} ${figure(tallies[method]!.width, 4)} ${figure(tallies[method]!.held, 4)}`).join('; ')}; shown ${figure(shown, 3)}, held then ${figure(heldWhereShown / Math.max(shown, 1e-9), 3)}`,
    );
  }
}
