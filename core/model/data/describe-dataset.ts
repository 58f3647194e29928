import { type DatasetRow, findDataset, listDatasets, listSystems } from '../../../db/datasets.ts';
import { findFirstPhase } from '../../../db/first-phases.ts';
import { listCriteria, listSignals } from '../../../db/scores.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Dataset, DatasetDetail } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';

/** @throws AppError NOT_FOUND */
export function datasetOf(db: ReadableDb, datasetId: number): DatasetRow {
  const row = findDataset(db, datasetId);
  if (row) return row;
  throw new AppError('NOT_FOUND', `There is no data set ${datasetId} in this project.`, {
    mend: 'It may have been removed; choose another one.',
  });
}

export function describeDataset(db: ReadableDb, row: DatasetRow): Dataset {
  const { firstItemId: _first, additions: _spans, contentHash: _hash, searchReady: _ready, ...dataset } = row;
  const systems = listSystems(db, row.id).filter(({ items }) => items > 0);
  const phase = findFirstPhase(db, row.id);
  return {
    ...dataset,
    systems: systems.map(({ name, items }) => ({ name, items })),
    firstPhase: phase ? { populationSize: phase.populationSize, seed: phase.seed } : null,
  };
}

export function describeDatasetInFull(db: ReadableDb, datasetId: number): DatasetDetail {
  return {
    ...describeDataset(db, datasetOf(db, datasetId)),
    criteria: listCriteria(db, datasetId),
    signals: listSignals(db, datasetId),
  };
}

export const describeDatasets = (db: ReadableDb): Dataset[] =>
  listDatasets(db).map((row) => describeDataset(db, row));
