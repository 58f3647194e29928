import type { Dataset, ImportFormat } from '../shared/contract/index.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A data set as stored; its items are `firstItemId` to `firstItemId + itemCount - 1`, in file order. */
export interface DatasetRow extends Omit<Dataset, 'systems'> {
  firstItemId: number;
  contentHash: string;
  searchReady: boolean;
}

interface SystemRow {
  id: number;
  name: string;
  /** Items that the system answered; 0 when it only has scores. */
  items: number;
}

const columns = `id, name, source_file AS sourceFile, format, content_hash AS contentHash,
  first_item_id AS firstItemId, item_count AS itemCount, items_with_context AS itemsWithContext,
  items_with_references AS itemsWithReferences, group_count AS groupCount, imported_at AS importedAt,
  search_ready AS searchReady`;

type Raw = Omit<DatasetRow, 'searchReady' | 'format'> & { searchReady: number; format: string };

const toRow = (raw: Raw): DatasetRow => ({
  ...raw,
  format: raw.format as ImportFormat,
  searchReady: raw.searchReady === 1,
});

export function findDataset(db: ReadableDb, id: number): DatasetRow | undefined {
  const raw = db.prepare(`SELECT ${columns} FROM dataset WHERE id = ?`).get(id) as Raw | undefined;
  return raw && toRow(raw);
}

export function findDatasetByName(db: ReadableDb, name: string): DatasetRow | undefined {
  const raw = db.prepare(`SELECT ${columns} FROM dataset WHERE name = ?`).get(name) as Raw | undefined;
  return raw && toRow(raw);
}

export function findDatasetByContent(
  db: ReadableDb,
  contentHash: string,
  format: string,
): DatasetRow | undefined {
  const raw = db
    .prepare(`SELECT ${columns} FROM dataset WHERE content_hash = ? AND format = ? ORDER BY id`)
    .get(contentHash, format) as Raw | undefined;
  return raw && toRow(raw);
}

export function listDatasets(db: ReadableDb): DatasetRow[] {
  return (db.prepare(`SELECT ${columns} FROM dataset ORDER BY id`).all() as Raw[]).map(toRow);
}

/** Every system that the data set names, in the order they first came up in the project. */
export function listSystems(db: ReadableDb, datasetId: number): SystemRow[] {
  return db
    .prepare(
      `SELECT system.id, system.name, dataset_system.items FROM dataset_system
       JOIN system ON system.id = dataset_system.system_id WHERE dataset_id = ? ORDER BY system.id`,
    )
    .all(datasetId) as SystemRow[];
}

export function findSystem(db: ReadableDb, name: string): { id: number; name: string } | undefined {
  return db.prepare('SELECT id, name FROM system WHERE name = ?').get(name) as
    | { id: number; name: string }
    | undefined;
}

export function renameDataset(db: WritableDb, datasetId: number, name: string): void {
  db.prepare('UPDATE dataset SET name = ? WHERE id = ?').run(name, datasetId);
}
