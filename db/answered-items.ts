import { integer } from './columns.ts';
import { selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

const answered = selectValues(
  integer,
  `SELECT item.id FROM item JOIN response ON response.item_id = item.id
     AND response.system_id = ? AND response.turn = 0
   WHERE item.dataset_id = ? ORDER BY item.external_id`,
);
const inPoolOrder = selectValues(integer, 'SELECT id FROM item WHERE dataset_id = ? ORDER BY external_id');

/** Ids of the items of a data set that a system answered, in pool order, without reading their texts. */
export const answeredItems = (db: ReadableDb, datasetId: number, systemId: number): number[] =>
  answered.all(db, systemId, datasetId);

/** Ids of all items of a data set, in pool order. */
export const allItems = (db: ReadableDb, datasetId: number): number[] => inPoolOrder.all(db, datasetId);
