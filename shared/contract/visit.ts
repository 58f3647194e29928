import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { longestWritten } from '../text-limits.ts';
import { Id, Instant, Nothing, procedure, Version } from './base.ts';
import { PictureHash, StoredPictureSchema } from './data.ts';
import { LabelFailuresSchema } from './failure-mode.ts';
import { FailureName } from './form.ts';
import {
  DraftKeptSchema,
  LabelAnswerSchema,
  LabelBatchSchema,
  LabelChangeSchema,
  LabelItemSchema,
  longestDraft,
} from './label.ts';
import { MessageKey, MessageText } from './message.ts';
import { AnnotatorName, AnnotatorSchema, CrowdSchema } from './team.ts';
import { ValidationStepSchema, ValidationViewSchema } from './validation.ts';

const visitStages = ['consent', 'qualification', 'work', 'failed', 'ended'] as const;

/**
 * A batch as the annotators' door shows it: what is asked, and the items of this one annotator. It names no study, data set,
 * system or other person, and no count but the annotator's own.
 */
export const VisitBatchSchema = LabelBatchSchema.pick({
  batch: true,
  question: true,
  guidelines: true,
  form: true,
  fields: true,
  failures: true,
  sideBySide: true,
  practiceRound: true,
  items: true,
  next: true,
  undoable: true,
  redoable: true,
}).extend({
  annotator: AnnotatorSchema.pick({ name: true, initials: true, color: true }),
  /** Which guidelines these are, and whether this annotator has still to say that they have read them. */
  guidelinesVersion: z.string(),
  mustRead: z.boolean(),
  /** Answered by this annotator. `items` holds at most a hundred of theirs, around the first open one. */
  done: z.number().int(),
  /** Of how many; null where items are dealt one by one and nobody said how many each is to answer. */
  total: z.number().int().nullable(),
  /** Where this annotator is: before a text to agree to, in a try of the qualification, at work, or at the end. */
  stage: z.enum(visitStages),
  /** What to agree to, in that stage. */
  consent: z.object({ text: z.string(), version: z.string() }).nullable(),
  /** What the last try of the qualification came to that is over; null where there is none. */
  qualified: z.object({ right: z.number().int(), items: z.number().int() }).nullable(),
  /** Which try of the qualification it is. */
  attempt: z.number().int().nullable(),
  /**
   * What an annotator with nothing to answer waits for: how many others have still to finish practice, the lead, or items that others hold.
   * Null at work, and once everything is labeled.
   */
  waits: z.object({ for: z.enum(['practice', 'lead', 'others']), people: z.number().int() }).nullable(),
  /** What whoever is done gets, once they are. */
  completion: z.object({ code: z.string(), url: z.string() }).nullable(),
  /** Conversations whose answers this annotator may still validate. */
  toValidate: z.number().int(),
  /** Messages of the lead that this annotator has not read. */
  unread: z.number().int(),
});
export type VisitBatch = z.infer<typeof VisitBatchSchema>;

/** How far the one is who asks; of nobody else. */
const OwnProgressSchema = z.object({
  labeled: z.number().int(),
  skipped: z.number().int(),
  /** Items that were given to them. */
  items: z.number().int(),
  secondsPerItem: z.number().nullable(),
});

/** A message as an annotator sees it: to all, or in their own thread. */
const OwnMessageSchema = z.object({
  id: Id,
  byLead: z.boolean(),
  toAll: z.boolean(),
  /** The item that it is about, where that is one of theirs. */
  ref: z.string().nullable(),
  text: z.string(),
  writtenAt: Instant,
  isRead: z.boolean(),
});
export type OwnMessage = z.infer<typeof OwnMessageSchema>;

/** What an annotator's page is told as it happens: what to ask again, and nothing of anybody else. */
export const VisitEventSchema = z.object({ type: z.enum(['hello', 'message', 'guidelines', 'work', 'out']) });
export type VisitEvent = z.infer<typeof VisitEventSchema>;

/** What a step of validation says, and for how long it was thought about. */
const validated = z.object({
  ref: z.string().min(8).max(100),
  clientKey: z.string().min(8).max(64),
  durationMs: z.number().int().nonnegative().max(86_400_000),
});

const ofBatch = z.object({ batch: z.string().max(200) });
const at = ofBatch.extend({ ref: z.string().max(100) });

/**
 * All that exists behind the annotators' door. It is a contract of its own, so that nothing of the lead's is there to be called:
 * who asks follows from the cookie alone, and every call is about the one study of the link.
 */
export const visitContract = {
  visit: {
    /**
     * Takes the one use of a link; the answer sets the cookie. An open link takes the name of whoever opens it. @throws NOT_FOUND,
     * CONFLICT; INVALID_INPUT or CONFLICT with the field `name` where it takes one, or another one
     */
    enter: procedure
      .input(
        z.object({
          token: z.string().min(16).max(200),
          /** Random, made by the browser: sent again with it after a lost answer, a link lets the same browser in. */
          clientKey: z.string().min(32).max(100).optional(),
          name: AnnotatorName.optional(),
          /** Of a person whom a crowd platform sends: `name` is its id of them, and lets them in again on a second device. */
          crowd: CrowdSchema.optional(),
        }),
      )
      .output(Nothing),
    /** Says that the guidelines are read. Answers are taken after that alone. @throws CONFLICT where they were changed meanwhile */
    read: procedure.input(z.object({ version: z.string().length(64) })).output(Nothing),
    /** Agrees to the text that is asked first. @throws CONFLICT where it was changed meanwhile */
    agree: procedure.input(z.object({ version: z.string().length(64) })).output(Nothing),
    /** Shuts this browser out. */
    leave: procedure.input(Nothing).output(Nothing),
    progress: procedure.input(Nothing).output(OwnProgressSchema),
    /** Messages to all, and between the lead and this annotator. */
    messages: procedure.input(Nothing).output(z.array(OwnMessageSchema)),
    /** Writes to the lead, about one's own item where one is named. */
    say: procedure
      .input(z.object({ text: MessageText, about: at.nullable(), clientKey: MessageKey }))
      .output(Nothing),
    /** Says that messages up to this one are read. */
    seen: procedure.input(z.object({ messageId: Id })).output(Nothing),
    /** Server-sent events, until the page goes or its browser is let in no longer. */
    events: procedure.input(Nothing).output(eventIterator(VisitEventSchema)),
  },
  label: {
    /** The batch, or the round of practice before it. */
    open: procedure.input(Nothing).output(VisitBatchSchema),
    item: procedure.input(at).output(LabelItemSchema),
    /**
     * What comes next, at most ten items with those in `have`, which the page has already: it goes on with them while the connection is
     * gone. Where items are dealt one by one, they wait for this annotator.
     */
    ahead: procedure
      .input(ofBatch.extend({ have: z.array(z.string().max(100)).max(20) }))
      .output(z.array(LabelItemSchema)),
    /** A picture that a text of the item names. @throws NOT_FOUND where none of its texts does, as for an item of somebody else */
    picture: procedure.input(at.extend({ sha256: PictureHash })).output(StoredPictureSchema),
    /** Stores a label; when this returns, it is on disk. The same `clientKey` twice stores one label. */
    submit: procedure
      .input(
        at.extend({
          answer: LabelAnswerSchema,
          durationMs: z.number().int().nonnegative().max(86_400_000),
          clientKey: z.string().min(8).max(64),
          version: Version.optional(),
          /** How long the answer waited for the connection; it is not time that was worked. */
          waitedMs: z.number().int().nonnegative().max(86_400_000).default(0),
        }),
      )
      .output(LabelChangeSchema),
    later: procedure.input(at.extend({ later: z.boolean() })).output(LabelChangeSchema),
    flag: procedure.input(at.extend({ flagged: z.boolean() })).output(LabelChangeSchema),
    note: procedure
      .input(at.extend({ note: z.string().max(longestWritten), version: Version.optional() }))
      .output(LabelChangeSchema),
    draft: procedure
      .input(at.extend({ draft: z.string().max(longestDraft), version: Version.optional() }))
      .output(DraftKeptSchema),
    undo: procedure.input(ofBatch).output(LabelChangeSchema),
    redo: procedure.input(ofBatch).output(LabelChangeSchema),
  },
  /** Failure modes, where the form asks what went wrong. */
  failures: {
    list: procedure.input(Nothing).output(LabelFailuresSchema),
    /** Makes a mode, or finds the one of that name. @throws CONFLICT where annotators may not make any */
    make: procedure
      .input(z.object({ name: FailureName, clientKey: z.string().min(8).max(64) }))
      .output(z.object({ id: Id, failures: LabelFailuresSchema })),
  },
  /** Answers of conversations that the lead offers for validation. Each sees a system's answer only once they have judged the question. */
  validation: {
    next: procedure.input(Nothing).output(
      z.object({
        conversation: ValidationViewSchema.nullable(),
        finished: z.number().int(),
        open: z.number().int(),
      }),
    ),
    read: procedure.input(validated).output(ValidationViewSchema),
    answer: procedure
      .input(validated.extend({ turn: z.number().int().nonnegative(), step: ValidationStepSchema }))
      .output(ValidationViewSchema),
    undo: procedure.input(validated).output(ValidationViewSchema),
  },
};
