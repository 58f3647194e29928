import { at, integer, orNull, text } from './columns.ts';
import { countPool } from './pools.ts';
import { countWrite } from './project.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const storedColumns = {
  id: integer,
  groupKey: orNull(text),
  conversation: text,
  context: orNull(text),
  referenceAnswers: orNull(text),
  meta: orNull(text),
};
const storedItem = select(storedColumns, 'FROM item WHERE dataset_id = ? AND external_id = ?');

/** An item of a data set by its external id, its lists as the JSON that is stored. */
export const findStoredItem = (db: ReadableDb, datasetId: number, externalId: string) =>
  storedItem.get(db, datasetId, externalId);

const textsOfItems = select(
  { id: at('external_id', text), conversation: text, context: orNull(text), line: at('0', integer) },
  'FROM item WHERE dataset_id = ? ORDER BY id',
);

/** What is asked in each item of a data set, in file order, one at a time. */
export const iterateStoredTexts = (db: ReadableDb, datasetId: number) => textsOfItems.iterate(db, datasetId);

const additionOfContent = selectValues(
  integer,
  'SELECT position FROM dataset_addition WHERE dataset_id = ? AND content_hash = ?',
);

/** Whether a file of this content was added to a data set before. */
export const hasAddition = (db: ReadableDb, datasetId: number, contentHash: string): boolean =>
  additionOfContent.get(db, datasetId, contentHash) !== undefined;

/** Gives an item other votes of a criterion. */
export function changeVotes(
  db: WritableDb,
  key: { criterionId: number; systemId: number; itemId: number },
  { mean, votes }: { mean: number; votes: string },
): void {
  db.prepare(
    `UPDATE human_score SET mean = @mean, votes = @votes
     WHERE criterion_id = @criterionId AND system_id = @systemId AND item_id = @itemId`,
  ).run({ ...key, mean, votes });
}

const nextItemId = selectValues(integer, `SELECT seq + 1 FROM sqlite_sequence WHERE name = 'item'`);
const lastPosition = selectValues(
  integer,
  'SELECT COALESCE(MAX(position), 0) FROM dataset_addition WHERE dataset_id = ?',
);
const groups = selectValues(integer, 'SELECT COUNT(DISTINCT group_key) FROM item WHERE dataset_id = ?');

/** The id of the next item of the project. */
export const freeItemId = (db: ReadableDb): number => nextItemId.get(db) ?? 1;

interface Addition {
  sourceFile: string;
  format: string;
  contentHash: string;
  firstItemId: number;
  itemCount: number;
  addedAt: string;
}

/** Notes a file that was added to a data set, and counts what it holds now. Part of the caller's transaction. */
export function noteAddition(
  db: WritableDb,
  datasetId: number,
  addition: Addition,
  { withContext, withReferences }: { withContext: number; withReferences: number },
): void {
  db.prepare(
    `INSERT INTO dataset_addition (dataset_id, position, source_file, format, content_hash, first_item_id, item_count, added_at)
     VALUES (@datasetId, @position, @sourceFile, @format, @contentHash, @firstItemId, @itemCount, @addedAt)`,
  ).run({ ...addition, datasetId, position: lastPosition.one(db, datasetId) + 1 });
  db.prepare(
    `UPDATE dataset SET item_count = item_count + @itemCount, group_count = @groupCount, search_ready = 0,
       items_with_context = items_with_context + @withContext,
       items_with_references = items_with_references + @withReferences WHERE id = @datasetId`,
  ).run({
    ...{ datasetId, itemCount: addition.itemCount, withContext, withReferences },
    groupCount: groups.one(db, datasetId),
  });
  for (const counted of ['human_score_writes', 'machine_score_writes', 'response_writes'] as const) {
    countWrite(db, counted);
  }
}

/** Counts anew the items of a data set that a system answered. */
export function countAnswers(db: WritableDb, datasetId: number, systemId: number): void {
  db.prepare('INSERT OR REPLACE INTO dataset_system (dataset_id, system_id, items) VALUES (?, ?, ?)').run(
    datasetId,
    systemId,
    countPool(db, datasetId, systemId),
  );
}

const since = select(
  {
    files: at('COUNT(*)', integer),
    items: at('COALESCE(SUM(item_count), 0)', integer),
    before: at('MIN(first_item_id)', orNull(integer)),
  },
  'FROM dataset_addition WHERE dataset_id = ? AND added_at > ?',
);

/** Files that were added to a data set after a moment, and the items that they brought; all that was there has ids below `before`. */
export const additionsSince = (
  db: ReadableDb,
  datasetId: number,
  moment: string,
): { files: number; items: number; before: number | null } => since.one(db, datasetId, moment);
