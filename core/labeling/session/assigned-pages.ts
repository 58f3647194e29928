import { assignmentChanges } from '../../../db/assignment-changes.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { countAssignedPairs, listAssignedPairs, type Whose } from '../../../db/page-labels.ts';
import { othersVersion } from '../../../db/since-write.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { PagedRanking } from './page-replies.ts';

/** In which pairs an item is assigned: by their studies, or how many where it was read together with all others. */
export type AssignedPage = ReadonlySet<number> | number;

interface Kept {
  readonly epoch: number;
  readonly version: number;
  /** How many of the changes of single items are taken in. */
  taken: number;
  readonly pages: Map<number, AssignedPage>;
}
const assignedOf = keptMaps<string, Kept>();

/**
 * The items of a ranking that are assigned to an annotator. They are read once; then those alone that this program has changed, and all
 * again after another program wrote, or inside a transaction, which may be taken back.
 */
export function assignedPages(
  db: ReadableDb,
  { id: rankingId, batchRef }: PagedRanking,
  annotatorId: number,
): ReadonlyMap<number, AssignedPage> {
  const whose = { rankingId, annotatorId };
  if (db.inTransaction) return readAll(db, whose);
  const { epoch, touched } = assignmentChanges(db);
  const version = othersVersion(db);
  const known = assignedOf(db);
  const key = `${batchRef} ${annotatorId}`;
  let state = known.get(key);
  if (state?.epoch !== epoch || state.version !== version) {
    state = { epoch, version, taken: touched.length, pages: readAll(db, whose) };
    known.set(key, state);
  }
  const items = touched.slice(state.taken).filter((one) => one.annotatorId === annotatorId);
  state.taken = touched.length;
  for (const itemId of new Set(items.map((one) => one.itemId))) {
    const pairs = listAssignedPairs(db, { ...whose, itemId });
    if (pairs.length === 0) state.pages.delete(itemId);
    else state.pages.set(itemId, new Set(pairs));
  }
  return state.pages;
}

const readAll = (db: ReadableDb, whose: Whose): Map<number, AssignedPage> =>
  new Map(countAssignedPairs(db, whose));
