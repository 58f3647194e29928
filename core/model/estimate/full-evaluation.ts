import { meanHumanScore, meanMachineScores } from '../../../db/score-means.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { fromUnit, toUnit } from '../../../stats/index.ts';
import { machineDifferences, pairEvaluationOf } from './pair-evaluation.ts';

/**
 * The full evaluation of a study's pool, where the data set came with it: the mean of the imported human scores, or
 * of the metric on the imported gold answers.
 */
export function fullEvaluationOf(db: ReadableDb, study: StudyRow): EstimateReport['fullEvaluation'] {
  if (study.against) return pairEvaluationOf(db, study, study.against);
  const found =
    study.criterionId === null
      ? study.referenceEvaluation
      : meanHumanScore(db, study.criterionId, study.systemId);
  if (!found || found.items === 0) return null;
  return { value: found.value, items: found.items, complete: found.items === study.populationSize };
}

/** What each judge of the same criterion says of the whole pool, or of the difference of two systems. */
export function judgeMeans(db: ReadableDb, study: StudyRow): EstimateReport['judges'] {
  const wanted = study.measure.kind === 'criterion' ? study.measure.criterion : null;
  const { surrogate } = study;
  return machineMeans(db, study).flatMap((signal) => {
    const alsoSurrogate =
      (surrogate.kind === 'judge' &&
        signal.kind === 'judge' &&
        signal.name === surrogate.judge &&
        signal.criterion === surrogate.criterion) ||
      (surrogate.kind === 'auto' && signal.kind === 'auto' && signal.name === surrogate.name);
    const comparable =
      signal.kind === 'judge' && (signal.criterion === wanted || signal.criterion === 'score');
    if (!alsoSurrogate && !comparable) return [];
    return [{ name: signal.name, value: signal.value, items: signal.items, alsoSurrogate }];
  });
}

/** Mean of every machine signal on the measure's scale, or of its difference. */
function machineMeans(db: ReadableDb, study: StudyRow) {
  if (study.against) return machineDifferences(db, study, study.against);
  return meanMachineScores(db, study.datasetId, study.systemId).map(({ scale, ...signal }) => ({
    ...signal,
    value: fromUnit(toUnit(signal.value, scale), study.scale),
  }));
}
