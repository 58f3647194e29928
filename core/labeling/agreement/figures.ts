import type { AgreementFigure } from '../../../shared/contract/index.ts';
import {
  type AgreementUnit,
  agreementInterval,
  bootstrapAgreement,
  type CoefficientInterval,
  FEWEST_MEAN_ITEMS,
  meanInterval,
} from '../../../stats/index.ts';
import type { Statistic } from './statistics.ts';

/** How intervals are found. */
export interface Resampling {
  readonly seed: number;
  /** Of earlier reports, whose intervals are a bootstrap; 0 of those of now. */
  readonly resamples: number;
  readonly alpha: number;
  /** Whether coefficients have the wider interval of earlier reports. */
  readonly isOfBefore?: boolean | undefined;
  /** Whether the figures of all together are asked for alone, as the lead's board does again and again. */
  readonly groupOnly?: boolean | undefined;
}

interface How extends Resampling {
  /** Largest possible difference of two values. */
  readonly range: number;
}

/** What was said of one item: drawn whole. */
type Cluster = readonly AgreementUnit[];

/**
 * The coefficients of these units, each with its interval over items, or over clusters of them. Yields between two of them, so that
 * the engine can answer other calls: a label must never wait behind figures.
 */
export function* withIntervals(
  statistics: readonly Statistic[],
  units: readonly AgreementUnit[],
  how: How,
): Generator<void, AgreementFigure[]> {
  const figures: AgreementFigure[] = [];
  for (const statistic of statistics) {
    yield;
    figures.push(figureOf(statistic, units, how));
  }
  return figures;
}

function figureOf(statistic: Statistic, units: readonly AgreementUnit[], how: How): AgreementFigure {
  const { id, name, of, reason, noItems = 'no item has labels of two annotators' } = statistic;
  const items = units.length;
  const value = items === 0 ? undefined : of(units);
  const none = { lower: null, upper: null, items };
  if (value === undefined) {
    const why = `not estimable: ${items === 0 ? noItems : reason}`;
    return { id, name, value: null, reason: why, ...none, intervalReason: why };
  }
  const interval = how.resamples > 0 ? bootstrapOf(statistic, units, how) : intervalOf(statistic, units, how);
  return 'reason' in interval
    ? { id, name, value, reason: null, ...none, intervalReason: interval.reason }
    : {
        ...{ id, name, value, reason: null, items, intervalReason: null },
        ...{ lower: interval.lower, upper: interval.upper },
      };
}

const clustersOf = (units: readonly AgreementUnit[]): Cluster[] => [
  ...Map.groupBy(units, ({ cluster }) => cluster).values(),
];

const bootstrapOf = ({ of }: Statistic, units: readonly AgreementUnit[], how: Resampling) =>
  bootstrapAgreement((drawn) => of(drawn.flat()), clustersOf(units), how);

function intervalOf(
  { of, kind, over }: Statistic,
  all: readonly AgreementUnit[],
  { range, alpha, isOfBefore }: How,
): CoefficientInterval {
  const units = over ? over(all) : all;
  if (kind === 'share' || kind === 'difference') {
    const values = clustersOf(units).map((own) => ({ value: of(own)!, weight: 1, size: own.length }));
    const ends = { lowest: 0, highest: kind === 'share' ? 1 : range, alpha };
    return meanInterval(values, ends) ?? { reason: `no interval: needs at least ${FEWEST_MEAN_ITEMS} items` };
  }
  return agreementInterval(units, of, { kind, alpha, isOfBefore });
}
