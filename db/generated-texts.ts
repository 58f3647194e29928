import { countAnswers } from './additions.ts';
import { refreshIndexed } from './item-search.ts';
import { countWrite } from './project.ts';
import { storePseudoLabels } from './pseudo-labels.ts';
import type { WritableDb } from './types.ts';

/** What a model wrote for one item, in turn order. */
export interface GeneratedItem {
  readonly itemId: number;
  readonly texts: readonly string[];
  /** JSON of each turn's tokens with their log-probabilities; null where the server gave none. */
  readonly tokens: readonly (string | null)[];
}

/** Stores responses of a new system; a text written anew takes the place of the one before. */
export function putResponses(db: WritableDb, systemId: number, items: readonly GeneratedItem[]): void {
  const put = db.prepare(
    `INSERT OR REPLACE INTO response (item_id, system_id, turn, text, token_log_probabilities)
     VALUES (?, ?, ?, ?, ?)`,
  );
  db.transaction(() => {
    for (const { itemId, texts, tokens } of items) {
      texts.forEach((text, turn) => {
        put.run(itemId, systemId, turn, text, tokens[turn] ?? null);
      });
    }
    refreshIndexed(
      db,
      items.map(({ itemId }) => itemId),
    );
    countWrite(db, 'response_writes');
  }).immediate();
}

/** Names a system among those of a data set, with the number of items it answered. */
export function countSystemOfDataset(db: WritableDb, datasetId: number, systemId: number): void {
  countAnswers(db, datasetId, systemId);
}

/** Stores a surrogate's guesses at the right answers. */
export function putPseudoLabels(
  db: WritableDb,
  datasetId: number,
  name: string,
  items: readonly GeneratedItem[],
): void {
  db.transaction(() => {
    storePseudoLabels(
      db,
      { datasetId, kind: 'llm', version: name },
      items.map(({ itemId, texts }) => [itemId, texts] as const),
    );
  }).immediate();
}
