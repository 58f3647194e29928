import { integer, text } from './columns.ts';
import { selectTuples } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const answeredBetween = selectTuples(
  [integer, text],
  `SELECT id, external_id FROM item WHERE id BETWEEN ? AND ? AND dataset_id = ?
   AND EXISTS (SELECT 1 FROM response WHERE item_id = item.id AND system_id = ?) ORDER BY id`,
);

/** Items of a data set between two ids that a system answered, with their own names. */
export const answeredNames = (
  db: ReadableDb,
  { from, to }: { from: number; to: number },
  datasetId: number,
  systemId: number,
): [itemId: number, externalId: string][] => answeredBetween.all(db, from, to, datasetId, systemId);

const namesInOrder = selectTuples(
  [text],
  'SELECT external_id FROM item WHERE dataset_id = ? AND id BETWEEN ? AND ? ORDER BY id',
);

/** The own names of the items of a data set between two ids, in the order of these. */
export const namesBetween = (
  db: ReadableDb,
  datasetId: number,
  { from, to }: { from: number; to: number },
): string[] => namesInOrder.all(db, datasetId, from, to).map(([name]) => name);

/** Copies an item with its replies, under a new id, into another data set. */
export function itemCopier(db: WritableDb, datasetId: number): (itemId: number, newId: number) => void {
  const item = db.prepare(
    `INSERT INTO item (id, dataset_id, external_id, group_key, conversation, context, reference_answers, meta)
     SELECT ?, ?, external_id, group_key, conversation, context, reference_answers, meta FROM item WHERE id = ?`,
  );
  const replies = db.prepare(
    `INSERT INTO response (item_id, system_id, turn, text, token_log_probabilities)
     SELECT ?, system_id, turn, text, token_log_probabilities FROM response WHERE item_id = ?`,
  );
  return (itemId, newId) => {
    item.run(newId, datasetId, itemId);
    replies.run(newId, itemId);
  };
}

const systemsOfSignal = selectTuples(
  [integer],
  `SELECT id FROM system WHERE EXISTS (SELECT 1 FROM machine_score WHERE signal_id = ? AND system_id = system.id) ORDER BY id`,
);

/**
 * Copies what machines said of items into signals of the data set that they were copied to. Scores lie by signal, system and item:
 * each is looked up by all three, as a look by fewer reads every item of a signal for each item.
 */
export function scoreCopier(
  db: WritableDb,
  signals: readonly (readonly [from: number, to: number])[],
): (itemId: number, newId: number) => void {
  const scores = db.prepare(
    `INSERT INTO machine_score (signal_id, system_id, item_id, value)
     SELECT ?, system_id, ?, value FROM machine_score WHERE signal_id = ? AND system_id = ? AND item_id = ?`,
  );
  const wanted = signals.flatMap(([from, to]) =>
    systemsOfSignal.all(db, from).map(([systemId]) => [from, to, systemId] as const),
  );
  return (itemId, newId) => {
    for (const [from, to, systemId] of wanted) scores.run(to, newId, from, systemId, itemId);
  };
}

/** How many items of a data set have what, and which systems answered how many, counted anew. */
export function countsOfItems(
  db: WritableDb,
  datasetId: number,
): {
  itemsWithContext: number;
  itemsWithReferences: number;
  groupCount: number;
} {
  db.prepare(
    `INSERT INTO dataset_system (dataset_id, system_id, items)
     SELECT ?, system_id, COUNT(DISTINCT item_id) FROM response
     WHERE item_id IN (SELECT id FROM item WHERE dataset_id = ?) GROUP BY system_id`,
  ).run(datasetId, datasetId);
  const [row] = countsOfDataset.all(db, datasetId);
  const [itemsWithContext, itemsWithReferences, groupCount] = row!;
  return { itemsWithContext, itemsWithReferences, groupCount };
}

const countsOfDataset = selectTuples(
  [integer, integer, integer],
  'SELECT COUNT(context), COUNT(reference_answers), COUNT(DISTINCT group_key) FROM item WHERE dataset_id = ?',
);
