import type { ReadableDb } from './types.ts';

/** Ids of the items of a data set that a system answered, in pool order, without reading their texts. */
export function answeredItems(db: ReadableDb, datasetId: number, systemId: number): number[] {
  return db
    .prepare(
      `SELECT item.id FROM item JOIN response ON response.item_id = item.id
         AND response.system_id = ? AND response.turn = 0
       WHERE item.dataset_id = ? ORDER BY item.external_id`,
    )
    .pluck()
    .all(systemId, datasetId) as number[];
}

/** Ids of all items of a data set, in pool order. */
export function allItems(db: ReadableDb, datasetId: number): number[] {
  return db
    .prepare('SELECT id FROM item WHERE dataset_id = ? ORDER BY external_id')
    .pluck()
    .all(datasetId) as number[];
}
