import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import {
  bracketedProcedure,
  type CoverageVerdict,
  calibratedProcedure,
  createRng,
  judgeCoverage,
  type Population,
  type Procedure,
  pairedPopulation,
  Simulation,
  syntheticKinds,
  syntheticPopulation,
  temperedProbabilities,
  uniformFormProcedure,
  uniformInt,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { claimChecks } from './claim-checks.ts';
import { decisionChecks } from './decision-checks.ts';
import { driftChecks } from './drift-checks.ts';
import { failureChecks } from './failure-checks.ts';
import { figureChecks } from './figure-checks.ts';
import { firstPhaseChecks } from './first-phase-checks.ts';
import { joinChecks } from './join-checks.ts';
import { jointChecks } from './joint-checks.ts';
import { judgeDriftChecks } from './judge-drift-checks.ts';
import { oneLookChecks } from './one-look-checks.ts';
import { plannedChecks } from './planned-checks.ts';
import {
  type RankingCheck,
  RankingCheckRuns,
  rankingChecks,
  rankingName,
  scoreChecks,
} from './ranking-checks.ts';
import { failuresSkipped, fewKinds, type LookCheck, type SelfCheck } from './self-check.ts';
import { watchChecks } from './watch-checks.ts';

/** What came of a check. */
export interface CoverageResult extends CoverageVerdict {
  interval: string;
  population: string;
  populationSize: number;
  labels: number;
  /** Of a ranking: labels given on average, and by the plan that labels all pairs equally until all is decided. */
  labelsOnAverage?: { dealt: number; fixed: number };
  /** Of what is not always shown: simulated studies in which it was not. They are not among the runs. */
  notShown?: number;
}

export interface SelfcheckOptions {
  /** Simulated studies per check, at least 1. */
  runs: number;
  /** Integer from 0 to 2^32 - 1 from which all studies follow. */
  seed: number;
  /** Only checks in whose name these letters are; each comes to what it would among all. */
  only?: string | undefined;
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
  checks: readonly AnyCheck[],
  { runs, seed, only, signal, onProgress }: SelfcheckOptions,
): AsyncGenerator<CoverageResult, void, undefined> {
  const rng = createRng(seed);
  const asked = checks
    .map((check) => ({ check, ownSeed: uniformInt(rng, 0, 0xffff_ffff) }))
    .filter(({ check }) => only === undefined || nameOfCheck(check).includes(only));
  for (const [index, { check, ownSeed }] of asked.entries()) {
    const simulated = 'ranked' in check ? rankings(check) : 'run' in check ? looks(check) : intervals(check);
    const next = simulated.start(ownSeed);
    for (let run = 0; run < runs; run++) {
      if (run % RUNS_PER_BREATH === 0) {
        await setImmediate();
        if (signal?.aborted) throw new AppError('CANCELED', 'The self-check was canceled.');
        onProgress?.(index * runs + run, asked.length * runs);
      }
      next.run();
    }
    const { misses, ...more } = next.found(runs);
    const judged = judgeCoverage(misses, runs - (more.notShown ?? 0), check.alpha);
    yield { ...simulated.about, ...more, labels: check.labels, ...judged };
  }
}

/** How a check is simulated, one study after the other. */
interface Simulated {
  about: Pick<CoverageResult, 'interval' | 'population' | 'populationSize'>;
  start(seed: number): {
    run(): void;
    found(runs: number): { misses: number } & Pick<CoverageResult, 'labelsOnAverage' | 'notShown'>;
  };
}

const intervals = ({ procedure, population, labels }: SelfCheck): Simulated => ({
  about: { interval: procedure.name, population: population.name, populationSize: population.y.length },
  start(seed) {
    const simulation = new Simulation(procedure, population, { seed, labels: [labels] });
    return {
      run: () => void simulation.run(),
      found: () => ({ misses: simulation.result.missesAtAnyLook ?? 0 }),
    };
  },
});

const looks = ({ name, population, populationSize, run }: LookCheck): Simulated => ({
  about: { interval: name, population, populationSize },
  start(seed) {
    const rng = createRng(seed);
    const counts = { holds: 0, misses: 0, 'not shown': 0 };
    return {
      run: () => {
        counts[run(rng)] += 1;
      },
      found: () => ({ misses: counts.misses, notShown: counts['not shown'] }),
    };
  },
});

const rankings = (check: RankingCheck): Simulated => ({
  about: {
    interval: rankingName(check),
    population: check.ranked.name,
    populationSize: check.ranked.systems[0]!.y.length,
  },
  start(seed) {
    const rng = createRng(seed);
    const simulation = new RankingCheckRuns(check);
    return {
      run: () => simulation.run(uniformInt(rng, 0, 0xffff_ffff)),
      found: (runs) => ({
        misses: simulation.misses,
        labelsOnAverage: { dealt: simulation.dealt / runs, fixed: simulation.fixed / runs },
      }),
    };
  },
});

const tempered = (s: Float64Array) => temperedProbabilities(s);
const uniform = (s: Float64Array) => uniformProbabilities(s.length);

const calibrated = (alpha: number) => calibratedProcedure('calibrated hardness', tempered, alpha);
const control = (alpha: number) => calibratedProcedure('uniform, control variate', uniform, alpha);
const uniformForm = (alpha: number) => uniformFormProcedure('uniform, own form', alpha);
const bracket = (alpha: number) => bracketedProcedure('bracket of skips', tempered, alpha, failuresSkipped);
const difference = (alpha: number) => calibratedProcedure('difference of two', tempered, alpha);

/** A check of any kind. */
export type AnyCheck = SelfCheck | RankingCheck | LookCheck;

/** The name of the interval or decision that a check is of. */
export const nameOfCheck = (check: AnyCheck): string =>
  'ranked' in check ? rankingName(check) : 'run' in check ? check.name : check.procedure.name;

/** Every interval and decision that is shown, as the app computes it: those that hold at all looks, and those at one. */
export function shippedChecks(): AnyCheck[] {
  const [size, labels] = [400, 80];
  const all = syntheticKinds.map((kind, seed) => syntheticPopulation(kind, size, seed));
  const few = fewKinds.map((kind) => all.find(({ name }) => name === kind)!);
  // Small pools labeled to the last item: here the steps without replacement differ most.
  const small = fewKinds.map((kind, seed) => syntheticPopulation(kind, 40, 100 + seed));
  const pairs = [pairedPopulation('A a little better than B', size, 200)];
  return [
    ...checksOf(calibrated, all, labels, [0.05]),
    ...checksOf(control, all, labels, [0.05]),
    ...checksOf(calibrated, few, labels, [0.2, 0.01]),
    ...checksOf(calibrated, small, 40, [0.05]),
    ...checksOf(uniformForm, few, labels, [0.05]),
    ...checksOf(bracket, few, labels, [0.05]),
    ...checksOf(difference, pairs, labels, [0.05, 0.05 / 3]),
    ...plannedChecks(),
    ...oneLookChecks(),
    ...joinChecks(),
    ...jointChecks(),
    ...firstPhaseChecks(),
    ...rankingChecks(),
    ...scoreChecks(),
    ...claimChecks(),
    ...decisionChecks(),
    ...driftChecks(),
    ...figureChecks(),
    ...watchChecks(),
    ...failureChecks(),
    ...judgeDriftChecks(),
  ];
}

function checksOf(
  procedureAt: (alpha: number) => Procedure,
  populations: readonly Population[],
  labels: number,
  alphas: readonly number[],
): SelfCheck[] {
  return alphas.flatMap((alpha) => {
    const procedure = procedureAt(alpha);
    return populations.map((population) => ({ procedure, population, alpha, labels }));
  });
}
