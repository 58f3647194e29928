import { insertLabelFields, type LabelFields } from '../../../db/label-fields.ts';
import {
  currentLabel,
  findByClientKey,
  insertLabel,
  type LabelContent,
  type LabelKey,
  type NewLabel,
} from '../../../db/labels.ts';
import type { WritableDb } from '../../../db/types.ts';
import { clientKeysFor, fieldClientKey } from '../../model/study/label-key.ts';
import type { CheckedSubmission } from './form-answers.ts';

type Shared = Omit<NewLabel, keyof LabelKey | 'content' | 'refersTo'>;

/**
 * Writes what one person said of an item: one row, or in a comparison of ratings one for each system. Call it inside a
 * transaction, so that the rows are there together or not at all.
 */
export function insertLabels(
  db: WritableDb,
  keys: readonly LabelKey[],
  contents: readonly LabelContent[],
  { clientKey, ...said }: Shared,
): void {
  const clientKeys = clientKeysFor(clientKey);
  keys.forEach((key, i) => {
    const content = contents[i]!;
    insertLabel(db, { ...key, ...said, clientKey: clientKeys[i]!, content, refersTo: null });
  });
}

/** Writes a submission of the whole form, all of it or, when its client key is known, nothing. In a transaction. */
export function insertSubmission(
  db: WritableDb,
  { measure, criteria, said }: CheckedSubmission,
  shared: Shared,
): void {
  if (findByClientKey(db, shared.clientKey)) return;
  insertLabels(
    db,
    measure.map(({ key }) => key),
    measure.map(({ content }) => content),
    shared,
  );
  for (const { key, content } of criteria) {
    // What was never answered needs no clearing.
    if (content.kind === 'clear' && !currentLabel(db, key, shared.annotatorId)) continue;
    const clientKey = fieldClientKey(shared.clientKey, key.criterionId);
    insertLabel(db, { ...key, ...shared, clientKey, content, refersTo: null });
  }
  insertSaid(db, shared.clientKey, said);
}

/** Keeps with the first row of a submission what is no label. */
export function insertSaid(db: WritableDb, clientKey: string, said: LabelFields): void {
  if (said.size > 0) insertLabelFields(db, findByClientKey(db, clientKey)!.id, said);
}
