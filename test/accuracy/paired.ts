/**
 * How well two systems are told apart on real data: `node test/accuracy/paired.ts [runs]` prints the tables of
 * docs/measured/comparisons.md. Five pairs of systems on the 3,610 questions of NQ-open (gold answers play the person, word
 * F1 of SQuAD 1.1 the measure, agreement with a third system the surrogate), seeds 1 to `runs`.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CalibratedSequence,
  exponentialKeyOrder,
  labelsToDecide,
  mean,
  normalizationOf,
  pairedValue,
  priorPairedDeviation,
  sameResponses,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import { f1Squad1 } from '../../stats/metrics/squad1.ts';

interface Item {
  reference: string[];
  responses: Record<string, string>;
}

const file = path.join(import.meta.dirname, '../../../shared/data/openqa_nq/nqopen_full.jsonl');
const pairs = [
  ['EMDR2', 'DPR', 'R2D2'],
  ['R2D2', 'FiD', 'EMDR2'],
  ['FiD-KD', 'FiD', 'R2D2'],
  ['EMDR2', 'FiD-KD', 'R2D2'],
  ['FiD-KD', 'Contriever_FiD', 'R2D2'],
] as const;
const labels = 100;
const looks = 300;

/** One pool: true values and surrogates in [0, 1], and how a mean of x becomes the difference over all items. */
interface Pool {
  y: Float64Array;
  s: Float64Array;
  share: number;
}

interface Run {
  /** The estimated difference at each number of labels. */
  difference: number[];
  lower: number[];
  upper: number[];
}

type Design = (s: Float64Array) => Float64Array;
const uniform: Design = (s) => uniformProbabilities(s.length);
const tempered: Design = (s) => temperedProbabilities(s);

function drawn({ y, s, share }: Pool, design: Design, seed: number, count: number, toDifference = true): Run {
  const q = design(s);
  const sequence = new CalibratedSequence(summarizePool(s, q));
  const run: Run = { difference: [], lower: [], upper: [] };
  const onScale = (unit: number) => (toDifference ? share * (2 * unit - 1) : unit);
  for (const i of exponentialKeyOrder(q, seed, Math.min(count, y.length))) {
    const state = sequence.add({ y: y[i]!, surrogate: s[i]!, probability: q[i]! });
    run.difference.push(onScale(state.value));
    run.lower.push(onScale(state.lower));
    run.upper.push(onScale(state.upper));
  }
  return run;
}

const rmse = (values: readonly number[], truth: number) =>
  Math.sqrt(mean(values.map((value) => (value - truth) ** 2)));
const share = (values: readonly boolean[]) => values.filter(Boolean).length / values.length;

function poolsOf(items: readonly Item[], [first, second, guess]: (typeof pairs)[number]) {
  const normalize = normalizationOf(f1Squad1.id);
  const rows = items.map(({ responses, reference }) => {
    const [a, b, c] = [responses[first]!, responses[second]!, responses[guess]!];
    const score = (text: string, references: string[]) => f1Squad1.score(text, references)!;
    return {
      yA: score(a, reference),
      yB: score(b, reference),
      sA: score(a, [c]),
      sB: score(b, [c]),
      differs: !sameResponses([a], [b], normalize),
    };
  });
  const pool = (of: typeof rows, x: (row: (typeof rows)[number]) => [y: number, s: number]): Pool => ({
    y: Float64Array.from(of, (row) => x(row)[0]),
    s: Float64Array.from(of, (row) => x(row)[1]),
    share: of.length / rows.length,
  });
  const paired = (row: (typeof rows)[number]): [number, number] => [
    pairedValue(row.yA, row.yB),
    pairedValue(row.sA, row.sB),
  ];
  const differing = rows.filter(({ differs }) => differs);
  return {
    gap: mean(rows.map(({ yA, yB }) => yA - yB)),
    equal: 1 - differing.length / rows.length,
    differing: pool(differing, paired),
    all: pool(rows, paired),
    allBlind: pool(rows, (row) => [paired(row)[0], 0.5]),
    a: pool(rows, ({ yA, sA }) => [yA, sA]),
    b: pool(rows, ({ yB, sB }) => [yB, sB]),
  };
}

function study(items: readonly Item[], pair: (typeof pairs)[number], runs: number) {
  const pools = poolsOf(items, pair);
  const { gap, differing } = pools;
  const seeds = Array.from({ length: runs }, (_, i) => i + 1);
  const at = (run: Run) => run.difference.at(labels - 1) ?? run.difference.at(-1)!;
  const at100 = (pool: Pool, design: Design) => seeds.map((seed) => at(drawn(pool, design, seed, labels)));
  const apart = seeds.map(
    (seed) =>
      at(drawn(pools.a, uniform, seed, labels, false)) -
      at(drawn(pools.b, uniform, seed + 1_000_000, labels, false)),
  );
  const decisions = (design: Design) => {
    const full = seeds.map((seed) => drawn(differing, design, seed, looks));
    const decidedBy = (T: number) =>
      share(full.map(({ lower, upper }) => lower[T - 1]! > 0 || upper[T - 1]! < 0));
    return {
      rmse: rmse(full.map(at), gap),
      rightSign: share(full.map((run) => at(run) > 0 === gap > 0)),
      decidedBy,
      missed: share(
        full.map(({ lower, upper }) => lower.some((l, t) => gap < l - 1e-12 || gap > upper[t]! + 1e-12)),
      ),
      wrong: share(full.map(({ upper, lower }) => (gap > 0 ? upper.at(-1)! < 0 : lower.at(-1)! > 0))),
    };
  };
  const size = { sharedItems: items.length, differing: differing.y.length };
  const plan = labelsToDecide({
    ...size,
    gap,
    standardDeviation: priorPairedDeviation({ kind: 'binary-like' }),
  });
  return {
    pair,
    ...pools,
    apart: rmse(apart, gap),
    apartSign: share(apart.map((value) => value > 0 === gap > 0)),
    paired: rmse(at100(pools.allBlind, uniform), gap),
    pairedSurrogate: rmse(at100(pools.all, uniform), gap),
    uniform: decisions(uniform),
    tempered: decisions(tempered),
    plan,
    decidedAsPlanned: share(
      seeds.map((seed) => {
        const { lower, upper } = drawn(differing, uniform, seed, plan.labels);
        return lower.at(-1)! > 0 || upper.at(-1)! < 0;
      }),
    ),
  };
}

const three = (value: number) => value.toFixed(3);
const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const table = (columns: readonly string[]) => {
  row(columns);
  row(columns.map(() => '---'));
};

if (existsSync(file)) {
  const runs = Number(process.argv[2] ?? 300);
  const items = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
  const results = pairs.map((pair) => study(items, pair, runs));
  console.log(`RMSE of the difference at ${labels} labels, ${runs} runs\n`);
  table([
    'A, B',
    'gap',
    'equal',
    'apart (2T labels)',
    'paired',
    '+ surrogate',
    '+ differing only',
    'same, hardness',
  ]);
  for (const { pair, gap, equal, apart, paired, pairedSurrogate, ...r } of results) {
    const rates = [gap, equal, apart, paired, pairedSurrogate, r.uniform.rmse, r.tempered.rmse];
    row([`${pair[0]}, ${pair[1]}`, ...rates.map(three)]);
  }
  console.log('\nDecisions on the differing items\n');
  const columns = [
    'sign',
    `decided by ${labels}`,
    `decided by ${looks}`,
    `missed up to ${looks}`,
    'wrong winner',
  ];
  table(['A, B', 'design', 'sign, apart', ...columns]);
  for (const { pair, apartSign, ...r } of results) {
    for (const name of ['uniform', 'tempered'] as const) {
      const d = r[name];
      const rates = [apartSign, d.rightSign, d.decidedBy(labels), d.decidedBy(looks), d.missed, d.wrong];
      row([`${pair[0]}, ${pair[1]}`, name, ...rates.map(three)]);
    }
  }
  console.log('\nThe plan before any label, and what came of it (uniform)\n');
  table(['A, B', 'gap', 'differing', 'planned labels', 'decided by then']);
  for (const { pair, gap, differing, plan, decidedAsPlanned } of results) {
    row([`${pair[0]}, ${pair[1]}`, three(gap), differing.y.length, plan.labels, three(decidedAsPlanned)]);
  }
} else {
  console.log(`Nothing to measure: ${file} is not there.`);
}
