import { at, integer, text } from './columns.ts';
import { select, selectTuples, selectValues } from './query.ts';
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

const guessesByItem = selectTuples(
  [integer, text],
  'SELECT item_id, text FROM pseudo_label WHERE surrogate_id = ? ORDER BY item_id, turn',
);

/** What a surrogate guessed, by item, in turn order; undefined when there is no such surrogate. */
export function pseudoLabelTexts(
  db: ReadableDb,
  { datasetId, kind, version }: { datasetId: number; kind: string; version: string },
): Map<number, string[]> | undefined {
  const id = surrogateId.get(db, datasetId, kind, version);
  if (id === undefined) return undefined;
  const texts = new Map<number, string[]>();
  for (const [itemId, guess] of guessesByItem.iterate(db, id)) {
    const known = texts.get(itemId);
    if (known) known.push(guess);
    else texts.set(itemId, [guess]);
  }
  return texts;
}
