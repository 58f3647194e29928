import { insertLabel, type LabelContent, type LabelKey, type NewLabel } from '../../db/labels.ts';
import type { WritableDb } from '../../db/types.ts';
import { clientKeysFor } from './label-key.ts';

type Shared = Omit<NewLabel, keyof LabelKey | 'content' | 'refersTo'>;

/**
 * Writes what one person said of an item: one row, or in a comparison of ratings one for each system. Call it inside a
 * transaction, so that the rows are there together or not at all.
 *
 * @param refersTo the rows that an undo takes back or a redo restores, one for each content
 */
export function insertLabels(
  db: WritableDb,
  keys: readonly LabelKey[],
  contents: readonly LabelContent[],
  { clientKey, refersTo, ...said }: Shared & { refersTo?: readonly number[] },
): void {
  const clientKeys = clientKeysFor(clientKey);
  keys.forEach((key, i) => {
    insertLabel(db, {
      ...key,
      ...said,
      clientKey: clientKeys[i]!,
      content: contents[i]!,
      refersTo: refersTo?.[i] ?? null,
    });
  });
}
