import { additionsSince } from '../../db/additions.ts';
import { readPool } from '../../db/draws.ts';
import { findJudgeOfScores } from '../../db/judges.ts';
import { listItemRuns } from '../../db/llm-runs.ts';
import { meanHumanScore, meanMachineDifferences, meanMachineScores } from '../../db/score-means.ts';
import { humanMeansOf } from '../../db/scores.ts';
import type { Against, StudyRow } from '../../db/studies.ts';
import { isTakenAlong } from '../../db/study-sources.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { EstimateReport } from '../../shared/contract/index.ts';
import { fromUnit, mean, toUnit } from '../../stats/index.ts';

type FullEvaluation = EstimateReport['fullEvaluation'];

/**
 * The full evaluation of a study's pool, where the data set came with it: the mean of the imported human scores, or
 * of the metric on the imported gold answers.
 */
export function fullEvaluationOf(db: ReadableDb, study: StudyRow): FullEvaluation {
  // What lies here of a pool that stays elsewhere is its first rows, drawn by hardness, and no mean of them is one of the pool.
  if (isTakenAlong(db, study.datasetId)) return null;
  if (study.against) return pairEvaluationOf(db, study, study.against);
  const found =
    study.criterionId === null
      ? study.referenceEvaluation
      : meanHumanScore(db, study.criterionId, study.systemId, poolOf(db, study));
  if (!found || found.items === 0) return null;
  return { value: found.value, items: found.items, complete: found.items === study.populationSize };
}

/** The study itself where its data set has grown since: then its pool is less than all items with a score. */
const poolOf = (db: ReadableDb, { id, datasetId, createdAt }: StudyRow): number | null =>
  additionsSince(db, datasetId, createdAt).files > 0 ? id : null;

/** What each judge of the same criterion says of the whole pool, or of the difference of two systems. */
export function judgeMeans(db: ReadableDb, study: StudyRow): EstimateReport['judges'] {
  if (isTakenAlong(db, study.datasetId)) return [];
  const wanted = study.measure.kind === 'criterion' ? study.measure.criterion : null;
  const { surrogate } = study;
  return machineMeans(db, study).flatMap((signal) => {
    const alsoSurrogate =
      (surrogate.kind === 'judge' &&
        signal.kind === 'judge' &&
        signal.name === surrogate.judge &&
        signal.criterion === surrogate.criterion) ||
      (surrogate.kind === 'auto' && signal.kind === 'auto' && signal.name === surrogate.name);
    const comparable = signal.kind === 'judge' && (signal.measures === wanted || signal.measures === 'score');
    if (!alsoSurrogate && !comparable) return [];
    if (!alsoSurrogate && hasRunOnLabelsAlone(db, study, signal.name)) return [];
    return [{ name: signal.name, value: signal.value, items: signal.items, alsoSurrogate }];
  });
}

/** Whether a judge was only tried on labeled items, to improve it: its mean over these says nothing of the pool. */
function hasRunOnLabelsAlone(db: ReadableDb, { datasetId, systemId }: StudyRow, name: string): boolean {
  const judge = findJudgeOfScores(db, name);
  const runs = listItemRuns(db).filter(
    (run) => run.judgeId === judge?.id && run.datasetId === datasetId && run.systemId === systemId,
  );
  return runs.length > 0 && runs.every(({ settings }) => settings.improvement !== undefined);
}

/** Mean of every machine signal on the measure's scale, or of its difference. */
function machineMeans(db: ReadableDb, study: StudyRow) {
  if (study.against) return machineDifferences(db, study, study.against);
  return meanMachineScores(db, study.datasetId, study.systemId, poolOf(db, study)).map(
    ({ scale, ...signal }) => ({
      ...signal,
      value: fromUnit(toUnit(signal.value, scale), study.scale),
    }),
  );
}

/**
 * The full evaluation of a comparison where the data set came with one: the mean difference over all items that both
 * systems answered, items with equal responses counting 0 whatever was said of either.
 */
function pairEvaluationOf(db: ReadableDb, study: StudyRow, against: Against): FullEvaluation {
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
function machineDifferences(db: ReadableDb, study: StudyRow, { systemId }: Against) {
  const range = study.scale.max - study.scale.min;
  const { before } = additionsSince(db, study.datasetId, study.createdAt);
  const { datasetId } = study;
  return meanMachineDifferences(db, datasetId, study.systemId, systemId, before ?? undefined).map(
    ({ scale, ...signal }) => {
      const sign = scale.direction === study.scale.direction ? 1 : -1;
      return { ...signal, value: (sign * signal.value * range) / (scale.max - scale.min) };
    },
  );
}
