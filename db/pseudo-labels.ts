import type { ReadableDb } from './types.ts';

/** The surrogates of a kind that have guessed at items of a data set, with the number of items of each system. */
export function listGuessers(
  db: ReadableDb,
  datasetId: number,
  kind: string,
): { name: string; coverage: { system: string; items: number }[] }[] {
  const surrogates = db
    .prepare('SELECT id, version AS name FROM surrogate WHERE dataset_id = ? AND kind = ? ORDER BY id')
    .all(datasetId, kind) as { id: number; name: string }[];
  const coverage = db.prepare(
    `SELECT system.name AS system, COUNT(*) AS items FROM pseudo_label
     JOIN response ON response.item_id = pseudo_label.item_id AND response.turn = 0 AND response.text IS NOT NULL
     JOIN system ON system.id = response.system_id
     WHERE surrogate_id = ? AND pseudo_label.turn = 0 GROUP BY system.id ORDER BY system.id`,
  );
  return surrogates.map(({ id, name }) => ({
    name,
    coverage: coverage.all(id) as { system: string; items: number }[],
  }));
}

/** What a surrogate guessed, by item, in turn order; undefined when there is no such surrogate. */
export function pseudoLabelTexts(
  db: ReadableDb,
  { datasetId, kind, version }: { datasetId: number; kind: string; version: string },
): Map<number, string[]> | undefined {
  const id = db
    .prepare('SELECT id FROM surrogate WHERE dataset_id = ? AND kind = ? AND version = ?')
    .pluck()
    .get(datasetId, kind, version) as number | undefined;
  if (id === undefined) return undefined;
  const rows = db
    .prepare('SELECT item_id, text FROM pseudo_label WHERE surrogate_id = ? ORDER BY item_id, turn')
    .raw()
    .all(id) as [number, string][];
  const texts = new Map<number, string[]>();
  for (const [itemId, text] of rows) {
    const known = texts.get(itemId);
    if (known) known.push(text);
    else texts.set(itemId, [text]);
  }
  return texts;
}
