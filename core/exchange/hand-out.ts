import { randomBytes } from 'node:crypto';
import { listAudit, writeAudit } from '../../db/audit.ts';
import { listStudies } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { batchOfAnnotator, wholeBatchOf } from '../label/batch-key.ts';
import { blindItemOf } from '../label/blind-item.ts';
import { describeBatch } from '../label/open-batch.ts';
import { presentBatch } from '../practice/pass-practice.ts';
import { type BatchContent, type BatchFile, sha256 } from './batch-file.ts';
import { assertPageCanAsk } from './page-forms.ts';

/** Which items of a study's batch are handed out: of all in draw order, or of those assigned to one annotator. */
export interface HandOutRange {
  /** First item, counting from 1. */
  readonly from: number;
  readonly count: number;
  readonly annotatorId?: number | undefined;
  /** Whether it goes out as a page, which cannot ask everything. */
  readonly asPage?: boolean;
}

/**
 * Makes the file of a batch for somebody who labels elsewhere, and writes down that it was handed out.
 *
 * @throws AppError INVALID_INPUT when the range holds no item; CONFLICT while practice keeps the batch closed, or when
 * the page cannot ask what the study asks
 */
export function handOut(
  context: CoreContext,
  studyId: number,
  { from, count, annotatorId, asPage = false }: HandOutRange,
): BatchFile {
  if (presentBatch(context, studyId).study.practiceRound !== undefined) {
    throw new AppError('CONFLICT', 'The batch is not open yet: its annotators are still practicing.', {
      mend: 'Finish the practice, or open the batch without it.',
    });
  }
  const batch =
    annotatorId === undefined
      ? wholeBatchOf(context, studyId)
      : batchOfAnnotator(context, studyId, annotatorId);
  const { question, guidelines, form, fields, sideBySide, items } = describeBatch(context, batch);
  if (asPage) assertPageCanAsk({ form, fields });
  const refs = items.slice(from - 1, from - 1 + count).map(({ ref }) => ref);
  if (refs.length === 0) {
    throw new AppError('INVALID_INPUT', `The batch has ${items.length} items; none is number ${from}.`, {
      field: 'from',
      mend: 'Start at an item that the batch has.',
    });
  }
  const handed = refs.map((ref, index) => {
    const { conversation, replies, rightReplies, passage } = blindItemOf(context, batch, ref);
    return { ref, position: index + 1, conversation, replies, rightReplies, passage };
  });
  const content: BatchContent = { question, guidelines, form, fields, sideBySide, items: handed };
  const text = JSON.stringify(content);
  const file: BatchFile = {
    assay: 'batch',
    version: 1,
    batchId: randomBytes(12).toString('base64url'),
    content: text,
    contentSha256: sha256(text),
  };
  const details = {
    batchId: file.batchId,
    contentSha256: file.contentSha256,
    from,
    items: refs.length,
    ...(annotatorId !== undefined && { annotatorId }),
  };
  writeAudit(dbOf(context), { at: context.now(), action: handedOut, studyId, details });
  context.events.publish({ type: 'study.changed', studyId });
  return file;
}

/** What the audit trail calls it. */
export const handedOut = 'batch.out';

/** The study that a batch was handed out of, and what its content was then; undefined when it is of another project. */
export function findHandOut(
  db: ReadableDb,
  batchId: string,
): { studyId: number; contentSha256: string } | undefined {
  for (const { id: studyId } of listStudies(db)) {
    for (const { action, details } of listAudit(db, studyId)) {
      const said = details as { batchId?: string; contentSha256?: string };
      if (action === handedOut && said.batchId === batchId) {
        return { studyId, contentSha256: said.contentSha256 ?? '' };
      }
    }
  }
  return undefined;
}
