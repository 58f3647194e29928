import { findMark, type ItemMark, listMarks, saveMark } from '../../db/marks.ts';
import type { LabelChange } from '../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { whenWritable } from '../when-writable.ts';
import { batchByRef, placeOf } from './batch-key.ts';
import { changeOf } from './open-batch.ts';

interface At {
  batch: string;
  ref: string;
}

/** Changes the working state of one item for the present annotator: put off, flag, note, draft. */
export async function markItem(
  context: CoreContext,
  at: At,
  change: (mark: ItemMark) => ItemMark,
): Promise<LabelChange> {
  const batch = batchByRef(context, at.batch);
  const db = dbOf(context);
  const { itemId } = placeOf(db, batch, at.ref);
  const { annotatorId } = batch.key;
  await whenWritable(() => {
    const mark = findMark(db, batch.study.id, itemId, annotatorId);
    saveMark(db, batch.study.id, annotatorId, change(mark));
  });
  return changeOf(context, batch, itemId);
}

/** Puts an item behind all others that are still open, or takes it back to its place. */
export function putOff(context: CoreContext, at: At, later: boolean): Promise<LabelChange> {
  const { study, key } = batchByRef(context, at.batch);
  const ranks = listMarks(dbOf(context), study.id, key.annotatorId).map(({ laterRank }) => laterRank ?? 0);
  const last = ranks.reduce((most, rank) => Math.max(most, rank), 0);
  return markItem(context, at, (mark) => ({ ...mark, laterRank: later ? last + 1 : null }));
}
