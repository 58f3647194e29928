import {
  type Evidence,
  estimateWith,
  humcoeProbabilities,
  methodById,
  summarizePool,
} from '../../stats/index.ts';
import { CalibratedRuns } from '../../stats/kernel/calibrated-runs.ts';
import { humcoeValues, hybridMeans, runningMeans } from '../../stats/kernel/humcoe-runs.ts';
import { mean } from '../../stats/numeric.ts';
import type { LabPool, Sampler } from './samplers.ts';

/** What a method says after each label of a run: place t - 1 is after t labels, NaN where it says nothing. */
export interface Trajectory {
  value: Float64Array;
  /** Absent for methods without interval. */
  lower?: Float64Array;
  upper?: Float64Array;
}

/** Turns a draw order into a trajectory, valid until the next call. */
export type Estimator = (order: Uint32Array) => Trajectory;

interface Settings {
  /** Numbers of labels that will be looked at, ascending. */
  budgets: readonly number[];
  alpha: number;
}

/**
 * The estimator of that name on the draws of a sampler; a reason where it is not defined there. Those that the Lab
 * runs most have fast forms; any other id is a method of the table of methods, asked at each budget.
 */
export function estimatorOf(
  id: string,
  pool: LabPool,
  sampler: Sampler,
  settings: Settings,
): Estimator | string {
  const { y, s } = pool;
  const most = sampler.most;
  const value = new Float64Array(most);
  switch (id) {
    case 'calibrated': {
      if (sampler.design !== 'without-replacement' || !sampler.q) return needsProbabilities;
      const { q } = sampler;
      const runs = new CalibratedRuns(summarizePool(s, q), settings.alpha, most);
      return (order) => {
        runs.run(order, y, s, q);
        return runs;
      };
    }
    case 'humcoe':
    case 'humcoe-weights': {
      const q = id === 'humcoe' ? sampler.q : humcoeProbabilities(s);
      if (!q) return needsProbabilities;
      return (order) => {
        humcoeValues(order.subarray(0, y.length), y, q, value);
        value.fill(Number.NaN, y.length);
        return { value };
      };
    }
    case 'plain-mean':
      return (order) => {
        runningMeans(order, y, value);
        return { value };
      };
    case 'hybrid': {
      const surrogateMean = mean(s);
      return (order) => {
        hybridMeans(order, y, s, surrogateMean, value);
        return { value };
      };
    }
    case 'surrogate-only':
      value.fill(mean(s));
      return () => ({ value });
    default:
      return registered(id, pool, sampler, settings);
  }
}

const needsProbabilities = 'needs draws without replacement with known probabilities';

/** A method of the table of methods. With an interval it is asked after every label, so that all looks can be judged. */
function registered(
  id: string,
  { y, s }: LabPool,
  sampler: Sampler,
  { budgets, alpha }: Settings,
): Estimator | string {
  const method = methodById(id);
  const { q, design } = sampler;
  if (!method) return `there is no method named ${id}`;
  if (!q || design === 'ranked' || design === 'none') return method.needs;
  const summary = summarizePool(s, q);
  const uniform = q.every((probability) => probability === q[0]);
  const ask = (order: Uint32Array, labels: number) => {
    const draws = Array.from(order.subarray(0, labels), (pool) => ({
      pool,
      y: y[pool]!,
      surrogate: s[pool]!,
      probability: q[pool]!,
    }));
    return estimateWith(method, { design, uniform, summary, alpha, draws } satisfies Evidence);
  };
  const trial = ask(sampler.draw(0), Math.min(budgets.at(-1)!, sampler.most));
  if (!trial.estimable) return trial.reason ?? 'not estimable';
  const looks = trial.interval === null ? budgets : Array.from({ length: sampler.most }, (_, t) => t + 1);
  const numbers = () => new Float64Array(sampler.most).fill(Number.NaN);
  const found: Trajectory =
    trial.interval === null ? { value: numbers() } : { value: numbers(), lower: numbers(), upper: numbers() };
  return (order) => {
    for (const labels of looks) {
      if (labels > order.length) break;
      const { value, lower, upper } = ask(order, labels);
      found.value[labels - 1] = value ?? Number.NaN;
      if (found.lower) found.lower[labels - 1] = lower ?? Number.NaN;
      if (found.upper) found.upper[labels - 1] = upper ?? Number.NaN;
    }
    return found;
  };
}
