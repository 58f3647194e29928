import { type DatasetRow, findDataset, listDatasets, listSystems } from '../../db/datasets.ts';
import { findFirstPhase } from '../../db/first-phases.ts';
import { listCriteria, listSignals } from '../../db/scores.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Dataset, DatasetDetail } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type RecordState, versionOf } from '../platform/record-version.ts';
import { claimedCount } from './claimed-scores.ts';

/** @throws AppError NOT_FOUND */
export function datasetOf(db: ReadableDb, datasetId: number): DatasetRow {
  const row = findDataset(db, datasetId);
  if (row) return row;
  throw new AppError('NOT_FOUND', `There is no data set ${datasetId} in this project.`, {
    remedy: 'It may have been removed; choose another one.',
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
  const row = datasetOf(db, datasetId);
  return {
    ...describeDataset(db, row),
    claimed: claimedCount(db, row),
    criteria: listCriteria(db, datasetId),
    signals: listSignals(db, datasetId),
    version: versionOf(datasetState(db, datasetId)),
  };
}

/** What of a data set a page changes: its name, and each scale that is declared. */
export function datasetState(db: ReadableDb, datasetId: number): RecordState {
  const criteria = listCriteria(db, datasetId).map((one) => ({ ...one, kind: 'criterion', criterion: null }));
  const scales = [...criteria, ...listSignals(db, datasetId)].map(
    (one) => [scaleField(one), one.declared ? one.scale : null] as const,
  );
  return { name: datasetOf(db, datasetId).name, ...Object.fromEntries(scales) };
}

/** What the scale of a criterion or a machine score is called in the state of its data set. */
export const scaleField = (one: { kind: string; name: string; criterion?: string | null | undefined }) =>
  `scale of ${one.kind} ${one.name}${one.criterion ? `, ${one.criterion}` : ''}`;

export const describeDatasets = (db: ReadableDb): Dataset[] =>
  listDatasets(db).map((row) => describeDataset(db, row));
