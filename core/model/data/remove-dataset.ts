import {
  countLabelsOfDataset,
  countValidationsOfDataset,
  removeDataset,
  studiesOfDataset,
} from '../../../db/dataset-removal.ts';
import type { WritableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { datasetOf } from './describe-dataset.ts';

/** @throws AppError NOT_FOUND, CONFLICT when a study or a label needs the items. */
export function removeUnusedDataset(db: WritableDb, datasetId: number): void {
  const dataset = datasetOf(db, datasetId);
  const [study, ...more] = studiesOfDataset(db, datasetId);
  if (study !== undefined) {
    const others = more.length > 0 ? ` and ${more.length} more` : '';
    throw new AppError('CONFLICT', `The study "${study}"${others} draws from this data set.`, {
      mend: 'Remove the study first.',
    });
  }
  const labels = countLabelsOfDataset(db, dataset);
  if (labels > 0) {
    throw new AppError('CONFLICT', `People gave ${labels} labels to items of this data set.`, {
      mend: 'Labels are never deleted. Start a new project if you do not want them.',
    });
  }
  if (countValidationsOfDataset(db, datasetId) > 0) {
    throw new AppError('CONFLICT', 'People validated answers to items of this data set.', {
      mend: 'Their verdicts are never deleted. Start a new project if you do not want them.',
    });
  }
  removeDataset(db, dataset);
}
