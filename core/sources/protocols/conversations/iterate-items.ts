import { findDataset } from '../../../../db/datasets.ts';
import { type ItemRow, listItemRange } from '../../../../db/items.ts';
import type { ReadableDb } from '../../../../db/types.ts';

const itemsPerRead = 500;

/** The items of a data set, in file order. */
export function* iterateItems(db: ReadableDb, datasetId: number): Generator<ItemRow> {
  const dataset = findDataset(db, datasetId);
  if (!dataset) return;
  const end = dataset.firstItemId + dataset.itemCount;
  for (let from = dataset.firstItemId; from < end; from += itemsPerRead) {
    yield* listItemRange(db, from, Math.min(from + itemsPerRead, end) - 1);
  }
}
