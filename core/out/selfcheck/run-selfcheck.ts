import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import {
  type CoverageVerdict,
  createRng,
  judgeCoverage,
  Simulation,
  uniformInt,
} from '../../../stats/index.ts';
import type { Check } from './checks.ts';

/** What came of a check. */
export interface CheckResult extends CoverageVerdict {
  interval: string;
  population: string;
  populationSize: number;
  labels: number;
}

export interface SelfcheckOptions {
  /** Simulated studies per check, at least 1. */
  runs: number;
  /** Integer from 0 to 2^32 - 1 from which all studies follow. */
  seed: number;
  signal?: AbortSignal;
  /** Told now and then how many studies are done, of how many. */
  onProgress?: (done: number, total: number) => void;
}

/** Studies between two breaths, in which a cancel can come through. */
const RUNS_PER_BREATH = 20;

/**
 * Simulates the checks one after the other and gives each one's result as it comes.
 *
 * @throws AppError CANCELED when the signal says so
 */
export async function* runSelfcheck(
  checks: readonly Check[],
  { runs, seed, signal, onProgress }: SelfcheckOptions,
): AsyncGenerator<CheckResult, void, undefined> {
  const rng = createRng(seed);
  for (const [index, { procedure, population, alpha, labels }] of checks.entries()) {
    const simulation = new Simulation(procedure, population, {
      seed: uniformInt(rng, 0, 0xffff_ffff),
      labels: [labels],
    });
    for (let run = 0; run < runs; run++) {
      if (run % RUNS_PER_BREATH === 0) {
        await setImmediate();
        if (signal?.aborted) throw new AppError('CANCELED', 'The self-check was canceled.');
        onProgress?.(index * runs + run, checks.length * runs);
      }
      simulation.run();
    }
    const { missesAtAnyLook } = simulation.result;
    yield {
      interval: procedure.name,
      population: population.name,
      populationSize: population.y.length,
      labels,
      ...judgeCoverage(missesAtAnyLook ?? 0, runs, alpha),
    };
  }
}
