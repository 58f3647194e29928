import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { BackTest, type BackTestPlan } from '../../core/lab/back-test.ts';
import { LabCells } from '../../core/lab/lab-cells.ts';
import { labProcedure } from '../../core/lab/lab-methods.ts';
import { runInThreads } from '../../core/lab/lab-threads.ts';
import type { LabPool } from '../../core/lab/samplers.ts';
import { createRng, uniformOpen } from '../../stats/index.ts';
import { mean } from '../../stats/numeric.ts';
import { type BenchResult, temporaryFolder } from './support.ts';

const populationSize = 7979;
const seeds = 100;
const repeats = 20;
const methods = ['humcoe', 'top-k', 'hmceval', 'mcm', 'calibrated-hardness', 'uniform'];
const plan: BackTestPlan = {
  methods: methods.map(labProcedure),
  budgets: [5, 10, 15, 20, 25, 30],
  alpha: 0.05,
  firstSeed: 0,
  disagreement: 0.5,
  labelFirst: 'uncertain',
};

/** Scores like word overlap: many 0, many 1, and a human value that mostly agrees with the surrogate. */
function pool(): LabPool {
  const rng = createRng(1);
  const score = () => {
    const u = uniformOpen(rng);
    return u < 0.2 ? 0 : u < 0.65 ? 1 : uniformOpen(rng);
  };
  const s = Float64Array.from({ length: populationSize }, score);
  const y = s.map((value) => (uniformOpen(rng) < 0.55 ? value : score()));
  return { s, y, u: s.map((value) => 1 - value) };
}

/**
 * The experiment of HumCoE's Table 1 (N = 7,979; T = 5 to 30; 100 seeds; HumCoE, Top-K, HMCEval, MCM and presets 1 and 2
 * with their sequences at every look): on one thread and in vectorised numpy, where Python has it, by the processor time
 * of the fastest of several runs; then many seeds on one thread and on two, by the clock.
 */
export async function benchLab(): Promise<BenchResult> {
  const population = pool();
  const single = Math.min(...Array.from({ length: repeats }, () => timeOnce(population)));
  const many = 40 * seeds;
  const threads = [1, 2].filter((count) => count <= availableParallelism());
  const parallel: [number, number][] = [];
  for (const count of threads) parallel.push([count, await timeThreads(population, many, count)]);
  const numpy = timeNumpy(population);
  return {
    name: `lab: Table 1 of HumCoE, N = ${populationSize}, ${seeds} seeds, six methods`,
    figures: {
      oneThreadMs: 1000 * single,
      ...(numpy.seconds === undefined
        ? { numpy: numpy.why }
        : {
            numpyMs: 1000 * numpy.seconds,
            timesFasterThanNumpy: numpy.seconds / single,
            numpyVersion: numpy.version,
          }),
      ...Object.fromEntries(parallel.map(([count, time]) => [`runsPerSecond_${count}_threads`, many / time])),
      ...(parallel.length > 1 && { twoThreadsAreFasterBy: parallel[0]![1] / parallel[1]![1] }),
      ...errorsBeside(population, numpy.rmse),
    },
  };
}

function timeOnce(population: LabPool): number {
  const start = process.cpuUsage();
  backTest(population);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

function backTest(population: LabPool): LabCells {
  const cells = new LabCells(methods.length * plan.budgets.length, seeds);
  const test = new BackTest(population, plan);
  for (let run = 0; run < seeds; run++) test.run(run, cells);
  return cells;
}

async function timeThreads(population: LabPool, runs: number, threads: number): Promise<number> {
  const start = performance.now();
  await runInThreads({ pools: [population], plan, seeds: runs, threads, look: async () => {} });
  return (performance.now() - start) / 1000;
}

interface NumpyTime {
  seconds?: number;
  version: string;
  rmse: Record<string, number>;
  why: string;
}

function timeNumpy({ s, y }: LabPool): NumpyTime {
  const folder = temporaryFolder();
  try {
    const file = path.join(folder, 'population.bin');
    writeFileSync(file, new Uint8Array(Float64Array.of(...s, ...y).buffer));
    const script = path.join(import.meta.dirname, 'lab_numpy.py');
    const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
    const { status, stdout } = spawnSync('python3', [script, file, String(seeds), String(repeats)], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) {
      return {
        version: '',
        rmse: {},
        why: 'left out: python3 with numpy is not installed (apt-get install python3-numpy)',
      };
    }
    const { numpy, seconds, rmse } = JSON.parse(stdout) as {
      numpy: string;
      seconds: number[];
      rmse: Record<string, number>;
    };
    return { seconds: Math.min(...seconds), version: numpy, rmse, why: '' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The errors of both at 30 labels: equal for methods without chance, alike for the others, whose draws differ. */
function errorsBeside(population: LabPool, theirs: Record<string, number>): Record<string, string> {
  const cells = backTest(population);
  const truth = mean(population.y);
  return Object.fromEntries(
    methods.map((id, m) => {
      const values = cells.of('value', (m + 1) * plan.budgets.length - 1);
      const ours = Math.sqrt(mean(values.map((value) => (value - truth) ** 2)));
      return [
        `rmse_${id}`,
        `${ours.toFixed(4)}${theirs[id] === undefined ? '' : `, numpy ${theirs[id].toFixed(4)}`}`,
      ];
    }),
  );
}
