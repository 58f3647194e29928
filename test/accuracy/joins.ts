/**
 * What a signal brings that joins a running study: `node test/accuracy/joins.ts [--runs 40] [--seed 1] [--at 30] [--plan twice]
 * [--draws uniform] [--only WORD] [--kinds good,useless,reversed,overfit]`. Of pools that are made and of real ones it prints half-width,
 * error of the estimate and misses at any look at twice the labels of the join, relative to no join, beside the same signal from
 * the start. `overfit` knows the labels before the join by heart; `overfit useless` knows nothing else.
 */
import { parseArgs } from 'node:util';
import { createRng, exponentialKeyOrder, mean, uniformOpen } from '../../stats/index.ts';
import { type JoinedColumn, joinedColumn } from '../../stats/planned/joined-columns.ts';
import { PlannedSequence } from '../../stats/planned/planned-sequence.ts';
import { type Signals, signalColumns, standardized } from '../../stats/planned/signal-columns.ts';
import { realPopulations } from './real-populations.ts';

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    at: { type: 'string', default: '30' },
    plan: { type: 'string', default: 'twice' },
    draws: { type: 'string', default: 'uniform' },
    only: { type: 'string', default: '' },
    kinds: { type: 'string', default: 'good,useless,reversed,overfit,overfit useless' },
  },
});
const [runs, seed, at] = [Number(options.runs), Number(options.seed), Number(options.at)];
const labels = 2 * at;
const plan = options.plan === 'none' ? null : options.plan === 'twice' ? labels : Number(options.plan);

interface Pool {
  readonly name: string;
  readonly y: Float64Array;
  readonly before: Signals;
  readonly judge: ArrayLike<number>;
}

/** A pool whose surrogate and judge have these correlations with what people mean. */
function made(name: string, N: number, weak: number, strong: number, isYesNo: boolean, from: number): Pool {
  const rng = createRng(from);
  const normal = () => Math.sqrt(-2 * Math.log(uniformOpen(rng))) * Math.cos(2 * Math.PI * uniformOpen(rng));
  const share = (z: number) => 1 / (1 + Math.exp(-1.702 * z));
  const meant = Array.from({ length: N }, normal);
  const noisy = (r: number) => meant.map((z) => share(r * z + Math.sqrt(1 - r * r) * normal()));
  const valueAt = (z: number) =>
    isYesNo ? Number(share(z) > 0.35) : Math.round(4 * share(0.8 * z + 0.4)) / 4;
  return {
    name,
    y: Float64Array.from(meant, valueAt),
    before: { surrogate: noisy(weak) },
    judge: noisy(strong),
  };
}

function pools(): Pool[] {
  const real = realPopulations();
  const find = (word: string) => real.find(({ set, name }) => `${set}: ${name}`.includes(word));
  /** A judge that joins after another one, or beside the texts alone. */
  const of = (word: string, weaker?: string): Pool[] => {
    const population = find(word);
    if (!population) return [];
    const { set, name, y, s, signals } = population;
    const surrogate = (weaker && find(weaker)?.s) || s.map(() => 0.5);
    const before = { surrogate, ...(signals.other && { other: signals.other }) };
    return [{ name: `${set}: ${name}${weaker ? `, after ${weaker}` : ''}`, y, before, judge: s }];
  };
  return [
    made('yes/no .3 to .85', 250, 0.3, 0.85, true, 11),
    made('ratings .3 to .85', 250, 0.3, 0.85, false, 12),
    made('yes/no .6 to .9', 2000, 0.6, 0.9, true, 13),
    made('ratings 0 to .7', 2000, 0.01, 0.7, false, 14),
    ...of('ANCE-plus_FiD, acceptable (gpt-4)'),
    ...of('R2D2, acceptable (BEM)'),
    ...of('gpt-4o, faithfulness'),
    ...of('llama-3.1-405b-instruct, faithfulness'),
    ...of('first preferred (gpt-3.5-turbo)', 'first preferred (pandalm-7b)'),
    ...of('first preferred (pandalm-7b)'),
  ].filter(({ name }) => name.includes(options.only));
}

class Sums {
  #width = 0;
  #squares = 0;
  misses = 0;

  add(width: number, error: number, isMissed: boolean): void {
    this.#width += width / runs;
    this.#squares += error ** 2 / runs;
    this.misses += Number(isMissed);
  }

  get width(): number {
    return this.#width;
  }

  get error(): number {
    return Math.sqrt(this.#squares);
  }
}

function measure({ name, y, before, judge }: Pool): void {
  const N = y.length;
  const truth = mean(y);
  const columns = signalColumns(before);
  const quality = standardized(before.surrogate) ? [before.surrogate] : [];
  const whole = signalColumns({ ...before, surrogate: judge, quality });
  const isUniform = options.draws === 'uniform';
  const weights = Array.from(before.surrogate, (s) => (isUniform ? 1 : Math.sqrt(2 - s) / 2));
  const sums = new Map<string, Sums>();
  const run = (
    kind: string,
    order: Uint32Array,
    study: { surrogate: ArrayLike<number>; columns: typeof columns; joins?: JoinedColumn[] },
  ) => {
    const sequence = new PlannedSequence({ ...study, plan, ...(!isUniform && { probabilities: weights }) });
    let isMissed = false;
    for (const [t, item] of order.entries()) {
      sequence.advance({ pool: item, y: y[item]! });
      const { lower, upper } = sequence.pointAfter(t + 1);
      isMissed ||= truth < lower - 1e-12 || truth > upper + 1e-12;
    }
    const { lower, upper, value } = sequence.state;
    const own = sums.get(kind) ?? new Sums();
    sums.set(kind, own);
    own.add((upper - lower) / 2, value - truth, isMissed);
  };
  for (let i = 0; i < runs; i++) {
    const order = exponentialKeyOrder(Float64Array.from(weights), 100_000 * seed + i, labels);
    const shuffled = Array.from(
      exponentialKeyOrder(new Float64Array(N).fill(1), 7_000_000 + i, N),
      (k) => judge[k]!,
    );
    const known = (list: ArrayLike<number>) => {
      const copy = Float64Array.from(list);
      for (const item of order.subarray(0, at)) copy[item] = y[item]!;
      return copy;
    };
    const lists: Record<string, () => ArrayLike<number>> = {
      good: () => judge,
      useless: () => shuffled,
      reversed: () => Float64Array.from(judge, (value) => 1 - value),
      overfit: () => known(judge),
      'overfit useless': () => known(shuffled),
    };
    run('no join', order, { surrogate: before.surrogate, columns });
    run('from the start', order, { surrogate: judge, columns: whole });
    for (const kind of options.kinds.split(',')) {
      const join = joinedColumn(lists[kind]!(), columns, at);
      run(kind, order, { surrogate: before.surrogate, columns, joins: join ? [join] : [] });
    }
  }
  printSums(`${name} (${N})`, sums);
}

/** Of independent labels with optimal weights: info before plus info since, relative to all of it, in half-widths. */
const attainable = (k: number) => (1 - Math.sqrt(2 / (1 + k))) / (1 - 1 / Math.sqrt(k));

function printSums(name: string, sums: ReadonlyMap<string, Sums>): void {
  const [none, start, good] = ['no join', 'from the start', 'good'].map((kind) => sums.get(kind));
  const gain = (of: 'width' | 'error') =>
    good ? Math.round((100 * (none![of] - good[of])) / (none![of] - start![of])) : 0;
  const bound = Math.round(100 * attainable((none!.error / start!.error) ** 2));
  console.log(
    `\n${name}: of the gain from the start ${gain('width')} % in half-width, ${gain('error')} % in error (at most ${bound} %)`,
  );
  for (const [kind, { width, error, misses }] of sums) {
    const relative = `${(width / none!.width).toFixed(3)}, error ${(error / none!.error).toFixed(3)}`;
    console.log(`${kind.padEnd(16)} half-width ${width.toFixed(4)}, relative ${relative}, misses ${misses}`);
  }
}

console.log(`${runs} runs, join at ${at} labels, plan ${plan ?? 'none'}, draws ${options.draws}`);
for (const pool of pools()) measure(pool);
