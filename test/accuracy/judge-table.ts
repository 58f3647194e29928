/**
 * Judges alone beside judges calibrated by few labels, on real human and judge scores: `node test/accuracy/judge-table.ts
 * [runs]` prints the table of docs/measured/judges.md. Consistency is 1 - |estimate - full human evaluation|/|full human
 * evaluation| of a single run on the criterion's own scale, averaged over seeds 1 to `runs` (1,000) and over systems.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  CalibratedSequence,
  consistencyRatio,
  exponentialKeyOrder,
  fromUnit,
  mean,
  type Scale,
  summarizePool,
  temperedProbabilities,
  toUnit,
  weightedPearson,
} from '../../stats/index.ts';
import { figure, printTable } from './markdown-table.ts';

interface Item {
  human: Record<string, Record<string, number[]>>;
  judge: Record<string, Record<string, Record<string, number>>>;
}

/** An item of pairs: what is said of the pair, 1 for its first system, 2 for its second, 0 for a tie. */
interface PairItem {
  pair: readonly [string, string];
  human: { pair: { preferred: number[] } };
  judge: Record<string, { pair: { preferred: number } }>;
}

/** One judge's scores for one criterion, on scales of their own. */
interface Row {
  readonly set: string;
  readonly file: string;
  readonly judge: string;
  readonly criterion: string;
  readonly scale: Scale;
  /** The judge's name of the criterion, and its range. */
  readonly judged?: string;
  readonly judgeScale?: Scale;
  /** Systems that are left out. */
  readonly without?: readonly string[];
}

const folder = path.join(import.meta.dirname, '../../../shared/data');
const upTo = (max: number, min = 0): Scale => ({ min, max, direction: 'higher' });
const budgets = [10, 20, 30] as const;

const nq = {
  set: 'NQ-open, 301 questions',
  file: 'openqa_nq/nq301_human.jsonl',
  criterion: 'acceptable',
  scale: upTo(1),
};
const mtrag = {
  set: 'MTRAG',
  file: 'mtrag_human/items.jsonl',
  scale: upTo(4, 1),
  judged: 'score',
  judgeScale: upTo(1),
  without: ['reference'],
};
const usr = {
  set: 'USR Topical-Chat',
  file: 'usr_topical_chat/items.jsonl',
  judge: 'UniEval',
  judgeScale: upTo(1),
};

const pandalm = {
  set: 'PandaLM, pairs of systems',
  file: 'pandalm_pairs/items.jsonl',
  criterion: 'preferred',
  scale: upTo(1),
};

const rows: readonly Row[] = [
  { ...nq, judge: 'gpt-4' },
  { ...nq, judge: 'text-davinci-003' },
  { ...nq, judge: 'BEM' },
  { ...mtrag, judge: 'rb_llm', criterion: 'faithfulness' },
  { ...mtrag, judge: 'rb_llm', criterion: 'completeness' },
  { ...mtrag, judge: 'rl_f', criterion: 'faithfulness' },
  { ...usr, criterion: 'naturalness', scale: upTo(3, 1) },
  { ...usr, criterion: 'coherence', scale: upTo(3, 1) },
  { ...usr, criterion: 'groundedness', scale: upTo(1) },
  { ...usr, criterion: 'understandability', scale: upTo(1) },
  { ...pandalm, judge: 'gpt-3.5-turbo' },
  { ...pandalm, judge: 'pandalm-7b' },
];

/** A pair as if it were one system, scored with the share of its first system: 1, 0, or 0.5 for a tie. */
function pairAsSystem({ pair, human, judge }: PairItem): Item {
  const name = pair.join(' or ');
  const share = (code: number) => [0.5, 1, 0][code]!;
  return {
    human: { [name]: { preferred: human.pair.preferred.map(share) } },
    judge: Object.fromEntries(
      Object.entries(judge).map(([by, said]) => [by, { [name]: { preferred: share(said.pair.preferred) } }]),
    ),
  };
}

function readItems(file: string): Item[] {
  return readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Item | PairItem)
    .map((item) => ('pair' in item ? pairAsSystem(item) : item));
}

interface Pool {
  y: Float64Array;
  s: Float64Array;
}

/** Items of one system that people and the judge scored, rescaled to [0, 1]. */
function poolOf(items: readonly Item[], system: string, row: Row): Pool {
  const { judge, criterion, scale, judged = criterion, judgeScale = scale } = row;
  const both = items.flatMap((item) => {
    const votes = item.human[system]?.[criterion] ?? [];
    const score = item.judge[judge]?.[system]?.[judged];
    return votes.length === 0 || score === undefined ? [] : [{ human: mean(votes), score }];
  });
  const clipped = (value: number) => Math.min(1, Math.max(0, value));
  return {
    y: Float64Array.from(both, ({ human }) => toUnit(human, scale)),
    s: Float64Array.from(both, ({ score }) => clipped(toUnit(score, judgeScale))),
  };
}

interface Figures {
  items: number;
  correlation: number | undefined;
  judgeOnly: number;
  /** Mean single-run consistency at each budget. */
  calibrated: number[];
  /** Judge-only consistency that calibration at 30 labels misses in this share of runs. */
  worse: number;
}

function figuresOf({ y, s }: Pool, scale: Scale, runs: number): Figures {
  const truth = fromUnit(mean(y), scale);
  const consistency = (unit: number) => consistencyRatio(fromUnit(unit, scale), truth)!;
  const judgeOnly = consistency(mean(s));
  const q = temperedProbabilities(s);
  const summary = summarizePool(s, q);
  const sums = budgets.map(() => 0);
  let worse = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const sequence = new CalibratedSequence(summary);
    let drawn = 0;
    for (const i of exponentialKeyOrder(q, seed, budgets.at(-1)!)) {
      const { value } = sequence.add({ y: y[i]!, surrogate: s[i]!, probability: q[i]! });
      const at = budgets.indexOf(++drawn as 10);
      if (at >= 0) sums[at]! += consistency(value);
      if (drawn === budgets.at(-1) && consistency(value) < judgeOnly) worse++;
    }
  }
  const pairs = Array.from(y, (value, i) => ({ a: value, b: s[i]!, weight: 1 }));
  return {
    items: y.length,
    correlation: weightedPearson(pairs),
    judgeOnly,
    calibrated: sums.map((sum) => sum / runs),
    worse: worse / runs,
  };
}

const runs = Number(process.argv[2] ?? 1000);
if (existsSync(folder)) printAll();
else console.log(`The real evaluation sets are not at ${folder}.`);

function printAll(): void {
  const lines = rows.map((row) => {
    const items = readItems(row.file);
    const judged = new Set(items.flatMap(({ judge }) => Object.keys(judge[row.judge] ?? {})));
    const systems = [...judged].filter((name) => !row.without?.includes(name));
    const figures = systems.map((system) => figuresOf(poolOf(items, system, row), row.scale, runs));
    const counts = figures.map(({ items: count }) => count).sort((a, b) => a - b);
    const of = (pick: (one: Figures) => number) => mean(figures.map(pick));
    const percent = (value: number) => figure(100 * value, 1);
    return [
      `${row.set}: ${row.criterion}, ${row.judge}`,
      String(systems.length),
      counts[0] === counts.at(-1) ? String(counts[0]) : `${counts[0]}-${counts.at(-1)}`,
      figure(of(({ correlation }) => correlation ?? 0)),
      percent(of(({ judgeOnly }) => judgeOnly)),
      percent(Math.min(...figures.map(({ judgeOnly }) => judgeOnly))),
      ...budgets.map((_, at) => percent(of(({ calibrated }) => calibrated[at]!))),
      percent(of(({ worse }) => worse)),
    ];
  });
  const columns = [
    'Data: criterion, judge',
    'Systems or pairs',
    'N',
    'r',
    'Judge alone',
    'worst one',
    ...budgets.map((budget) => `T = ${budget}`),
    'Judge alone nearer at T = 30',
  ];
  printTable(columns, lines);
}
