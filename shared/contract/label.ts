import { z } from 'zod';
import { longestSkipReason, longestWritten } from '../text-limits.ts';
import { Id, procedure, ScaleSchema, Version } from './base.ts';
import { LabelCountsSchema } from './counts.ts';
import { TurnSchema } from './data.ts';
import { LabelFailuresSchema } from './failure-mode.ts';
import { FieldValueSchema, LabelFormSchema, SpanSchema, StudyFieldsSchema } from './form.ts';
import { GoalForecastSchema } from './plan.ts';
import { AnnotatorSchema, TeamMemberSchema } from './team.ts';

const beside = {
  /** Answers to the further questions of the form, by their names; what is left out has none. */
  fields: z.record(z.string(), FieldValueSchema).optional(),
};

/**
 * Everything the label screen receives is declared here, and nothing else may be: references are opaque, and no
 * payload names a system, item id, group, file, surrogate, hardness, judge or another person's label.
 */
export const LabelAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('score'), value: z.number(), ...beside }),
  /** Two replies side by side: the value of the left one, then of the right one. */
  z.object({
    kind: z.literal('pair'),
    values: z.tuple([z.number(), z.number()]),
    /** Of a preference: a tie between two bad replies. */
    bothBad: z.literal(true).optional(),
    ...beside,
  }),
  /** One value for each reply of a conversation. */
  z.object({ kind: z.literal('turns'), values: z.array(z.number()).min(1).max(1000), ...beside }),
  /**
   * One value for each distinct reply of an item of a ranking, by its place in the order of the page; null where it was not
   * asked about.
   */
  z.object({ kind: z.literal('replies'), values: z.array(z.number().nullable()).min(1).max(40), ...beside }),
  /** One of the named options. */
  z.object({ kind: z.literal('category'), option: z.string(), ...beside }),
  z.object({
    kind: z.literal('answer'),
    answers: z.array(z.string().max(longestWritten)).min(1),
    /** Where an answer was picked in the passage, one for each answer; null where it was written. */
    spans: z.array(SpanSchema.nullable()).optional(),
    ...beside,
  }),
  z.object({ kind: z.literal('skip'), reason: z.string().min(1).max(longestSkipReason) }),
]);
export type LabelAnswer = z.infer<typeof LabelAnswerSchema>;

const LabelRefSchema = z.object({
  ref: z.string(),
  state: z.enum(['open', 'labeled', 'skipped', 'later']),
  flagged: z.boolean(),
  hasNote: z.boolean(),
});
export type LabelRef = z.infer<typeof LabelRefSchema>;

export const LabelBatchSchema = z.object({
  /** Names the batch and who opened it: every call with it acts for that person, whoever chose a name since. */
  batch: z.string(),
  /** Under whose name labels are kept. */
  annotator: AnnotatorSchema.pick({ id: true, name: true, initials: true, color: true }),
  title: z.string(),
  question: z.string(),
  guidelines: z.string(),
  form: LabelFormSchema,
  /** What is asked beside the measure, in order. */
  fields: StudyFieldsSchema,
  /** What can be chosen where the form asks what went wrong. */
  failures: LabelFailuresSchema.optional(),
  /** Whether each item shows two replies, the left and the right one in random order. */
  sideBySide: z.boolean(),
  /** The round of practice that this is, on items outside the batch; null for the batch itself. */
  practiceRound: z.number().int().nullable(),
  items: z.array(LabelRefSchema),
  /**
   * The item to show: one put off that is due, else the first open one in order, else the one put off longest ago.
   * Null when all are done.
   */
  next: z.string().nullable(),
  undoable: z.boolean(),
  redoable: z.boolean(),
});
export type LabelBatch = z.infer<typeof LabelBatchSchema>;

export const ReplySchema = z.object({ prompt: z.string(), text: z.string() });

export const LabelItemSchema = z.object({
  ref: z.string(),
  /** Place in the batch, counting from 1. */
  position: z.number().int(),
  conversation: z.array(TurnSchema),
  /** The replies to judge, in turn order; empty when the conversation as a whole is judged. */
  replies: z.array(ReplySchema),
  /** What stands on the right where two are shown side by side; `replies` stands on the left then. */
  rightReplies: z.array(ReplySchema).nullable(),
  /** All replies that a page of a ranking has rated, each by its place among those of the item; `replies` is empty then. */
  page: z.array(z.object({ place: z.number().int(), replies: z.array(ReplySchema) })).optional(),
  passage: z.string().nullable(),
  current: LabelAnswerSchema.nullable(),
  /** Of `current`, `draft` and `note`; what is saved of them carries the one that its page showed. */
  version: Version,
  draft: z.string().nullable(),
  note: z.string(),
  flagged: z.boolean(),
});
export type LabelItem = z.infer<typeof LabelItemSchema>;

/** Signs of a draft: a whole reply that is being corrected fits, however many of them JSON writes as several. */
export const longestDraft = 250_000;

/** What changed, so that the screen need not ask for the whole batch again. */
export const LabelChangeSchema = z.object({
  ref: z.string(),
  item: LabelRefSchema,
  /** The sample was drawn anew without the item: what was said of it is kept, and used where a sample comes to it. */
  isDrawnOut: z.literal(true).optional(),
  next: z.string().nullable(),
  undoable: z.boolean(),
  redoable: z.boolean(),
  /** Of the item as it is now, after a submission or a note. */
  version: Version.optional(),
});
export type LabelChange = z.infer<typeof LabelChangeSchema>;

/** The version of an item whose draft was kept. */
export const DraftKeptSchema = z.object({ version: Version });

const End = z.number().nullable();

/** Why whoever labels must not see the estimate: it would sway them; or a ranking has one for each pair, which names them. */
export const hiddenEstimates = ['practice', 'handed-out', 'team', 'ranking'] as const;

/** The estimate as somebody who labels alone may follow it. */
export const LabelStandingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hidden'), because: z.enum(hiddenEstimates) }),
  z.object({
    kind: z.literal('open'),
    /** Of a comparison: of differences. */
    scale: ScaleSchema,
    isDifference: z.boolean(),
    /** Of a question of yes or no: people read the value in percent. */
    isShare: z.literal(true).optional(),
    /** Of the labels alone, on the scale: all null before the first label, or where it is not estimable. */
    value: End,
    lower: End,
    upper: End,
    /** Skipped items among those counted: a planned look counts them, too. */
    skipped: z.number().int(),
    /** What the goal takes from here, by the labels counted. */
    forecast: GoalForecastSchema,
  }),
]);
export type LabelStanding = z.infer<typeof LabelStandingSchema>;
export type OpenStanding = Extract<LabelStanding, { kind: 'open' }>;

const at = z.object({ batch: z.string(), ref: z.string() });

export const labelContract = {
  /**
   * Opens a study's batch for an annotator of the project, or the queue of all pairs of a ranking, interleaved in draw order;
   * for the present annotator where nobody is named.
   */
  open: procedure
    .input(
      z.union([
        z.object({ studyId: Id, annotatorId: Id.optional() }),
        z.object({ rankingId: Id, annotatorId: Id.optional() }),
      ]),
    )
    .output(LabelBatchSchema),
  /** How far each annotator has come with the queue of a ranking: its pages, or the items of all its pairs. */
  progress: procedure.input(z.object({ rankingId: Id })).output(z.array(TeamMemberSchema)),
  item: procedure.input(at).output(LabelItemSchema),
  /**
   * How many labels of the study count, and the item that the estimate waits for: by its place in this batch where it is
   * one of its annotator's. Null in practice, which no estimate reads.
   */
  counts: procedure.input(z.object({ batch: z.string() })).output(LabelCountsSchema.nullable()),
  /** Where the estimate stands, for whoever labels alone; else why it stays hidden. Never waited for by a label. */
  standing: procedure.input(z.object({ batch: z.string() })).output(LabelStandingSchema),
  /** Stores a label; when this returns, it is on disk. The same `clientKey` twice stores one label. */
  submit: procedure
    .input(
      at.extend({
        answer: LabelAnswerSchema,
        durationMs: z.number().int().nonnegative(),
        estimateVisible: z.boolean(),
        clientKey: z.string().min(8).max(100),
        /** Of the answer that the page showed. `CONFLICT` with both where another is stored by now. */
        version: Version.optional(),
      }),
    )
    .output(LabelChangeSchema),
  /** Puts an item off until three more are answered, or takes it back to its place. Not a skip. */
  later: procedure.input(at.extend({ later: z.boolean() })).output(LabelChangeSchema),
  flag: procedure.input(at.extend({ flagged: z.boolean() })).output(LabelChangeSchema),
  note: procedure
    .input(at.extend({ note: z.string().max(longestWritten), version: Version.optional() }))
    .output(LabelChangeSchema),
  draft: procedure
    .input(at.extend({ draft: z.string().max(longestDraft), version: Version.optional() }))
    .output(DraftKeptSchema),
  /** Takes back the last label of the batch's annotator by writing a new row; `redo` restores it. */
  undo: procedure.input(z.object({ batch: z.string() })).output(LabelChangeSchema),
  redo: procedure.input(z.object({ batch: z.string() })).output(LabelChangeSchema),
};
