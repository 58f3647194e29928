import { findDatasetByName, renameDataset } from '../../../db/datasets.ts';
import type { WritableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { datasetOf } from './describe-dataset.ts';

/** @throws AppError NOT_FOUND, CONFLICT when another data set has the name, INVALID_INPUT when it is blank. */
export function giveDatasetName(db: WritableDb, datasetId: number, wanted: string): void {
  datasetOf(db, datasetId);
  const name = wanted.trim();
  if (name === '') {
    throw new AppError('INVALID_INPUT', 'A data set needs a name.', { field: 'name' });
  }
  const holder = findDatasetByName(db, name);
  if (holder && holder.id !== datasetId) {
    throw new AppError('CONFLICT', `There is already a data set named "${holder.name}".`, {
      field: 'name',
      mend: 'Choose another name.',
    });
  }
  renameDataset(db, datasetId, name);
}
