import { z } from 'zod';
import { Id, Instant, numberCall, procedure, ScaleSchema } from './base.ts';
import { LabelFormSchema } from './form.ts';
import { LabelAnswerSchema } from './label.ts';

/** The estimate as a merge finds it or leaves it, on the measure's own scale. */
const EstimateThenSchema = z.object({
  labeled: z.number().int(),
  waiting: z.number().int(),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
  /** Of a ranking, which has no one value: how many of its pairs still have to be decided. */
  pairsLeft: z.number().int().nullable(),
});

/** Which of two answers holds: what the project has, or what the file says. */
export const TakeSchema = z.enum(['project', 'file']);
export type Take = z.infer<typeof TakeSchema>;

/** Why an answer of a returned file is not merged without somebody's choice. */
const ConflictReasonSchema = z.enum([
  'future',
  'before-hand-out',
  'given-here',
  'other-copy',
  'other-study',
  'other-signer',
  'same-instant',
]);
export type ConflictReason = z.infer<typeof ConflictReasonSchema>;

const SaidThenSchema = z.object({
  /** Null when what was said was taken back. */
  answer: LabelAnswerSchema.nullable(),
  at: Instant,
});

const MergeConflictSchema = z.object({
  ref: z.string(),
  /** Place in the present draw, counting from 1; null when the item is no longer in it. */
  draw: z.number().int().nullable(),
  reasons: z.array(ConflictReasonSchema).min(1),
  /** What the same person's label is at present; null when there is none. */
  project: SaidThenSchema.nullable(),
  file: SaidThenSchema,
  /** What was chosen with the call. */
  take: TakeSchema.nullable(),
});
export type MergeConflict = z.infer<typeof MergeConflictSchema>;

/** Whose labels a returned file brings. */
const WhoseLabelsSchema = z.object({
  /** The name in the file. */
  said: z.string(),
  /** To whom the batch was handed; null: to anyone. */
  handedTo: z.string().nullable(),
  /** Who gets the labels; null until somebody has said so. */
  person: z.object({ name: z.string(), isNew: z.boolean() }).nullable(),
  /** Everybody whom the project knows, likely ones first. */
  people: z.array(z.string()),
});
export type WhoseLabels = z.infer<typeof WhoseLabelsSchema>;

/** What both a merge and its preview say. Each item of the file is counted once. */
const ofMerge = {
  studyId: Id,
  study: z.string(),
  scale: ScaleSchema,
  /** Of a question of yes or no: people read values in percent. */
  isShare: z.literal(true).optional(),
  /** Fingerprint of the key that signed the batch on its way out; null when the file shows no such signature. */
  batchSignedBy: z.string().nullable(),
  /** Fingerprint of the key that signed the answers; null for those from a page, which are not signed. */
  signedBy: z.string().nullable(),
  /** Items that this person had no label on, whose label the same copy corrects, and of which the file says nothing new. */
  added: z.number().int(),
  changed: z.number().int(),
  known: z.number().int(),
  before: EstimateThenSchema,
  after: EstimateThenSchema,
};

const MergePreviewSchema = z.object({
  ...ofMerge,
  form: LabelFormSchema,
  handedOutAt: Instant,
  whose: WhoseLabelsSchema,
  /** What has to be chosen, in the order of the file; `after` keeps the project's where nothing is chosen yet. */
  conflicts: z.array(MergeConflictSchema),
});
export type MergePreview = z.infer<typeof MergePreviewSchema>;

const MergedBatchSchema = z.object({
  ...ofMerge,
  annotator: z.string(),
  isNewPerson: z.boolean(),
  /** Conflicts in which the file's answer was taken, and in which the project's was kept. */
  taken: z.number().int(),
  kept: z.number().int(),
});
export type MergedBatch = z.infer<typeof MergedBatchSchema>;

const MergeRequest = z.object({
  path: z.string().min(1),
  name: z.string().min(1),
  /** Whose labels they are, where the file does not say or says otherwise; added if new. */
  as: z.string().min(1).max(400).optional(),
  /** What holds in every conflict that `choices` leaves open. */
  take: TakeSchema.optional(),
  choices: z.record(z.string(), TakeSchema).optional(),
});
export type MergeRequest = z.infer<typeof MergeRequest>;

const HandedBatchSchema = z.object({
  batchId: z.string(),
  at: Instant,
  items: z.number().int(),
  /** First item, counting from 1 in draw order. */
  from: z.number().int(),
  /** Whose assigned items these are; null: of the whole batch. */
  assignedTo: z.string().nullable(),
  /** Of each file that came back, how many items got its answer: new ones, corrections, and those taken in a conflict. */
  returns: z.array(z.object({ at: Instant, annotator: z.string(), answers: z.number().int() })),
});
export type HandedBatch = z.infer<typeof HandedBatchSchema>;

const BatchOutSchema = z.object({
  batchId: z.string(),
  items: z.number().int(),
  fileName: z.string(),
  mediaType: z.string(),
  /** The file; null when it was written where the call said. */
  content: z.string().nullable(),
  path: z.string().nullable(),
  /** Whose answers these will be; null: who takes it says who they are. */
  annotator: z.string().nullable(),
  /** Fingerprint of the key that signed the file; null when it carries no signature. */
  signedBy: z.string().nullable(),
  /** How many pictures of its texts do not go with it, as they are too large or damaged; absent where all do. */
  picturesLeft: z.number().int().optional(),
});
export type BatchOut = z.infer<typeof BatchOutSchema>;

/** Of a pair of a ranking: the queue of all its pairs, as one. */
const wholeRanking = z.boolean().default(false);

export const batchContract = {
  /** Makes the file of a batch for somebody who labels elsewhere, and writes down that it was handed out. */
  out: procedure
    .input(
      z.object({
        studyId: Id,
        wholeRanking,
        from: z.number().int().min(1).default(1),
        count: z.number().int().min(1),
        /** For this annotator, of the items assigned to them; the file carries their name. */
        annotatorId: Id.optional(),
        /** A file for this app, or a page that works in any browser without a network. */
        shape: z.enum(['file', 'page']),
        /** Written there, over a file that the person has agreed to replace. */
        path: z.string().min(1).optional(),
      }),
    )
    .output(BatchOutSchema),
  /** An annotator's answers in a handed-out batch, as the file to send back; the present one's where nobody is named. */
  giveBack: procedure
    .input(z.object({ path: z.string().min(1).optional(), annotatorId: Id.optional() }))
    .output(BatchOutSchema),
  /** What merging a returned file would do: whose labels, how many, which conflicts, how far the estimate moves. */
  preview: numberCall.input(MergeRequest).output(MergePreviewSchema),
  /**
   * Takes a returned file into its study, all of it or nothing; the same file again changes nothing. `CONFLICT` while it
   * is open whose labels they are or what holds in a conflict.
   */
  merge: numberCall.input(MergeRequest).output(MergedBatchSchema),
  /** What was handed out of a study, the latest first, and what came back. */
  list: procedure.input(z.object({ studyId: Id, wholeRanking })).output(z.array(HandedBatchSchema)),
};
