import { z } from 'zod';
import { longestMessage } from '../text-limits.ts';
import { Id, Instant, Nothing, procedure } from './base.ts';

export const MessageText = z.string().trim().min(1).max(longestMessage);
/** The same message sent twice with one key is kept once. */
export const MessageKey = z.string().min(8).max(64);

const MessageSchema = z.object({
  id: Id,
  /** Whose thread it is in; null: to all. */
  annotator: z.object({ id: Id, name: z.string() }).nullable(),
  byLead: z.boolean(),
  /** The item that it is about. */
  item: z.object({ id: Id, externalId: z.string() }).nullable(),
  text: z.string(),
  writtenAt: Instant,
  /** Of those it was written to: how many have said that they have read it. Null for what the lead is told. */
  readBy: z.number().int().nullable(),
});
export type TeamMessage = z.infer<typeof MessageSchema>;

/** What the lead of a study and its annotators write to each other. */
export const messageContract = {
  /** The newest five hundred, oldest first. */
  list: procedure.input(z.object({ studyId: Id })).output(z.array(MessageSchema)),
  /** Writes to one annotator, or to all. @throws NOT_FOUND for whom or what the project does not know */
  send: procedure
    .input(
      z.object({
        studyId: Id,
        annotatorId: Id.nullable(),
        itemId: Id.nullable().default(null),
        text: MessageText,
        clientKey: MessageKey,
      }),
    )
    .output(Nothing),
};
