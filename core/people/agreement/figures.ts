import type { AgreementFigure } from '../../../shared/contract/index.ts';
import { bootstrapAgreement } from '../../../stats/index.ts';
import type { Statistic } from './statistics.ts';
import type { Unit } from './units.ts';

/** How intervals are drawn. */
export interface Resampling {
  readonly seed: number;
  readonly resamples: number;
  readonly alpha: number;
}

/**
 * The coefficients of these units, each with its interval by bootstrap over items, or over clusters of them. Yields between two of them, so that
 * the engine can answer other calls: a label must never wait behind figures.
 */
export function* withIntervals(
  statistics: readonly Statistic[],
  units: readonly Unit[],
  resampling: Resampling,
): Generator<void, AgreementFigure[]> {
  const figures: AgreementFigure[] = [];
  for (const statistic of statistics) {
    yield;
    figures.push(figureOf(statistic, units, resampling));
  }
  return figures;
}

function figureOf(
  { id, name, of, reason, noItems = 'no item has labels of two annotators' }: Statistic,
  units: readonly Unit[],
  how: Resampling,
) {
  const items = units.length;
  const value = items === 0 ? undefined : of(units);
  if (value === undefined) {
    const why = `not estimable: ${items === 0 ? noItems : reason}`;
    return { id, name, value: null, reason: why, lower: null, upper: null, intervalReason: why, items };
  }
  const clusters = [...Map.groupBy(units, ({ cluster }) => cluster).values()];
  const interval = bootstrapAgreement((drawn) => of(drawn.flat()), clusters, how);
  return 'reason' in interval
    ? { id, name, value, reason: null, lower: null, upper: null, intervalReason: interval.reason, items }
    : {
        id,
        name,
        value,
        reason: null,
        lower: interval.lower,
        upper: interval.upper,
        intervalReason: null,
        items,
      };
}
