import type { ReadableDb } from './types.ts';

/** The group of each item of a data set; an item without one is a group of its own. */
export function groupsOfItems(db: ReadableDb, datasetId: number): Map<number, string> {
  const rows = db
    .prepare('SELECT id, group_key FROM item WHERE dataset_id = ?')
    .raw()
    .iterate(datasetId) as IterableIterator<[number, string | null]>;
  const groups = new Map<number, string>();
  for (const [id, group] of rows) groups.set(id, group ?? `item ${id}`);
  return groups;
}
