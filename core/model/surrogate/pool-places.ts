import { readPool } from '../../../db/draws.ts';
import { readItemLevels } from '../../../db/item-levels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { surrogateAt } from './level-order.ts';

/** The places of items in a study's pool, read once; undefined for an item that is not in it. */
export function poolPlaces(db: ReadableDb, studyId: number): (itemId: number) => number | undefined {
  const levels = readItemLevels(db, studyId);
  if (!levels) {
    const places = new Map(readPool(db, studyId).itemIds.map((itemId, place) => [itemId, place]));
    return (itemId) => places.get(itemId);
  }
  return (itemId) => (surrogateAt(levels, itemId) === undefined ? undefined : itemId - levels.firstItemId);
}
