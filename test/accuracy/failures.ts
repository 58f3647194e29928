/**
 * How often shares of failure modes, their order, and the bound on failures without a name miss, and how far a plain count is off:
 * `node test/accuracy/failures.ts [runs] [part]` prints tables like those of docs/failures.md. Parts: `counting` (the clock against
 * Wilson's interval on the plain count), `unnamed` (bound and truth), `checks` (every check of the self-check), `judges` (those
 * of shares that a judge narrows), or the number of one check.
 */
import { codedPool, failureChecks, unnamedRun, zipf } from '../../core/report/selfcheck/failure-checks.ts';
import { runSelfcheck } from '../../core/report/selfcheck/run-selfcheck.ts';
import { createRng, mean } from '../../stats/index.ts';
import { Claims, claimHeads } from './failure-claims.ts';
import { figure, printTable } from './markdown-table.ts';

const runs = Number(process.argv[2] ?? 100);
const part = process.argv[3] ?? 'all';
const seed = 20_261_127;

const [N, labels] = [1000, 120];

function counting(): void {
  const rng = createRng(seed);
  const rows: string[][] = [];
  const table = (name: string, studies: number, study: (claims: Claims) => void) => {
    const claims = new Claims();
    for (let run = 0; run < studies; run++) study(claims);
    rows.push(...claims.rows(name));
  };
  table('at its first occurrence, 2 %', runs, (claims) => {
    const pool = codedPool(rng, { N, shares: [0.02] });
    const at = pool.order.subarray(0, labels - 1).findIndex((item) => pool.values[0]![item] === 1);
    if (at >= 0) claims.add(pool.values[0]!, pool.order.subarray(0, labels), at + 1);
  });
  const spread = Array.from({ length: 20 }, (_, k) => 0.2 / (k + 1));
  const seenAt = (pool: ReturnType<typeof codedPool>, mode: number) =>
    pool.order.subarray(0, 40).reduce((sum, item) => sum + pool.values[mode]![item]!, 0);
  table('at label 40: each mode seen so far', Math.ceil(runs / 8), (claims) => {
    const pool = codedPool(rng, { N, shares: spread });
    for (const mode of spread.keys())
      if (seenAt(pool, mode) > 0) claims.add(pool.values[mode]!, pool.order.subarray(0, labels), 40);
  });
  const equal = new Array<number>(20).fill(0.05);
  table('at label 40: the most frequent of twenty that are all 5 %', runs, (claims) => {
    const pool = codedPool(rng, { N, shares: equal });
    const seen = equal.map((_, mode) => seenAt(pool, mode));
    claims.add(pool.values[seen.indexOf(Math.max(...seen))]!, pool.order.subarray(0, labels), 40);
  });
  console.log(`N = ${N}, ${labels} labels, uniform draws; ${runs} studies\n`);
  printTable(claimHeads, rows);
}

function unnamed(): void {
  const rng = createRng(seed);
  const at = [30, 60, 100, 200];
  const like = (modes: number, share: number) => new Array<number>(modes).fill(share);
  const kinds = [
    ['20 modes, Zipf from 25 %', 2000, zipf],
    ['three common ones', 2000, [0.2, 0.1, 0.05]],
    ['forty of 1 %', 400, like(40, 0.01)],
    ['two hundred of .5 %', 2000, like(200, 0.005)],
  ] as const;
  const rows = kinds.map(([name, size, shares]) => {
    const made = Array.from({ length: runs }, () =>
      unnamedRun(rng, codedPool(rng, { N: size, shares }), 200),
    );
    const of = (list: 'bound' | 'truth', n: number) =>
      figure(mean(made.map((run) => run[list][n - 1]! / size)), 3);
    const misses = made.filter(({ bound, truth }) => truth.some((items, n) => items > bound[n]!)).length;
    return [
      name,
      `${size}`,
      ...at.map((n) => `${of('bound', n)} (${of('truth', n)})`),
      `${misses} of ${runs}`,
    ];
  });
  console.log('\nMean bound on failures without a name, over N (mean truth)\n');
  printTable(['failures', 'N', ...at.map((n) => `${n} labels`), 'misses at any label'], rows);
}

async function checks(): Promise<void> {
  const all = failureChecks();
  const judged = all.filter(({ population }) => population.includes('judge'));
  const some = part === 'judges' ? judged : Number.isNaN(Number(part)) ? all : [all[Number(part)]!];
  if (some.length > 1) console.log('\nMisses at any label\n');
  const rows: string[][] = [];
  for await (const { interval, population, populationSize, misses, runs: shown, mostMisses } of runSelfcheck(
    some,
    {
      runs,
      seed,
    },
  )) {
    rows.push([interval, population, `${populationSize}`, `${misses} of ${shown}`, `${mostMisses}`]);
  }
  printTable(['what', 'of', 'N', 'missed', 'most that chance explains'], rows);
}

if (part === 'all' || part === 'counting') counting();
if (part === 'all' || part === 'unnamed') unnamed();
if (part === 'all' || part === 'checks' || part === 'judges' || !Number.isNaN(Number(part))) await checks();
