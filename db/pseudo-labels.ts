import { at, integer, text } from './columns.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const surrogateId = selectValues(
  integer,
  'SELECT id FROM surrogate WHERE dataset_id = ? AND kind = ? AND version = ?',
);

/** Keeps what a surrogate guessed, once; an earlier guess of the same surrogate and version stays. */
export function storePseudoLabels(
  db: WritableDb,
  surrogate: { datasetId: number; kind: string; version: string },
  guesses: Iterable<readonly [itemId: number, turns: readonly string[]]>,
): void {
  const { datasetId, kind, version } = surrogate;
  db.prepare('INSERT OR IGNORE INTO surrogate (dataset_id, kind, version) VALUES (?, ?, ?)').run(
    datasetId,
    kind,
    version,
  );
  const id = surrogateId.one(db, datasetId, kind, version);
  const put = db.prepare(
    'INSERT OR IGNORE INTO pseudo_label (surrogate_id, item_id, turn, text) VALUES (?, ?, ?, ?)',
  );
  for (const [itemId, turns] of guesses) {
    turns.forEach((text, turn) => {
      put.run(id, itemId, turn, text);
    });
  }
}

const guessersOfDataset = select(
  { id: integer, name: at('version', text) },
  'FROM surrogate WHERE dataset_id = ? AND kind = ? ORDER BY id',
);
const coverageOfGuesser = select(
  { system: at('system.name', text), items: at('COUNT(*)', integer) },
  `FROM pseudo_label
   JOIN response ON response.item_id = pseudo_label.item_id AND response.turn = 0 AND response.text IS NOT NULL
   JOIN system ON system.id = response.system_id
   WHERE surrogate_id = ? AND pseudo_label.turn = 0 GROUP BY system.id ORDER BY system.id`,
);

/** The surrogates of a kind that have guessed at items of a data set, with the number of items of each system. */
export const listGuessers = (
  db: ReadableDb,
  datasetId: number,
  kind: string,
): { name: string; coverage: { system: string; items: number }[] }[] =>
  guessersOfDataset
    .all(db, datasetId, kind)
    .map(({ id, name }) => ({ name, coverage: coverageOfGuesser.all(db, id) }));

/** The surrogate of a kind and version; undefined when there is none. */
export const findGuesser = (
  db: ReadableDb,
  { datasetId, kind, version }: { datasetId: number; kind: string; version: string },
): number | undefined => surrogateId.get(db, datasetId, kind, version);

const guessesOfItem = selectValues(
  text,
  'SELECT text FROM pseudo_label WHERE surrogate_id = ? AND item_id = ? ORDER BY turn',
);

/** What a surrogate guessed of an item, in turn order; nothing where it did not. */
export const guessesOf = (db: ReadableDb, surrogate: number, itemId: number): string[] =>
  guessesOfItem.all(db, surrogate, itemId);
