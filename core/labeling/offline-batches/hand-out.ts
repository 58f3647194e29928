import { randomBytes } from 'node:crypto';
import { checkedName, listAnnotators } from '../../../db/annotators.ts';
import { listAuditOf, writeAudit } from '../../../db/audit.ts';
import { listStudies } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { picturesIn } from '../../../shared/picture-words.ts';
import { carriedPictures, readyForPictures } from '../../data/carried-pictures.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { sha256 } from '../../platform/signing/sha256.ts';
import type { Signature } from '../../platform/signing/signature.ts';
import { handedOut } from '../../studies/annotators/handed-facts.ts';
import type { IssuedBatch } from '../../studies/annotators/issued-batch.ts';
import { sealedHead } from '../../studies/annotators/sealed-ref.ts';
import { labelFailures } from '../../studies/failures/coding.ts';
import { presentBatch } from '../rounds/practice/pass-practice.ts';
import type { LabelingSession } from '../session/labeling-session.ts';
import { describeLabelingSession, noteShown, shownItem } from '../session/open-batch.ts';
import { type BatchContent, type BatchFile, signBatch } from './batch-file.ts';
import { handedLabelingSession, handedSubject } from './handed-subject.ts';

/** Which items of a study's batch, or of a ranking's queue, are handed out: of all in order, or of those assigned to one annotator. */
interface HandOutRange {
  /** First item, counting from 1. */
  readonly from: number;
  readonly count: number;
  readonly annotatorId?: number | undefined;
  /** Of a pair of a ranking: the queue of all its pairs. */
  readonly wholeRanking?: boolean | undefined;
}

/**
 * Makes the file of a batch for somebody who labels elsewhere, signs it, and writes down that it was handed out. One that
 * is for one annotator carries their name, so that what comes back is theirs.
 *
 * @throws AppError INVALID_INPUT when the range holds no item; CONFLICT while practice keeps the batch closed
 */
export async function handOut(
  context: CoreContext,
  studyId: number,
  { from, count, annotatorId, wholeRanking }: HandOutRange,
): Promise<BatchFile> {
  const signer = await context.signing.signer();
  const db = dbOf(context);
  await readyForPictures(db);
  const subject = handedSubject(db, { studyId, wholeRanking });
  const { ranking, studies } = subject;
  if (studies.some(({ id }) => presentBatch(context, id).study.practiceRound !== undefined)) {
    throw new AppError('CONFLICT', 'The batch is not open yet: its annotators are still practicing.', {
      remedy: 'Finish the practice, or open the batch without it.',
    });
  }
  const annotator = annotatorId === undefined ? null : personNamed(context, annotatorId);
  const texts = contentOf(context, handedLabelingSession(context, subject, annotatorId), { from, count });
  const content = withPictures(context, texts);
  const text = JSON.stringify(content);
  const handedOutAt = context.now();
  const issued = signBatch(signer, {
    batchId: randomBytes(12).toString('base64url'),
    contentSha256: sha256(text),
    study: (ranking ?? studies[0]).batchRef,
    annotator,
    handedOutAt,
    chain: sealedHead(db),
  });
  const { batchId, contentSha256, signature, chain } = issued;
  const details: HandedOutDetails = {
    batchId,
    contentSha256,
    from,
    items: content.items.length,
    ...(annotatorId !== undefined && { annotatorId, annotator }),
    study: issued.study,
    ...(ranking && { rankingId: ranking.id }),
    signature,
    ...(chain !== undefined && { chain }),
  };
  for (const { id } of studies) {
    writeAudit(db, { at: handedOutAt, action: handedOut, studyId: id, details });
    context.events.publish({ type: 'study.changed', studyId: id });
  }
  return { assay: 'batch', version: content.pictures ? 4 : 3, ...issued, content: text };
}

/** As much as a page can carry and is still sent by mail. */
const carriedLimits = { each: 1_000_000, all: 15_000_000, side: 1600 };

/** A batch with the pictures that its texts name. */
function withPictures(context: CoreContext, content: BatchContent): BatchContent {
  const hashes = picturesIn(JSON.stringify(content.items));
  if (hashes.length === 0) return content;
  return { ...content, pictures: carriedPictures(dbOf(context), hashes, carriedLimits) };
}

function contentOf(
  context: CoreContext,
  labelingSession: LabelingSession,
  { from, count }: Pick<HandOutRange, 'from' | 'count'>,
): BatchContent {
  const { question, guidelines, form, fields, sideBySide, items } = describeLabelingSession(
    context,
    labelingSession,
  );
  const [{ study }] = labelingSession.batches;
  const failures = labelFailures(dbOf(context), study.id);
  const refs = items.slice(from - 1, from - 1 + count).map(({ ref }) => ref);
  if (refs.length === 0) {
    throw new AppError('INVALID_INPUT', `The batch has ${items.length} items; none is number ${from}.`, {
      field: 'from',
      remedy: 'Start at an item that the batch has.',
    });
  }
  const handed = refs.map((ref, index) => {
    const { conversation, replies, rightReplies, page, passage } = shownItem(context, labelingSession, ref);
    noteShown(context, labelingSession, ref);
    return { ref, position: index + 1, conversation, replies, rightReplies, ...(page && { page }), passage };
  });
  return { question, guidelines, form, fields, ...(failures && { failures }), sideBySide, items: handed };
}

/** A name that older projects let through can hold what a page must not show. */
function personNamed(context: CoreContext, annotatorId: number): string {
  const row = listAnnotators(dbOf(context)).find(({ id }) => id === annotatorId);
  if (row && !row.simulated) return checkedName(row.name);
  throw new AppError('NOT_FOUND', `There is no annotator ${annotatorId} in this project.`, {
    field: 'annotatorId',
  });
}

/** What the audit trail keeps; of batches from before there were signatures it holds neither name nor signature. */
interface HandedOutDetails {
  batchId: string;
  contentSha256: string;
  from: number;
  items: number;
  annotatorId?: number;
  annotator?: string | null;
  study?: string;
  /** Where the items are those of all pairs of a ranking. */
  rankingId?: number;
  signature?: Signature;
  /** The newest link of the chain by then, as the batch carries it. */
  chain?: string;
}

/** A batch as the audit trail has it. */
export interface FoundHandOut {
  studyId: number;
  at: string;
  details: HandedOutDetails;
  /** What was signed then; null for a batch from before there were signatures. */
  issued: IssuedBatch | null;
}

/**
 * The act of handing out a batch, of a ranking by any of its pairs; undefined when it was handed out of another project.
 *
 * @throws AppError NOT_FOUND when its study was removed
 */
export function findHandOut(db: ReadableDb, batchId: string): FoundHandOut | undefined {
  const acts = listAuditOf(db, handedOut).flatMap(({ at, studyId, details: said }) => {
    const details = said as HandedOutDetails;
    return details.batchId === batchId && studyId !== null ? [{ at, studyId, details }] : [];
  });
  const studies = new Set(listStudies(db).map(({ id }) => id));
  const found = acts.find(({ studyId }) => studies.has(studyId));
  if (found) return { ...found, issued: issuedBy(found.at, found.details) };
  if (acts.length === 0) return undefined;
  throw new AppError('NOT_FOUND', 'The study that these items are of was removed. Nothing was merged.', {
    remedy: 'Open a copy of the project that has it, or send the items out of a new study.',
  });
}

function issuedBy(handedOutAt: string, details: HandedOutDetails): IssuedBatch | null {
  const { batchId, contentSha256, annotator = null, study = '', signature, chain } = details;
  const signed = { batchId, contentSha256, study, annotator, handedOutAt };
  return signature ? { ...signed, ...(chain !== undefined && { chain }), signature } : null;
}
