import { readPool } from '../../db/draws.ts';
import type { OpenProject } from '../../db/open.ts';
import type { StudyRow } from '../../db/studies.ts';
import { type Level, poolLevels } from '../../db/subgroup-levels.ts';
import type { Claim } from '../../shared/contract/index.ts';
import {
  bracketSkips,
  clusteredMeanVariance,
  FEWEST_GROUPS,
  futureTraffic,
  type PoolSummary,
} from '../../stats/index.ts';
import { type CoreContext, openProjectOf } from '../context.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
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
  const { groups, surrogateMeanVariance } = poolClusters(openProjectOf(context), study);
  const hasGroups = groups.some((group) => group !== null);
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
  const { slope } = liveEstimateOf(context, study.id).state;
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
      surrogateMean: (study.poolSummary as PoolSummary).mean,
      surrogateMeanVariance,
      alpha: study.alpha,
    }),
  );
  return { ...shared, ...estimated(estimate, study.scale) };
}

interface PoolClusters {
  readonly groups: readonly Level[];
  readonly surrogateMeanVariance: number;
}

/** A pool is frozen, and reading all of it takes long where it is large. */
const known = new WeakMap<OpenProject, Map<string, PoolClusters>>();

function poolClusters(project: OpenProject, { id, createdAt }: StudyRow): PoolClusters {
  // The number of a removed study may be given again.
  const key = `${id} ${createdAt}`;
  const kept = known.get(project) ?? new Map<string, PoolClusters>();
  known.set(project, kept);
  const found = kept.get(key);
  if (found) return found;
  const groups = poolLevels(project.db, id, { kind: 'group' });
  const { surrogateValues } = readPool(project.db, id);
  const clusters = groups.map((group, position) => group ?? position);
  const made = { groups, surrogateMeanVariance: clusteredMeanVariance(surrogateValues, clusters) };
  kept.set(key, made);
  return made;
}
