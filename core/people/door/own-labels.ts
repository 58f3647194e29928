import { leaseMinutesOf } from '../../../db/dealing.ts';
import { getStudy } from '../../../db/studies.ts';
import { listMembers } from '../../../db/study-members.ts';
import { countUnread } from '../../../db/team-messages.ts';
import type { VisitBatch } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { guidelinesVersion } from '../../model/study/guidelines-version.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { batchByRef } from '../batch/batch-key.ts';
import { flagItem, keepDraft, noteItem, putOff } from '../label/mark-item.ts';
import { openBatch, sittingItem } from '../label/open-batch.ts';
import { type Submission, submitLabel } from '../label/submit-label.ts';
import { redoLabel, undoLabel } from '../label/undo-label.ts';
import { progressOf } from '../team/team-state.ts';
import { type DoorContext, visitorIn } from './door-base.ts';
import { assertHasRead, mustRead } from './guidelines.ts';
import { enter, leave } from './visitor.ts';

/** The batch of the one who asks, or the round of practice before it. */
export async function openOwn(context: DoorContext): Promise<VisitBatch> {
  const { annotatorId, studyId } = visitorIn(context);
  const { title: _, annotator, ...batch } = await openBatch(context.core, { studyId, annotatorId });
  const { name, initials, color } = annotator;
  const { items } = batch;
  const isDealt = batch.practiceRound === null && leaseMinutesOf(dbOf(context.core), studyId) !== undefined;
  const done = items.filter(({ state }) => state === 'labeled' || state === 'skipped').length;
  const total = isDealt ? null : items.length;
  const db = dbOf(context.core);
  const study = getStudy(db, studyId);
  const reading = { guidelinesVersion: guidelinesVersion(study), mustRead: mustRead(db, study, annotatorId) };
  const unread = countUnread(db, studyId, annotatorId);
  const shown = { unread, items: shownOf(items), done, total, annotator: { name, initials, color } };
  return { ...batch, ...reading, ...shown };
}

const mostItems = 100;

/** Where a page begins: at the item before the first open one, however long the batch is. */
function shownOf(items: VisitBatch['items']): VisitBatch['items'] {
  const open = items.findIndex(({ state }) => state === 'open' || state === 'later');
  const end = open < 0 ? items.length : Math.min(items.length, open + mostItems / 2);
  return items.slice(Math.max(0, end - mostItems), end);
}

type OfBatch = { batch: string };

/**
 * An act on a batch that is the visitor's own: of their study, and opened under their name. Another's reference is as unknown
 * as one that nobody made.
 */
const own =
  <I extends OfBatch, O>(act: (core: CoreContext, input: I) => O) =>
  (context: DoorContext, input: I): O => {
    const { annotatorId, studyId } = visitorIn(context);
    const { key } = batchByRef(context.core, input.batch);
    if (key.annotatorId === annotatorId && key.studyId === studyId) return act(context.core, input);
    throw new AppError('NOT_FOUND', 'There is no such batch.', {
      field: 'batch',
      mend: 'Open the page again.',
    });
  };

export const ownItem = own((core, { batch, ref }: OfBatch & { ref: string }) =>
  sittingItem(core, batch, ref),
);
export const flagOwn = own(flagItem);
export const noteOwn = own(noteItem);
export const draftOwn = own(keepDraft);
export const putOffOwn = own(putOff);
export const undoOwn = own((core, { batch }: OfBatch) => undoLabel(core, batch));
export const redoOwn = own((core, { batch }: OfBatch) => redoLabel(core, batch));

/** The key that tells a repeated answer from a new one counts for this annotator alone: nobody else's is in its way. */
export async function submitOwn(context: DoorContext, input: Omit<Submission, 'estimateVisible'>) {
  assertHasRead(context);
  const clientKey = `${visitorIn(context).annotatorId}-${input.clientKey}`;
  return ownSubmission(context, { ...input, clientKey, estimateVisible: false });
}

const ownSubmission = own(submitLabel);

/** How far the visitor is. */
export function ownProgress(context: DoorContext) {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const study = getStudy(db, studyId);
  const isAssigned = listMembers(db, studyId).length > 0;
  const { labeled, skipped, assigned, secondsPerItem } = progressOf(
    context.core,
    study,
    annotatorId,
    isAssigned,
  );
  return { labeled, skipped, items: assigned, secondsPerItem };
}

/** Lets this browser in by a link. */
export async function enterDoor(
  { core, setCookie, onKnown }: DoorContext,
  link: { token: string; name?: string | undefined },
) {
  setCookie(await enter(core, { ...link, onKnown }));
  return {};
}

export async function leaveDoor(context: DoorContext) {
  await leave(context.core, visitorIn(context));
  context.setCookie(null);
  return {};
}
