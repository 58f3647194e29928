import { listAnnotators } from '../../../db/annotators.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Claim } from '../../../shared/contract/index.ts';
import { plural } from '../../../shared/number-text.ts';
import {
  annotatorPopulation,
  annotatorVariance,
  FEWEST_ANNOTATORS,
  FEWEST_DISPUTED_ITEMS,
  hasOverlap,
  type Rating,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { itemRatings } from '../../studies/ratings/ratings.ts';
import type { LiveEstimate } from '../live-estimate.ts';
import { liveEstimateOf } from '../live-estimates.ts';
import { estimated, notEstimable, withoutMean } from './approximate.ts';
import { type DesignLabel, designLabels, unsuitable } from './design-labels.ts';
import { futureClaim } from './future-claim.ts';
import { turnWeighted } from './turn-weighted.ts';

const facts = {
  claim: 'annotator-population',
  name: 'Other annotators',
  interval:
    "approximate, at one look: Student's t and exact binomial at the effective number, the error between annotators added",
  assumptions:
    'Other annotators differ from these as these differ from each other (random effects). The estimate above is of what these annotators say.',
} as const;

/** What the mean would be as other annotators like these would give it. */
function annotatorClaim(
  db: ReadableDb,
  study: StudyRow,
  { controlSlope: slope, state: own }: Pick<LiveEstimate, 'controlSlope' | 'state'>,
  labels: readonly DesignLabel[],
): Claim {
  const ratings = ratingsOfAll(db, study, labels);
  const overlap = annotatorVariance(ratings);
  const people = new Set(ratings.map(({ annotator }) => annotator)).size;
  const evidence =
    people === 1
      ? 'every label is of one annotator'
      : `${plural(overlap?.overlappedItems ?? 0, 'item')} labeled by several of ${people} annotators, who disagree on ${overlap?.disputedItems ?? 0}`;
  const shared = { ...facts, evidence };
  const otherRule = withoutMean(study);
  if (otherRule) return { ...shared, ...otherRule };
  if (!hasOverlap(overlap)) {
    const needed = `needs ${FEWEST_ANNOTATORS} annotators and ${FEWEST_DISPUTED_ITEMS} items on which they disagree`;
    return { ...shared, ...notEstimable(needed) };
  }
  if (labels.some(({ y }) => y === null)) {
    return { ...shared, ...notEstimable('nothing is known of how others would label skipped items') };
  }
  const estimate = annotatorPopulation({
    labels: labels.map(({ itemId, y, surrogate, weight }) => ({
      item: itemId,
      cluster: itemId,
      y: y!,
      surrogate,
      weight,
    })),
    ratings,
    slope,
    surrogateMean: study.poolSummary.mean,
    populationSize: study.populationSize,
    own,
    alpha: study.alpha,
  });
  return { ...shared, ...estimated(estimate, study.scale) };
}

/** What a project's only annotator said are the labels themselves: reading them again would take as long as the estimate. */
function ratingsOfAll(db: ReadableDb, study: StudyRow, labels: readonly DesignLabel[]): Rating[] {
  const [annotator, ...others] = listAnnotators(db);
  if (!annotator || others.length > 0) return labels.flatMap(({ itemId }) => ratingsOf(db, study, itemId));
  return labels.flatMap(({ itemId, y }) =>
    y === null ? [] : [{ item: itemId, annotator: annotator.id, y }],
  );
}

function ratingsOf(db: ReadableDb, study: StudyRow, itemId: number): Rating[] {
  return itemRatings(db, study, itemId).flatMap(({ annotatorId, word }) =>
    word.kind === 'skip' || word.y === undefined ? [] : [{ item: itemId, annotator: annotatorId, y: word.y }],
  );
}

/**
 * Claims that the estimate does not make: of turns, of traffic to come, of other annotators. All approximate and at
 * one look. None for designs and studies in which they are not defined.
 */
export function otherClaims(context: CoreContext, studyId: number): Claim[] {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  if (unsuitable(study)) return [];
  const labels = designLabels(context, studyId);
  if (labels.length === 0) return [];
  const byTurns = turnWeighted(db, study, labels);
  return [
    ...(byTurns ? [byTurns] : []),
    futureClaim(context, study, labels),
    annotatorClaim(db, study, liveEstimateOf(context, studyId), labels),
  ];
}
