import type { LookPlan } from '../../../shared/contract/index.ts';
import {
  clip,
  type Draw,
  estimateWith,
  fixedIntervalById,
  humcoeProbabilities,
  intervalOf,
  isUniform,
  type Method,
  methodById,
  ONE_LOOK_ONLY,
  OneLookRuns,
  type PoolSummary,
  roundedInward,
  signalColumns,
} from '../../../stats/index.ts';
import { CalibratedRuns } from '../../../stats/kernel/calibrated-runs.ts';
import { humcoeValues, hybridMeans, runningMeans } from '../../../stats/kernel/humcoe-runs.ts';
import { PlannedRuns } from '../../../stats/kernel/planned-runs.ts';
import { type LabProcedure, oneLookId, plannedId } from './lab-methods.ts';
import type { LabPool, Sampler } from './samplers.ts';

/** What a method says after each label of a run: place t - 1 is after t labels, NaN where it says nothing. */
export interface Trajectory {
  value: Float64Array;
  /** Absent for methods without interval. */
  lower?: Float64Array;
  upper?: Float64Array;
  /** Whether the interval holds at one look only: then it is there at the numbers of labels that are looked at. */
  isOneLook?: boolean;
}

/** Turns a draw order into a trajectory, valid until the next call. */
export type Estimator = (order: Uint32Array) => Trajectory;

interface PlanSettings {
  /** The pool under the sampler's probabilities, or under equal ones where no chance is involved. */
  summary: PoolSummary;
  /** Numbers of labels that will be looked at, ascending. */
  budgets: readonly number[];
  alpha: number;
  looks: LookPlan;
}

/** A method asked about the first labels of an order. */
type Ask = (order: Uint32Array, labels: number) => ReturnType<typeof estimateWith>;

/**
 * A method of the table of methods on the draws of a sampler; the reason where it is not defined there. Those that the
 * Lab runs most have fast forms, which tests hold against the methods themselves.
 */
export function estimatorOf(
  { estimator: id, interval }: Pick<LabProcedure, 'estimator' | 'interval'>,
  pool: LabPool,
  sampler: Sampler,
  settings: PlanSettings,
): Estimator | string {
  if (id === plannedId) return planned(pool, sampler, settings);
  if (id === oneLookId) return oneLook(pool, sampler, settings);
  const method = methodById(id);
  if (!method) return `there is no method named ${id}`;
  if (sampler.most === 0) return 'no item qualifies for a label';
  // Without a difference the first items of the file would be labeled in every run: what they score is luck.
  if (sampler.q === undefined && pool.u.every((u) => u === pool.u[0])) {
    return 'needs responses that differ in uncertainty';
  }
  const ask = askerOf(method, pool, sampler, settings);
  // Draws with replacement can outnumber the items, where some methods end; fewer of them are judged all the same.
  const labels = Math.min(settings.budgets.at(-1)!, sampler.most, pool.y.length);
  const trial = ask(sampler.draw(0), labels);
  if (!trial.estimable) return trial.reason ?? 'not estimable';
  if (interval !== undefined) return atOneLook(interval, ask, pool, sampler, settings);
  return (
    fastForm(id, pool, sampler, settings) ?? stepwise(ask, sampler.most, settings.budgets, trial.interval)
  );
}

/** The presets as they are: every signal, and planned looks. */
function planned(
  { y, s, columns = signalColumns({ surrogate: s }), steps }: LabPool,
  { design, most, q }: Sampler,
  { budgets, alpha, looks }: PlanSettings,
): Estimator | string {
  if (!q || design !== 'without-replacement') return 'needs draws by chance without replacement';
  const within = budgets.filter((labels) => labels <= most);
  const study = {
    surrogate: s,
    columns,
    plan: looks.kind === 'none' ? null : looks.labels,
    once: looks.kind === 'once',
    alpha,
    ...(!isUniform(q) && { probabilities: q }),
  };
  const runs = new PlannedRuns(study, within);
  return (order) => {
    runs.run(order.subarray(0, within.at(-1) ?? 0), y);
    return steps === undefined ? runs : stepped(runs, steps, y.length);
  };
}

/** The same with the ends rounded inward to means that the pool can have, and the value between them, as a study shows them. */
function stepped(
  { value, lower, upper }: Required<Omit<Trajectory, 'isOneLook'>>,
  steps: number,
  size: number,
) {
  const ends = Array.from(lower, (low, t) => roundedInward({ lower: low, upper: upper[t]! }, steps, size));
  return {
    value: value.map((one, t) => clip(one, ends[t]!.lower, ends[t]!.upper)),
    lower: Float64Array.from(ends, (one) => one.lower),
    upper: Float64Array.from(ends, (one) => one.upper),
  };
}

/** The approximate interval for one look, each budget judged as the look that a study might have declared. */
function oneLook(
  { y, s, columns = signalColumns({ surrogate: s }) }: LabPool,
  { design, most, q }: Sampler,
  { budgets, alpha }: PlanSettings,
): Estimator | string {
  if (design !== 'without-replacement' || !q || !isUniform(q))
    return 'needs uniform draws without replacement';
  const looks = budgets
    .filter((labels) => labels >= 2 && labels <= most)
    .map((labels) => [labels, new OneLookRuns({ surrogate: s, columns, alpha }, labels)] as const);
  const numbers = () => new Float64Array(most).fill(Number.NaN);
  const found = { value: numbers(), lower: numbers(), upper: numbers(), isOneLook: true };
  return (order) => {
    for (const [labels, runs] of looks) {
      const { value, lower, upper } = runs.run(order, y);
      found.value[labels - 1] = value;
      found.lower[labels - 1] = lower;
      found.upper[labels - 1] = upper;
    }
    return found;
  };
}

/** A method with an interval that is made for one look: it is asked at every label, so that both coverages are told. */
function atOneLook(
  id: string,
  ask: Ask,
  { y, s }: LabPool,
  { most }: Sampler,
  { budgets, summary, alpha }: PlanSettings,
): Estimator | string {
  const method = fixedIntervalById(id);
  if (!method) return `there is no interval named ${id}`;
  const numbers = () => new Float64Array(most).fill(Number.NaN);
  const [value, lower, upper] = [numbers(), numbers(), numbers()];
  return (order) => {
    const labels = Array.from(order, (item) => ({ y: y[item]!, surrogate: s[item]! }));
    for (let n = 1; n <= order.length; n++) {
      if (budgets.includes(n)) value[n - 1] = ask(order, n).value ?? Number.NaN;
      const found = intervalOf(method, { labels: labels.slice(0, n), summary, alpha, seed: 0 });
      lower[n - 1] = found?.lower ?? Number.NaN;
      upper[n - 1] = found?.upper ?? Number.NaN;
    }
    return { value, lower, upper };
  };
}

/** The fast form of a method, where it has one. */
function fastForm(
  id: string,
  { y, s }: LabPool,
  { most, q }: Sampler,
  { summary, alpha }: PlanSettings,
): Estimator | undefined {
  const value = new Float64Array(most);
  switch (id) {
    case 'spread':
    case 'calibrated': {
      if (!q) return undefined;
      const runs = new CalibratedRuns(summary, alpha, most);
      return (order) => {
        runs.run(order, y, s, q);
        return runs;
      };
    }
    case 'humcoe':
    case 'humcoe-random-sample': {
      const weighing = id === 'humcoe' ? q : humcoeProbabilities(s);
      if (!weighing) return undefined;
      return (order) => {
        humcoeValues(order.subarray(0, y.length), y, weighing, value);
        return { value: value.fill(Number.NaN, y.length) };
      };
    }
    case 'plain-mean':
    case 'humcoe-no-calibration':
    case 'top-k':
      return (order) => {
        runningMeans(order, y, value);
        return { value };
      };
    case 'hmceval':
    case 'mcm': {
      const { mean } = summary;
      return (order) => {
        hybridMeans(order, y, s, mean, value);
        return { value };
      };
    }
    default:
      return undefined;
  }
}

function askerOf(method: Method, { y, s }: LabPool, sampler: Sampler, { summary, alpha }: PlanSettings): Ask {
  const { design, q } = sampler;
  const uniform = q !== undefined && isUniform(q);
  const drawOf = (pool: number, probability: number) => ({
    pool,
    y: y[pool]!,
    surrogate: s[pool]!,
    probability,
  });
  return (order, labels) => {
    // Each number of labels is judged as the one look that a study might have declared.
    const plan = { onlyLook: labels };
    const common = { design, uniform, summary, alpha, poolSurrogate: s, plan };
    if (sampler.sampleOf) {
      const { order: sample, inclusion } = sampler.sampleOf(labels);
      const draws = Array.from(sample, (pool) => drawOf(pool, inclusion[pool]!));
      return estimateWith(method, { ...common, draws, sampleSize: draws.length });
    }
    const { strata } = sampler;
    const draws = Array.from(
      order.subarray(0, labels),
      (pool, t): Draw => ({
        ...drawOf(pool, q?.[pool] ?? 1),
        ...(strata && { stratum: strata.stratum[t]! }),
      }),
    );
    return estimateWith(method, { ...common, draws, ...(strata && { strataSizes: strata.sizes }) });
  };
}

/** A method asked at each budget; with an interval after every label, so that all looks can be judged. */
function stepwise(ask: Ask, most: number, budgets: readonly number[], interval: string | null): Estimator {
  const isOneLook = interval?.endsWith(ONE_LOOK_ONLY) ?? false;
  const looks = interval === null || isOneLook ? budgets : Array.from({ length: most }, (_, t) => t + 1);
  const numbers = () => new Float64Array(most).fill(Number.NaN);
  const found: Trajectory =
    interval === null
      ? { value: numbers() }
      : { value: numbers(), lower: numbers(), upper: numbers(), isOneLook };
  return (order) => {
    for (const labels of looks) {
      if (labels > most) break;
      const { value, lower, upper } = ask(order, labels);
      found.value[labels - 1] = value ?? Number.NaN;
      if (found.lower) found.lower[labels - 1] = lower ?? Number.NaN;
      if (found.upper) found.upper[labels - 1] = upper ?? Number.NaN;
    }
    return found;
  };
}
