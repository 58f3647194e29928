/**
 * How often shares of failure modes, their order, and the bound on failures without a name miss, and how far a plain count is off:
 * `node test/accuracy/failures.ts [runs] [part]` prints tables like those of docs/failures.md. Parts: `counting` (the clock against
 * Wilson's interval on the plain count), `unnamed` (bound and truth), `checks` (every check of the self-check), or the number of one
 * of its checks.
 */
import { codedPool, failureChecks, unnamedRun, zipf } from '../../core/report/selfcheck/failure-checks.ts';
import { runSelfcheck } from '../../core/report/selfcheck/run-selfcheck.ts';
import { createRng, ModeSequence, mean } from '../../stats/index.ts';
import { wilson } from '../../stats/intervals/wilson.ts';
import { figure, printTable } from './markdown-table.ts';

const runs = Number(process.argv[2] ?? 100);
const part = process.argv[3] ?? 'all';
const seed = 20_261_127;

/** Bias, misses and half-width of one way to claim a share. */
class Claim {
  #misses = 0;
  #errors = 0;
  #widths = 0;
  #count = 0;

  add(
    value: number,
    { lower, upper }: { lower: number; upper: number },
    truth: number,
    missed = false,
  ): void {
    this.#count++;
    if (missed || lower > truth + 1e-9 || upper < truth - 1e-9) this.#misses++;
    this.#errors += value - truth;
    this.#widths += (upper - lower) / 2;
  }

  get cells(): string[] {
    const of = (sum: number) => sum / this.#count;
    return [
      `${figure(100 * of(this.#misses), 1)} %`,
      figure(of(this.#errors), 3),
      figure(of(this.#widths), 3),
    ];
  }

  get count(): number {
    return this.#count;
  }
}

const [N, labels, alpha] = [1000, 120, 0.05];

/** A mode named after so many labels: its clock at all looks, and what a plain count says where it was found and at the end. */
function claim(
  pool: ReturnType<typeof codedPool>,
  mode: number,
  clock: number,
  claims: readonly Claim[],
): void {
  const y = pool.values[mode]!;
  const truth = mean(y);
  const sequence = new ModeSequence({
    populationSize: N,
    before: [...pool.order.subarray(0, clock)].map((item) => ({ pool: item, y: y[item]! })),
    ...{ plan: labels, alpha, steps: 1 },
  });
  let missed = false;
  for (const item of pool.order.subarray(clock, labels)) {
    sequence.advance({ pool: item, y: y[item]! });
    const { lower, upper } = sequence.pointAfter(sequence.drawnCount);
    if (lower > truth + 1e-9 || upper < truth - 1e-9) missed = true;
  }
  const { state } = sequence;
  if (state.value !== undefined) claims[0]!.add(state.value, state, truth, missed);
  for (const [i, count] of [clock, labels].entries()) {
    const seen = pool.order.subarray(0, count).reduce((sum, item) => sum + y[item]!, 0) / count;
    claims[i + 1]!.add(seen, wilson(seen, count, alpha), truth);
  }
}

function counting(): void {
  const rng = createRng(seed);
  const rows: string[][] = [];
  const table = (name: string, studies: number, study: (claims: readonly Claim[]) => void) => {
    const claims = [new Claim(), new Claim(), new Claim()];
    for (let run = 0; run < studies; run++) study(claims);
    const words = ['clock, all looks', 'plain count where it was found', 'plain count of all labels'];
    for (const [i, one] of claims.entries())
      rows.push([i === 0 ? `${name} (${one.count})` : '', words[i]!, ...one.cells]);
  };
  table('at its first occurrence, 2 %', runs, (claims) => {
    const pool = codedPool(rng, { N, shares: [0.02] });
    const at = pool.order.subarray(0, labels - 1).findIndex((item) => pool.values[0]![item] === 1);
    if (at >= 0) claim(pool, 0, at + 1, claims);
  });
  const spread = Array.from({ length: 20 }, (_, k) => 0.2 / (k + 1));
  const seenAt = (pool: ReturnType<typeof codedPool>, mode: number) =>
    pool.order.subarray(0, 40).reduce((sum, item) => sum + pool.values[mode]![item]!, 0);
  table('at label 40: each mode seen so far', Math.ceil(runs / 8), (claims) => {
    const pool = codedPool(rng, { N, shares: spread });
    for (const mode of spread.keys()) if (seenAt(pool, mode) > 0) claim(pool, mode, 40, claims);
  });
  const equal = new Array<number>(20).fill(0.05);
  table('at label 40: the most frequent of twenty that are all 5 %', runs, (claims) => {
    const pool = codedPool(rng, { N, shares: equal });
    const seen = equal.map((_, mode) => seenAt(pool, mode));
    claim(pool, seen.indexOf(Math.max(...seen)), 40, claims);
  });
  console.log(`N = ${N}, ${labels} labels, uniform draws; ${runs} studies\n`);
  printTable(['mode named', 'claim', 'missed', 'bias', 'half-width'], rows);
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
  const some = Number.isNaN(Number(part)) ? all : [all[Number(part)]!];
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
if (part === 'all' || part === 'checks' || !Number.isNaN(Number(part))) await checks();
