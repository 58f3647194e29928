import { integer, oneOf, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const foundColumns = {
  id: integer,
  datasetId: integer,
  itemId: integer,
  kind: oneOf(['mode', 'note']),
  words: text,
  source: text,
};
/** A failure mode or a note that a file brought with an item. */
type FoundFailure = RowOf<typeof foundColumns>;

const ofKind = select(
  foundColumns,
  'FROM found_failure WHERE dataset_id = ? AND kind = ? ORDER BY id LIMIT ? OFFSET ?',
);
const countOfKind = selectValues(
  integer,
  'SELECT COUNT(*) FROM found_failure WHERE dataset_id = ? AND kind = ?',
);
const byWords = selectTuples(
  [text, integer],
  `SELECT words, COUNT(DISTINCT item_id) FROM found_failure WHERE dataset_id = ? AND kind = 'mode'
   GROUP BY words ORDER BY 2 DESC, 1 LIMIT ?`,
);
const sameOnes = selectValues(
  integer,
  'SELECT COUNT(*) FROM found_failure WHERE item_id = ? AND kind = ? AND words = ?',
);

/** Those of one kind of a data set, in the order of the file. */
export const listFound = (
  db: ReadableDb,
  datasetId: number,
  kind: FoundFailure['kind'],
  { from, limit }: { from: number; limit: number },
): FoundFailure[] => ofKind.all(db, datasetId, kind, limit, from);

export const countFound = (db: ReadableDb, datasetId: number, kind: FoundFailure['kind']): number =>
  countOfKind.one(db, datasetId, kind);

/** Names of failure modes that a data set brought, each with its items: the most frequent first. */
export const listFoundModes = (
  db: ReadableDb,
  datasetId: number,
  most: number,
): { words: string; items: number }[] =>
  byWords.all(db, datasetId, most).map(([words, items]) => ({ words, items }));

/** Longest name of a failure mode; what is longer is a note. */
const longestName = 80;

/** Names are one whatever their spaces and Unicode form; a note stays as it was written. */
const plainWords = (words: string, kind: FoundFailure['kind']): string =>
  kind === 'mode' ? words.normalize('NFC').replaceAll(/\s+/gu, ' ').trim() : words.trim();

/** Keeps what a file found in an item, each once. A name that is too long for a failure mode is a note. */
export function insertFound(
  db: WritableDb,
  { datasetId, itemId }: Pick<FoundFailure, 'datasetId' | 'itemId'>,
  found: readonly { readonly kind: FoundFailure['kind']; readonly text: string; readonly source: string }[],
): void {
  for (const { kind: given, text: said, source } of found) {
    const words = plainWords(said, given);
    const kind = words.length > longestName ? 'note' : given;
    if (words === '' || sameOnes.one(db, itemId, kind, words) > 0) continue;
    prepared(
      db,
      'INSERT INTO found_failure (dataset_id, item_id, kind, words, source) VALUES (?, ?, ?, ?, ?)',
    ).run(datasetId, itemId, kind, words, source);
  }
}
