import { isDeepStrictEqual } from 'node:util';
import { ensureAnnotator } from '../../db/annotators.ts';
import { writeAudit } from '../../db/audit.ts';
import { resolveHandedRef } from '../../db/handed-refs.ts';
import { currentLabel, findByClientKey } from '../../db/labels.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import type { MergedBatch } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { type CoreContext, dbOf } from '../context.ts';
import { estimateReport } from '../estimate/estimate-report.ts';
import { forgetLiveEstimates } from '../estimate/kept-estimates.ts';
import { checkedSubmission } from '../label/form-answers.ts';
import { insertSubmission } from '../label/insert-labels.ts';
import { labelKeyFor } from '../label/label-key.ts';
import { whenWritable } from '../when-writable.ts';
import { findHandOut } from './hand-out.ts';
import { type ReturnedBatch, type ReturnedEntry, readReturnedBatch } from './returned-batch.ts';

/** What the audit trail calls it. */
export const mergedBatch = 'batch.merge';

/**
 * Takes a returned batch into its study, all of it or nothing. Merging the same file again, or a longer one of the same
 * copy, adds only what is new; labels are only ever added, so the order in which files come back does not matter.
 *
 * @throws AppError IMPORT_REFUSED, NOT_FOUND when the batch is of another project, CONFLICT when its content was changed
 */
export async function mergeBatch(context: CoreContext, text: string, file: string): Promise<MergedBatch> {
  const returned = readReturnedBatch(text, file);
  const db = dbOf(context);
  const study = studyOf(context, returned, file);
  const { scale, ...before } = estimateThen(context, study.id);
  const counts = { added: 0, known: 0, older: 0 };
  await whenWritable(() =>
    db
      .transaction(() => {
        Object.assign(counts, { added: 0, known: 0, older: 0 });
        const annotatorId = ensureAnnotator(db, returned.annotator).id;
        for (const entry of returned.entries) counts[take(context, study, annotatorId, returned, entry)] += 1;
        if (counts.added === 0) return;
        const { batchId, annotator } = returned;
        const details = { batchId, annotator, ...counts, chain: returned.entries.at(-1)?.hash ?? '' };
        writeAudit(db, { at: context.now(), action: mergedBatch, studyId: study.id, details });
      })
      .immediate(),
  );
  forgetLiveEstimates(context);
  if (counts.added > 0) {
    context.events.publish({ type: 'study.changed', studyId: study.id });
    context.events.publish({ type: 'estimate.changed', studyId: study.id });
  }
  const { scale: _, ...after } = estimateThen(context, study.id);
  const { annotator } = returned;
  return { studyId: study.id, study: study.name, annotator, scale, ...counts, before, after };
}

function studyOf(context: CoreContext, { batchId, contentSha256 }: ReturnedBatch, file: string): StudyRow {
  const found = findHandOut(dbOf(context), batchId);
  if (!found) {
    throw new AppError('NOT_FOUND', 'This batch was not handed out from this project. Nothing was merged.', {
      file,
      mend: 'Open the project that it was handed out from.',
    });
  }
  if (found.contentSha256 !== contentSha256) {
    throw new AppError('CONFLICT', 'The batch was changed after it was handed out. Nothing was merged.', {
      file,
      mend: 'Hand it out again; labels of other texts than those drawn cannot be used.',
    });
  }
  return getStudy(dbOf(context), found.studyId);
}

/** Stores one answer unless it is there already, or the same person has answered later elsewhere. */
function take(
  context: CoreContext,
  study: StudyRow,
  annotatorId: number,
  { copyId }: ReturnedBatch,
  { ref, answer, durationMs, at, hash }: ReturnedEntry,
): 'added' | 'known' | 'older' {
  const db = dbOf(context);
  const clientKey = `handed-${copyId}-${hash.slice(0, 40)}`;
  if (findByClientKey(db, clientKey)) return 'known';
  const place = resolveHandedRef(db, study.id, ref);
  const present = currentLabel(db, labelKeyFor(study, place.itemId), annotatorId);
  const submission = checkedSubmission(db, study, place, answer);
  if (present?.createdAt === at && isDeepStrictEqual(present.content, submission.measure[0]?.content))
    return 'known';
  const isOlder = present && !present.clientKey.startsWith(`handed-${copyId}-`) && present.createdAt > at;
  if (isOlder) return 'older';
  insertSubmission(db, submission, {
    clientKey,
    annotatorId,
    studyId: study.id,
    operation: 'submit',
    source: 'import',
    estimateVisible: false,
    durationMs,
    createdAt: at,
  });
  return 'added';
}

function estimateThen(context: CoreContext, studyId: number) {
  const { labeled, waiting, scale, estimates, default: method } = estimateReport(context, studyId);
  const chosen = estimates.find((estimate) => estimate.method === method);
  const { value = null, lower = null, upper = null } = chosen ?? {};
  return { scale, labeled, waiting, value, lower, upper };
}
