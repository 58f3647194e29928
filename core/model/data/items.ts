import { type DatasetRow, listSystems } from '../../../db/datasets.ts';
import {
  filterItems,
  findItemHeads,
  type ItemHeadRow,
  listItemHeads,
  systemsOfItems,
} from '../../../db/item-windows.ts';
import { findItem, listResponses } from '../../../db/items.ts';
import { listItemScores } from '../../../db/scores.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { ItemBrief, ItemDetail } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { datasetOf } from './describe-dataset.ts';
import { lastQuestion } from './last-question.ts';
import { beginIndexing, ensureSearchable, fillNow, searchExpression } from './search-items.ts';

export interface ItemQuery {
  datasetId: number;
  search: string;
  system?: string | undefined;
  group?: string | undefined;
  offset: number;
  limit: number;
}

interface ItemWindow {
  total: number;
  items: ItemBrief[];
}

const noItems: ItemWindow = { total: 0, items: [] };

/** How a data set becomes searchable: begun when its items are looked at, awaited when they are searched. */
interface Indexing {
  begin(dataset: DatasetRow): void;
  finish(dataset: DatasetRow): Promise<void>;
}

const here = (db: WritableDb): Indexing => ({ begin() {}, finish: (dataset) => fillNow(db, dataset) });

/** A window of the items of the open project; what is looked at becomes searchable in a job of its own. */
export const listItemsOf = (context: CoreContext, query: ItemQuery): Promise<ItemWindow> =>
  listItems(dbOf(context), query, {
    begin: (dataset) => beginIndexing(context, dataset),
    finish: (dataset) => ensureSearchable(context, dataset),
  });

/** A window of a data set's items in file order. Without a filter it is a range of ids, however large the set. */
export async function listItems(
  db: WritableDb,
  query: ItemQuery,
  indexing: Indexing = here(db),
): Promise<ItemWindow> {
  const dataset = datasetOf(db, query.datasetId);
  indexing.begin(dataset);
  const { group, offset, limit } = query;
  const systemId = systemFilter(db, dataset, query.system);
  if (systemId === null) return noItems;
  const isSearch = query.search.trim() !== '';
  if (!isSearch && group === undefined && systemId === undefined)
    return plainWindow(db, dataset, offset, limit);
  const match = isSearch ? searchExpression(query.search) : undefined;
  if (match === null) return noItems;
  if (match !== undefined && !dataset.searchReady) await indexing.finish(dataset);
  const { total, ids } = filterItems(db, dataset, { group, systemId, match }, offset, limit);
  return { total, items: toBriefs(db, findItemHeads(db, ids)) };
}

/** Undefined when every item passes, null when none can. */
function systemFilter(db: WritableDb, dataset: DatasetRow, name: string | undefined) {
  if (name === undefined) return undefined;
  const system = listSystems(db, dataset.id).find((one) => one.name === name);
  if (!system || system.items === 0) return null;
  return system.items === dataset.itemCount ? undefined : system.id;
}

function plainWindow(db: WritableDb, dataset: DatasetRow, offset: number, limit: number): ItemWindow {
  const from = dataset.firstItemId + offset;
  const to = Math.min(from + limit, dataset.firstItemId + dataset.itemCount) - 1;
  return { total: dataset.itemCount, items: to < from ? [] : toBriefs(db, listItemHeads(db, from, to)) };
}

function toBriefs(db: WritableDb, rows: readonly ItemHeadRow[]): ItemBrief[] {
  const systems = systemsOfItems(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ conversation, ...row }) => ({
    ...row,
    question: lastQuestion(conversation),
    systems: systems.get(row.id) ?? [],
    turnCount: conversation.length,
  }));
}

/** One item with all that is known of it. @throws AppError NOT_FOUND */
export function getItem(db: ReadableDb, itemId: number): ItemDetail {
  const item = findItem(db, itemId);
  if (!item) throw new AppError('NOT_FOUND', `There is no item ${itemId} in this project.`);
  const { datasetId, ...detail } = item;
  const names = new Map(listSystems(db, datasetId).map(({ id, name }) => [id, name]));
  const turns = new Map<string, string[]>();
  for (const { systemId, text } of listResponses(db, itemId)) {
    const system = names.get(systemId) ?? '';
    const said = turns.get(system) ?? [];
    if (text !== null) said.push(text);
    turns.set(system, said);
  }
  return {
    ...detail,
    responses: [...turns].map(([system, said]) => ({ system, turns: said })),
    ...listItemScores(db, datasetId, itemId),
  };
}
