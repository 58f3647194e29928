import { oneLookInterval } from '../intervals/one-look.ts';
import { mean } from '../numeric.ts';
import {
  gatedRidge,
  type RidgePrior,
  RidgeRows,
  residualMoments,
  ridgePrior,
} from '../planned/gated-ridge.ts';
import type { PlannedStudy } from '../planned/planned-sequence.ts';
import { predictions } from '../planned/pool-pass.ts';
import { DEFAULT_ALPHA } from '../sequence/constants.ts';
import { PlannedRuns } from './planned-runs.ts';

/** What a study shows at its one look. */
interface OneLookOutcome {
  /** In [0, 1]; ends of the approximate interval, or of the betting interval where there is none. */
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
  readonly isApproximate: boolean;
}

/**
 * The approximate interval of studies that declared one look, for simulations: many runs over one pool whose labels are all known.
 * Where the labels do not bear it, the betting interval stands in its place, all of it on that look, as a study shows it.
 */
export class OneLookRuns {
  readonly #study: Pick<PlannedStudy, 'surrogate' | 'columns'>;
  readonly #alpha: number;
  readonly #labels: number;
  readonly #prior: RidgePrior;
  #betting: PlannedRuns | undefined;

  /**
   * @param study of uniform draws, with the whole pool known
   * @param labels at the look, from 2 to N
   */
  constructor(
    { surrogate, columns, alpha }: Pick<PlannedStudy, 'surrogate' | 'columns' | 'alpha'>,
    labels: number,
  ) {
    this.#study = { surrogate, columns };
    this.#alpha = alpha ?? DEFAULT_ALPHA;
    this.#labels = labels;
    this.#prior = ridgePrior(mean(surrogate));
  }

  /**
   * @param order positions in the pool in draw order, at least as many as labels
   * @param y human values of the pool in [0, 1]
   */
  run(order: ArrayLike<number>, y: Float64Array): OneLookOutcome {
    const { columns, surrogate } = this.#study;
    const N = surrogate.length;
    const rows = new RidgeRows(columns);
    for (let i = 0; i < this.#labels; i++) rows.add(order[i]!, y[order[i]!]!);
    const ridge = gatedRidge(rows, this.#prior);
    const predicted = predictions(ridge, columns, N);
    const error = rows.items.reduce((sum, item) => sum + y[item]! - predicted[item]!, 0);
    const estimate = mean(predicted) + error / this.#labels;
    const found = oneLookInterval({
      values: rows.values,
      estimate,
      residuals: residualMoments(ridge.leftOut),
      populationSize: N,
      alpha: this.#alpha,
    });
    if (typeof found !== 'string') return { value: estimate, ...found, isApproximate: true };
    return { ...this.#bettingOn(order, y), isApproximate: false };
  }

  #bettingOn(order: ArrayLike<number>, y: Float64Array) {
    const labels = this.#labels;
    const study = { ...this.#study, plan: labels, once: true, alpha: this.#alpha };
    this.#betting ??= new PlannedRuns(study, [labels]);
    this.#betting.run(
      Uint32Array.from({ length: labels }, (_, i) => order[i]!),
      y,
    );
    const { value, lower, upper } = this.#betting;
    return { value: value[labels - 1]!, lower: lower[labels - 1]!, upper: upper[labels - 1]! };
  }
}
