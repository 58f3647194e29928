import { readPool } from '../../../db/draws.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { readPoolLevels } from '../../../db/study-sources.ts';
import { type Level, poolLevels } from '../../../db/subgroup-levels.ts';
import type { Claim } from '../../../shared/contract/index.ts';
import { bracketSkips, clusteredMeanVariance, FEWEST_GROUPS, futureTraffic } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { liveEstimateOf, whileDataLast } from '../estimate/live-estimates.ts';
import { estimated, notEstimable } from './approximate.ts';
import type { DesignLabel } from './design-labels.ts';

const facts = {
  claim: 'future-traffic',
  name: 'Future traffic',
  interval: "approximate: Student's t with cluster-robust variance (CR2), at one look",
} as const;

const assumptions = (hasGroups: boolean) =>
  `Traffic to come is like these items, ${
    hasGroups ? 'whole groups' : 'items (the data have no groups)'
  } being independent of each other. It says nothing if traffic changes.`;

/** What the labels say of traffic to come. */
export function futureClaim(context: CoreContext, study: StudyRow, labels: readonly DesignLabel[]): Claim {
  if (readPoolLevels(dbOf(context), study.id)) {
    const unknown = 'is not computed for a pool that stays where it is: its groups are not known here';
    return {
      ...facts,
      assumptions: assumptions(false),
      evidence: `${labels.length} labels`,
      ...notEstimable(unknown),
    };
  }
  const { groups, hasGroups, surrogateMeanVariance } = poolClusters(context, study);
  const clusterOf = (position: number): string | number => groups[position] ?? position;
  const found = new Set(labels.map(({ poolPosition }) => clusterOf(poolPosition))).size;
  const unit = hasGroups ? 'groups' : 'independent items';
  const shared = {
    ...facts,
    assumptions: assumptions(hasGroups),
    evidence: `${found} ${unit} among ${labels.length} labels`,
  };
  if (found < FEWEST_GROUPS) {
    return { ...shared, ...notEstimable(`needs labels from ${FEWEST_GROUPS} ${unit}, there are ${found}`) };
  }
  const slope = liveEstimateOf(context, study.id).controlSlope;
  const skipped = labels.filter(({ y }) => y === null).length;
  const estimate = bracketSkips(skipped, (skippedValue) =>
    futureTraffic({
      labels: labels.map(({ y, surrogate, weight, poolPosition }) => ({
        y: y ?? skippedValue,
        surrogate,
        weight,
        cluster: clusterOf(poolPosition),
      })),
      slope,
      surrogateMean: study.poolSummary.mean,
      surrogateMeanVariance,
      alpha: study.alpha,
    }),
  );
  return { ...shared, ...estimated(estimate, study.scale) };
}

interface PoolClusters {
  readonly groups: readonly Level[];
  readonly hasGroups: boolean;
  readonly surrogateMeanVariance: number;
}

/** Reading all of a pool takes long where it is large. */
const poolClusters = (context: CoreContext, { id }: StudyRow): PoolClusters =>
  whileDataLast(context, id, 'clusters', () => {
    const db = dbOf(context);
    const groups = poolLevels(db, id, { kind: 'group' });
    const clusters = groups.map((group, position) => group ?? position);
    return {
      groups,
      hasGroups: groups.some((group) => group !== null),
      surrogateMeanVariance: clusteredMeanVariance(readPool(db, id).surrogateValues, clusters),
    };
  });
