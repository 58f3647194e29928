import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BackTestPlan } from './back-test.ts';
import { LabCells } from './lab-cells.ts';
import { counterOf, type LabWorkerInput } from './lab-worker-input.ts';
import type { LabPool } from './samplers.ts';

const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const workerUrl = new URL(`./lab-worker${extension}`, import.meta.url);
const millisecondsBetweenLooks = 50;

interface LabThreads {
  pools: readonly LabPool[];
  plan: BackTestPlan;
  seeds: number;
  threads: number;
  /** Told now and then how many runs are done; throws to stop them all. */
  look(runs: number): Promise<void>;
}

/**
 * Runs a plan over all pools in several threads. The results do not depend on their number.
 *
 * @returns the results of each pool
 * @throws what `look` throws, after all threads have stopped
 */
export async function runInThreads({ pools, plan, seeds, threads, look }: LabThreads): Promise<LabCells[]> {
  const cells = plan.methods.length * plan.budgets.length;
  const results = pools.map(() => new LabCells(cells, seeds));
  const counters = new Int32Array(new SharedArrayBuffer(12));
  const input: LabWorkerInput = {
    pools: pools.map(sharedPool),
    plan,
    seeds,
    results: results.map(({ buffer }) => buffer),
    counters,
  };
  const ended = Promise.all(Array.from({ length: threads }, () => runThread(input)));
  let isRunning = true;
  const settled = ended.finally(() => {
    isRunning = false;
  });
  settled.catch(() => {});
  try {
    while (isRunning) {
      await look(Atomics.load(counters, counterOf.done));
      await Promise.race([settled.catch(() => {}), sleep(millisecondsBetweenLooks)]);
    }
  } finally {
    Atomics.store(counters, counterOf.stop, 1);
    await settled;
  }
  await look(Atomics.load(counters, counterOf.done));
  return results;
}

function runThread(workerData: LabWorkerInput): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(workerUrl, { workerData });
  worker.once('error', reject);
  worker.once('exit', () => resolve());
  return promise;
}

/** The pool in memory that all threads read. */
function sharedPool({ y, s, u, columns, steps }: LabPool): LabPool {
  const pool = { y: shared(y), s: shared(s), u: shared(u), ...(steps !== undefined && { steps }) };
  return columns
    ? { ...pool, columns: columns.map((column) => ({ ...column, values: shared(column.values) })) }
    : pool;
}

function shared<T extends Float64Array | Float32Array | Int8Array>(values: T): T {
  const made = values.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = new made(new SharedArrayBuffer(values.byteLength));
  copy.set(values);
  return copy;
}
