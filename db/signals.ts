import type { Signal } from '../shared/contract/index.ts';
import { listSignals } from './scores.ts';
import type { ReadableDb } from './types.ts';

/** A machine score by its id, with the data set it belongs to. */
export function findSignalWithDataset(
  db: ReadableDb,
  signalId: number,
): { signal: Signal; datasetId: number } | undefined {
  const datasetId = db.prepare('SELECT dataset_id FROM signal WHERE id = ?').pluck().get(signalId) as
    | number
    | undefined;
  const signal =
    datasetId === undefined ? undefined : listSignals(db, datasetId).find(({ id }) => id === signalId);
  return signal && { signal, datasetId: datasetId! };
}
