import type { Dataset } from '../shared/contract/data.ts';
import { formatIds } from '../shared/import-formats.ts';
import { at, flag, integer, json, oneOf, text } from './columns.ts';
import type { ItemPlaces } from './item-spans.ts';
import { select } from './query.ts';
import { spansShape } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** A data set as stored; `item-spans.ts` tells where its items are. */
export interface DatasetRow extends Omit<Dataset, 'systems' | 'firstPhase'>, Omit<ItemPlaces, 'itemCount'> {
  contentHash: string;
  searchReady: boolean;
}

interface SystemRow {
  id: number;
  name: string;
  /** Items that the system answered; 0 when it only has scores. */
  items: number;
}

export const datasetColumns = {
  id: integer,
  name: text,
  sourceFile: text,
  format: oneOf(formatIds),
  contentHash: text,
  firstItemId: integer,
  itemCount: integer,
  additions: at(
    `(SELECT json_group_array(json_array(first_item_id, item_count) ORDER BY position) FROM dataset_addition
      WHERE dataset_addition.dataset_id = dataset.id AND dataset_addition.item_count > 0)`,
    json(spansShape),
  ),
  itemsWithContext: integer,
  itemsWithReferences: integer,
  groupCount: integer,
  importedAt: text,
  searchReady: flag,
};

const datasetOfId = select(datasetColumns, 'FROM dataset WHERE id = ?');
const datasetOfName = select(datasetColumns, 'FROM dataset WHERE name = ?');
const datasetOfContent = select(
  datasetColumns,
  'FROM dataset WHERE content_hash = ? AND format = ? ORDER BY id',
);
const datasets = select(datasetColumns, 'FROM dataset ORDER BY id');
const systemsOfDataset = select(
  { id: at('system.id', integer), name: at('system.name', text), items: at('dataset_system.items', integer) },
  `FROM dataset_system JOIN system ON system.id = dataset_system.system_id
   WHERE dataset_id = ? ORDER BY system.id`,
);
const systemOfName = select({ id: integer, name: text }, 'FROM system WHERE name = ?');

export const findDataset = (db: ReadableDb, id: number): DatasetRow | undefined => datasetOfId.get(db, id);

export const findDatasetByName = (db: ReadableDb, name: string): DatasetRow | undefined =>
  datasetOfName.get(db, name);

export const findDatasetByContent = (
  db: ReadableDb,
  contentHash: string,
  format: string,
): DatasetRow | undefined => datasetOfContent.get(db, contentHash, format);

export const listDatasets = (db: ReadableDb): DatasetRow[] => datasets.all(db);

/** Every system that the data set names, in the order they first came up in the project. */
export const listSystems = (db: ReadableDb, datasetId: number): SystemRow[] =>
  systemsOfDataset.all(db, datasetId);

export const findSystem = (db: ReadableDb, name: string): { id: number; name: string } | undefined =>
  systemOfName.get(db, name);

export function renameDataset(db: WritableDb, datasetId: number, name: string): void {
  db.prepare('UPDATE dataset SET name = ? WHERE id = ?').run(name, datasetId);
}
