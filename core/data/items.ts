import { listSystems } from '../../db/datasets.ts';
import { findItem, listResponses } from '../../db/items.ts';
import { listItemScores } from '../../db/scores.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { ItemDetail } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { turnsOfItem } from './step-facts.ts';

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
    conversation: [...turnsOfItem(item)],
    responses: [...turns].map(([system, said]) => ({ system, turns: said })),
    ...listItemScores(db, datasetId, itemId),
  };
}
