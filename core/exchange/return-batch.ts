import { currentLabel } from '../../db/labels.ts';
import type { BatchOut } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { writeWhole } from '../files/write-whole.ts';
import { annotatorOf, batchOfAnnotator, placeOf } from '../label/batch-key.ts';
import { blindItemOf } from '../label/blind-item.ts';
import { labelKeyFor } from '../label/label-key.ts';
import { describeBatch } from '../label/open-batch.ts';
import { handedFacts, handedStudyId } from './handed-facts.ts';
import { firstHash, nextHash, type ReturnedBatch } from './returned-batch.ts';

/**
 * An annotator's answers of a handed-out batch as the file to send back: each as it stands now, in the order in which
 * they were given, chained by hashes.
 *
 * @throws AppError CONFLICT in a project that is no handed-out batch, or before the first answer
 */
export function returnBatch(
  context: CoreContext,
  { path, annotatorId }: { path?: string | undefined; annotatorId?: number | undefined },
): BatchOut {
  const db = dbOf(context);
  const facts = handedFacts(db);
  if (!facts) throw new AppError('CONFLICT', 'This project is no batch that was handed out.');
  const { batchId, contentSha256, copyId } = facts;
  const { id, name: annotator } = annotatorOf(context, annotatorId);
  const entries = answersOf(context, id);
  if (entries.length === 0) {
    throw new AppError('CONFLICT', 'There is no answer to send back yet.', { mend: 'Label an item first.' });
  }
  const returned: ReturnedBatch = {
    assay: 'returned-batch',
    version: 1,
    batchId,
    contentSha256,
    annotator,
    copyId,
    entries: [],
  };
  let hash = firstHash(returned);
  for (const entry of entries) {
    hash = nextHash(hash, entry);
    returned.entries.push({ ...entry, hash });
  }
  const content = `${JSON.stringify(returned, null, 2)}\n`;
  const written = path === undefined ? null : writeWhole(content, { path, overwrite: true }).path;
  return {
    batchId,
    items: entries.length,
    fileName: `${annotator.replace(/[^\p{L}\p{N}]+/gu, '-')}-${batchId.slice(0, 6)}.assay-labels`,
    mediaType: 'application/json',
    content: written === null ? content : null,
    path: written,
  };
}

function answersOf(context: CoreContext, annotatorId: number) {
  const db = dbOf(context);
  const batch = batchOfAnnotator(context, handedStudyId, annotatorId);
  return describeBatch(context, batch)
    .items.flatMap(({ ref }) => {
      const { current: answer } = blindItemOf(context, batch, ref);
      const label = currentLabel(
        db,
        labelKeyFor(batch.study, placeOf(db, batch, ref).itemId),
        batch.key.annotatorId,
      );
      return answer && label
        ? [{ id: label.id, entry: { ref, answer, durationMs: label.durationMs, at: label.createdAt } }]
        : [];
    })
    .sort((a, b) => a.id - b.id)
    .map(({ entry }) => entry);
}
