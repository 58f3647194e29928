import { findBatchItem } from '../../../db/batches.ts';
import {
  listOwnMessages,
  messagesReadUpTo,
  newestMessageTo,
  putMessageReading,
} from '../../../db/team-messages.ts';
import type { OwnMessage } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { batchByRef, batchOfAnnotator, placeOf } from '../batch/batch-key.ts';
import { type DoorContext, visitorIn } from './door-base.ts';
import { keepMessage } from './messages.ts';

/** Messages to all, and those between the lead and the one who asks. */
export function ownMessages(context: DoorContext): OwnMessage[] {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const { key } = batchOfAnnotator(context.core, studyId, annotatorId);
  const upTo = messagesReadUpTo(db, studyId, annotatorId);
  return listOwnMessages(db, studyId, annotatorId).map(({ id, byLead, itemId, text, writtenAt, ...row }) => ({
    id,
    byLead,
    toAll: row.annotatorId === null,
    ref: itemId === null ? null : (findBatchItem(db, key, itemId)?.ref ?? null),
    text,
    writtenAt,
    isRead: !byLead || id <= upTo,
  }));
}

interface Said {
  text: string;
  about: { batch: string; ref: string } | null;
  clientKey: string;
}

/** Writes to the lead. @throws AppError NOT_FOUND for an item that is not the visitor's own */
export async function sayToLead(
  context: DoorContext,
  { text, about, clientKey }: Said,
): Promise<Record<string, never>> {
  const { annotatorId, studyId } = visitorIn(context);
  const itemId = about && itemOf(context, about);
  const sent = { studyId, annotatorId, itemId, text, clientKey: `${annotatorId}-${clientKey}` };
  await keepMessage(context.core, { ...sent, byLead: false });
  return {};
}

function itemOf(context: DoorContext, { batch: sealed, ref }: { batch: string; ref: string }): number {
  const { annotatorId, studyId } = visitorIn(context);
  const batch = batchByRef(context.core, sealed);
  const { key } = batch;
  if (key.annotatorId === annotatorId && key.studyId === studyId) {
    return placeOf(dbOf(context.core), batch, ref).itemId;
  }
  throw new AppError('NOT_FOUND', 'There is no such batch.', {
    field: 'batch',
    mend: 'Open the page again.',
  });
}

/** Keeps that messages up to this one are read; never more than there are. */
export async function seeMessages(context: DoorContext, messageId: number): Promise<Record<string, never>> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  const upTo = Math.min(messageId, newestMessageTo(db, studyId, annotatorId));
  if (upTo > messagesReadUpTo(db, studyId, annotatorId)) {
    await whenWritable(() => putMessageReading(db, { studyId, annotatorId, messageId: upTo }, core.now()));
    core.events.publish({ type: 'study.changed', studyId });
  }
  return {};
}
