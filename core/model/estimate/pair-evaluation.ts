import { readPool } from '../../../db/draws.ts';
import { meanMachineDifferences } from '../../../db/score-means.ts';
import { humanMeansOf } from '../../../db/scores.ts';
import type { Against, StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { mean } from '../../../stats/index.ts';

type FullEvaluation = EstimateReport['fullEvaluation'];

/**
 * The full evaluation of a comparison where the data set came with one: the mean difference over all items that both
 * systems answered, items with equal responses counting 0 whatever was said of either.
 */
export function pairEvaluationOf(db: ReadableDb, study: StudyRow, against: Against): FullEvaluation {
  const { populationSize: differing } = study;
  const { sharedItems } = against;
  const equal = sharedItems - differing;
  if (differing === 0) return { value: 0, items: sharedItems, complete: true };
  if (study.criterionId === null) {
    const onGold = study.referenceEvaluation;
    return onGold && { ...onGold, complete: onGold.items === sharedItems };
  }
  const first = humanMeansOf(db, study.criterionId, study.systemId);
  const second = humanMeansOf(db, study.criterionId, against.systemId);
  const differences = readPool(db, study.id).itemIds.flatMap((itemId) => {
    const [a, b] = [first.get(itemId), second.get(itemId)];
    return a === undefined || b === undefined ? [] : [a - b];
  });
  if (differences.length === 0) return null;
  return {
    value: (differing / sharedItems) * mean(differences),
    items: equal + differences.length,
    complete: differences.length === differing,
  };
}

/** The mean difference by each machine signal over the items where it knows both systems, on the measure's scale. */
export function machineDifferences(db: ReadableDb, study: StudyRow, { systemId }: Against) {
  const range = study.scale.max - study.scale.min;
  return meanMachineDifferences(db, study.datasetId, study.systemId, systemId).map(({ scale, ...signal }) => {
    const sign = scale.direction === study.scale.direction ? 1 : -1;
    return { ...signal, value: (sign * signal.value * range) / (scale.max - scale.min) };
  });
}
