import { type CoefficientInterval, coefficientInterval } from '../alignment/coefficient-interval.ts';
import { extremes, mean } from '../numeric.ts';

/** What was said of one item. */
export interface AgreementUnit {
  /** A value for each annotator, in the same order; undefined where missing. */
  readonly values: readonly (number | undefined)[];
  /** Above 0: of the item under the design of the draw; 1 where the labeled items themselves are described. */
  readonly weight: number;
  /** Units of one cluster may depend on each other: what was said of one item in several ways, or in several pairs of a ranking. */
  readonly cluster: unknown;
}

type Cluster<Unit> = readonly Unit[];

/**
 * Approximate interval of a coefficient of agreement, for one look: `coefficientInterval` over items, or clusters of them, with
 * pseudo-items on which all annotators say one end of the values seen, or every second one the other. The spread that ten items have
 * to carry is that of all values, by distance or, of categories, by their shares; of two annotators that of each.
 *
 * @param statistic the coefficient of some items; undefined where it cannot be told
 * @param how.kind of the spread
 * @param how.isOfBefore whether it is that of earlier reports, whose pseudo-items are as heavy as an item
 * @returns the ends, or the reason why there are none
 * @throws RangeError when alpha is not in (0, 1)
 */
export function agreementInterval<Unit extends AgreementUnit>(
  units: readonly Unit[],
  statistic: (units: readonly AgreementUnit[]) => number | undefined,
  {
    kind,
    alpha,
    isOfBefore = false,
  }: { kind: 'nominal' | 'interval' | 'pair'; alpha: number; isOfBefore?: boolean | undefined },
): CoefficientInterval {
  const clusters: Cluster<AgreementUnit>[] = [...Map.groupBy(units, ({ cluster }) => cluster).values()];
  return coefficientInterval({
    items: clusters,
    statistic: (some) => statistic(some.flat()),
    scatters: scattersOf(kind, clusters),
    ...cornersOf(clusters, isOfBefore ? 1 : 0.5),
    effective: effectiveOf(clusters),
    ...{ alpha, isOfBefore },
  });
}

/** How many clusters of equal weight tell as much (Kish, 1965). */
function effectiveOf(clusters: readonly Cluster<AgreementUnit>[]): number {
  const weights = clusters.map((own) => own.reduce((sum, { weight }) => sum + weight, 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return total ** 2 / weights.reduce((sum, weight) => sum + weight * weight, 0);
}

/** The values of a unit that are there. */
export const presentValues = ({ values }: AgreementUnit) => values.filter((value) => value !== undefined);

/** What each cluster adds to the spread of all values; of two annotators to that of each. */
function scattersOf(
  kind: 'nominal' | 'interval' | 'pair',
  clusters: readonly Cluster<AgreementUnit>[],
): number[][] {
  if (kind === 'pair') {
    return [0, 1].map((place) => scatterOf('interval', clusters, ({ values }) => [values[place]!]));
  }
  return [scatterOf(kind, clusters, presentValues)];
}

function scatterOf(
  kind: 'nominal' | 'interval',
  clusters: readonly Cluster<AgreementUnit>[],
  valuesOf: (unit: AgreementUnit) => readonly number[],
): number[] {
  const counted = clusters.flat().flatMap((unit) => valuesOf(unit).map((value) => ({ value, ...unit })));
  const total = counted.reduce((sum, { weight }) => sum + weight, 0);
  const middle = counted.reduce((sum, { value, weight }) => sum + weight * value, 0) / total;
  const shareOf = new Map<number, number>();
  for (const { value, weight } of counted) {
    shareOf.set(value, (shareOf.get(value) ?? 0) + weight / total);
  }
  const squares = [...shareOf.values()].reduce((sum, share) => sum + share * share, 0);
  // Of categories the squared distance of a value from the shares of all, each its own direction.
  const distance = (value: number) =>
    kind === 'interval' ? (value - middle) ** 2 : 1 - 2 * shareOf.get(value)! + squares;
  return clusters.map((own) =>
    own.reduce((sum, unit) => sum + unit.weight * mean(valuesOf(unit).map(distance)), 0),
  );
}

/** Items on which all say one end of the values seen, and two on which they are farthest apart; each weighs so much of a cluster. */
function cornersOf(
  clusters: readonly Cluster<AgreementUnit>[],
  part: number,
): {
  alike: Cluster<AgreementUnit>[];
  apart: Cluster<AgreementUnit>[];
} {
  const units = clusters.flat();
  const values = units.flatMap(presentValues);
  const [least, most] = extremes(values);
  const weight = (part * units.reduce((sum, unit) => sum + unit.weight, 0)) / Math.max(1, clusters.length);
  const corner = (of: (place: number) => number): Cluster<AgreementUnit> => [
    { values: (units[0]?.values ?? []).map((_, place) => of(place)), weight, cluster: null },
  ];
  return {
    alike: [corner(() => least), corner(() => most)],
    apart: [0, 1].map((side) => corner((place) => (place % 2 === side ? least : most))),
  };
}
