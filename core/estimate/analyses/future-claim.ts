import { findDataset } from '../../../db/datasets.ts';
import { readSurrogate } from '../../../db/draws.ts';
import { type ItemLevels, readItemLevels } from '../../../db/item-levels.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { findStudySource } from '../../../db/study-sources.ts';
import { eachGrouped, type Level, levelOf, poolLevels } from '../../../db/subgroup-levels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Claim } from '../../../shared/contract/index.ts';
import { plural } from '../../../shared/number-text.ts';
import {
  bracketSkips,
  clusteredMeanVariance,
  effectiveGroups,
  FEWEST_GROUPS,
  futureTraffic,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { liveEstimateOf, whileDataLast } from '../live-estimates.ts';
import { surrogateAt } from '../surrogate/level-order.ts';
import { estimated, notEstimable } from './approximate.ts';
import type { DesignLabel } from './design-labels.ts';

const facts = {
  claim: 'future-traffic',
  name: 'Future traffic',
  interval:
    "approximate: Student's t with cluster-robust variance (CR2) and exact binomial at the effective number, at one look",
} as const;

const assumptions = (hasGroups: boolean) =>
  `Traffic to come is like these items, ${
    hasGroups ? 'whole groups' : 'items (the data have no groups)'
  } being independent of each other. It says nothing if traffic changes.`;

/** How many items were labeled, and how many of those looked at were skipped. */
function labelsWords(labels: readonly DesignLabel[]): string {
  const skipped = labels.filter(({ y }) => y === null).length;
  const given = plural(labels.length - skipped, 'label');
  return skipped === 0 ? given : `${given} and ${plural(skipped, 'skip')}`;
}

/** What the labels say of traffic to come. */
export function futureClaim(context: CoreContext, study: StudyRow, labels: readonly DesignLabel[]): Claim {
  if (findStudySource(dbOf(context), study.id)) {
    const unknown = 'is not computed for a pool that stays where it is: its groups are not known here';
    return {
      ...facts,
      assumptions: assumptions(false),
      evidence: labelsWords(labels),
      ...notEstimable(unknown),
    };
  }
  const { hasGroups, surrogateMeanVariance, clusters: ofPool, groupAt } = poolClusters(context, study);
  const groupOf = (label: DesignLabel) =>
    groupAt ? groupAt[label.poolPosition] : levelOf(dbOf(context), study.id, { kind: 'group' }, label);
  const clusters = labels.map((label) => (hasGroups ? groupOf(label) : null) ?? label.poolPosition);
  const found = new Set(clusters).size;
  const unit = hasGroups ? 'group' : 'independent item';
  const shared = {
    ...facts,
    assumptions: assumptions(hasGroups),
    evidence: `${plural(found, unit)} among ${labelsWords(labels)}`,
  };
  if (found < FEWEST_GROUPS) {
    return { ...shared, ...notEstimable(`needs labels from ${FEWEST_GROUPS} ${unit}s, there are ${found}`) };
  }
  const effective = effectiveGroups(clusters);
  if (effective < FEWEST_GROUPS - 1e-9) {
    const few = `its ${found} groups of unequal size are worth ${Math.floor(effective)} equal ones, needs ${FEWEST_GROUPS}`;
    return { ...shared, ...notEstimable(few) };
  }
  const live = liveEstimateOf(context, study.id);
  const skipped = labels.filter(({ y }) => y === null).length;
  const estimate = bracketSkips(skipped, (skippedValue) =>
    futureTraffic({
      labels: labels.map(({ y, surrogate, weight }, i) => ({
        y: y ?? skippedValue,
        surrogate,
        weight,
        cluster: clusters[i]!,
      })),
      slope: live.controlSlope,
      pool: { surrogateMean: study.poolSummary.mean, surrogateMeanVariance, clusters: ofPool },
      own: live.state,
      alpha: study.alpha,
    }),
  );
  return { ...shared, ...estimated(estimate, study.scale) };
}

interface PoolClusters {
  readonly hasGroups: boolean;
  /** Groups of the pool; items without one are a group each. */
  readonly clusters: number;
  readonly surrogateMeanVariance: number;
  /** Of every item of the pool, where it has groups and is not known by levels alone. */
  readonly groupAt?: readonly Level[];
}

/** Reading all of a pool takes long where it is large. */
const poolClusters = (context: CoreContext, study: StudyRow): PoolClusters =>
  whileDataLast(context, study.id, 'clusters', () => {
    const db = dbOf(context);
    const items = readItemLevels(db, study.id);
    if (items) return clustersOfLevels(db, study, items);
    const surrogate = readSurrogate(db, study.id);
    const isGrouped = (findDataset(db, study.datasetId)?.groupCount ?? 0) > 0;
    const groups = isGrouped ? [...poolLevels(db, study.id, { kind: 'group' })] : [];
    const clusters = Array.from(surrogate, (_, position) => groups[position] ?? position);
    const hasGroups = groups.some((group) => group !== null);
    return {
      clusters: new Set(clusters).size,
      ...{ hasGroups, surrogateMeanVariance: clusteredMeanVariance(surrogate, clusters) },
      ...(hasGroups && { groupAt: groups }),
    };
  });

/** What `clusteredMeanVariance` says of all items, from one group after the other: no list of them is held. */
function clustersOfLevels(
  db: ReadableDb,
  { id, datasetId, poolSummary: { mean, variance, populationSize } }: StudyRow,
  items: ItemLevels,
): PoolClusters {
  const hasGroups = (findDataset(db, datasetId)?.groupCount ?? 0) > 0;
  let [clusters, squares, inGroups, ofGroups] = [0, 0, 0, 0];
  let current: { key: string; sum: number } | undefined;
  const close = () => {
    if (current) squares += current.sum ** 2;
    clusters += current ? 1 : 0;
  };
  for (const [itemId, key] of hasGroups ? eachGrouped(db, id) : []) {
    const value = surrogateAt(items, itemId);
    if (value === undefined) continue;
    if (current?.key !== key) {
      close();
      current = { key, sum: 0 };
    }
    current.sum += value - mean;
    inGroups += 1;
    ofGroups += (value - mean) ** 2;
  }
  close();
  // Items without a group are a cluster each: what their squares come to is all squares without those counted above.
  clusters += populationSize - inGroups;
  squares += Math.max(0, variance * populationSize - ofGroups);
  const isOne = clusters < 2;
  const surrogateMeanVariance = isOne ? 0 : ((clusters / (clusters - 1)) * squares) / populationSize ** 2;
  return { hasGroups, clusters, surrogateMeanVariance };
}
