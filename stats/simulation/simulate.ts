import { requireInteger } from '../check.ts';
import { compensatedSum, mean } from '../numeric.ts';
import { createRng, uniformInt } from '../random.ts';
import type { Population } from './population.ts';
import type { Look, Procedure } from './procedure.ts';

/** How a study did at one number of labels, over the runs. */
interface Accuracy {
  labels: number;
  /** sqrt(mean((value - theta)^2)) of single runs, and mean(value) - theta. */
  rmse: number;
  bias: number;
  /** Share of runs whose interval at this number of labels holds theta; undefined without an interval. */
  coverage: number | undefined;
  /** Mean of (upper - lower)/2; undefined without an interval. */
  halfWidth: number | undefined;
}

/** The outcome of a simulation. */
export interface SimulationResult {
  procedure: string;
  population: string;
  runs: number;
  /** One for each number of labels asked for. */
  accuracy: Accuracy[];
  /** Runs in which theta was outside the interval at one look or more; undefined without an interval. */
  missesAtAnyLook: number | undefined;
}

export interface SimulationPlan {
  /** Integer from 0 to 2^32 - 1 from which the seeds of the runs follow. */
  seed: number;
  /** Numbers of labels at which to report, ascending, each from 1 to N. */
  labels: readonly number[];
}

/** What rounding may put between an end and the truth. */
const ROUNDING = 1e-9;

/**
 * Runs a study again and again on a population whose human values are all known: run by run, for a caller that must breathe in
 * between. An interval is looked at after every label up to the largest number asked for.
 */
export class Simulation {
  readonly #procedure: Procedure;
  readonly #population: Population;
  readonly #truth: number;
  readonly #labels: readonly number[];
  readonly #lookAt: readonly number[];
  readonly #nextSeed: () => number;
  readonly #runStudy: ReturnType<Procedure['prepare']>;
  readonly #looks: Look[][] = [];
  #misses = 0;

  /** @throws RangeError when the plan is out of range. */
  constructor(procedure: Procedure, population: Population, { seed, labels }: SimulationPlan) {
    let least = 1;
    for (const count of labels) {
      requireInteger(count, least, population.y.length, 'A number of labels');
      least = count + 1;
    }
    this.#procedure = procedure;
    this.#population = population;
    this.#truth = mean(population.y);
    this.#labels = labels;
    const most = labels.at(-1) ?? 0;
    this.#lookAt = procedure.hasInterval ? Array.from({ length: most }, (_, index) => index + 1) : labels;
    const rng = createRng(seed);
    this.#nextSeed = () => uniformInt(rng, 0, 0xffff_ffff);
    this.#runStudy = procedure.prepare(population, labels);
  }

  /** One more study, with a seed of its own. */
  run(): void {
    const looks = this.#runStudy(this.#nextSeed(), this.#lookAt);
    if (looks.some((look) => !holds(look, this.#truth))) this.#misses++;
    this.#looks.push(this.#procedure.hasInterval ? this.#labels.map((count) => looks[count - 1]!) : looks);
  }

  /** What the runs so far say; call only after at least one run. */
  get result(): SimulationResult {
    const { name, hasInterval } = this.#procedure;
    return {
      procedure: name,
      population: this.#population.name,
      runs: this.#looks.length,
      accuracy: this.#labels.map((labels, index) => this.#accuracyAt(labels, index)),
      missesAtAnyLook: hasInterval ? this.#misses : undefined,
    };
  }

  #accuracyAt(labels: number, index: number): Accuracy {
    const looks = this.#looks.map((ofRun) => ofRun[index]!);
    const errors = looks.map(({ value }) => value - this.#truth);
    const { hasInterval } = this.#procedure;
    return {
      labels,
      rmse: Math.sqrt(compensatedSum(errors.map((error) => error * error)) / errors.length),
      bias: mean(errors),
      coverage: hasInterval
        ? looks.filter((look) => holds(look, this.#truth)).length / looks.length
        : undefined,
      halfWidth: hasInterval ? mean(looks.map(({ lower, upper }) => (upper! - lower!) / 2)) : undefined,
    };
  }
}

/** Whether the interval of a look, if it has one, holds the truth. */
function holds({ lower, upper }: Look, truth: number): boolean {
  if (lower === undefined || upper === undefined) return true;
  return truth >= lower - ROUNDING && truth <= upper + ROUNDING;
}
