import { z } from 'zod';
import { Id, Instant, procedure, ScaleSchema } from './base.ts';

/** The estimate as a merge finds it or leaves it, on the measure's own scale. */
const EstimateThenSchema = z.object({
  labeled: z.number().int(),
  waiting: z.number().int(),
  value: z.number().nullable(),
  lower: z.number().nullable(),
  upper: z.number().nullable(),
});

export const MergedBatchSchema = z.object({
  studyId: Id,
  study: z.string(),
  annotator: z.string(),
  scale: ScaleSchema,
  /** Answers that are new, that were there already, and that a later answer of the same person holds against. */
  added: z.number().int(),
  known: z.number().int(),
  older: z.number().int(),
  before: EstimateThenSchema,
  after: EstimateThenSchema,
});
export type MergedBatch = z.infer<typeof MergedBatchSchema>;

export const HandedBatchSchema = z.object({
  batchId: z.string(),
  at: Instant,
  items: z.number().int(),
  /** First item, counting from 1 in draw order. */
  from: z.number().int(),
  /** Whose assigned items these are; null: of the whole batch. */
  assignedTo: z.string().nullable(),
  returns: z.array(z.object({ at: Instant, annotator: z.string(), added: z.number().int() })),
});
export type HandedBatch = z.infer<typeof HandedBatchSchema>;

export const BatchOutSchema = z.object({
  batchId: z.string(),
  items: z.number().int(),
  fileName: z.string(),
  mediaType: z.string(),
  /** The file; null when it was written where the call said. */
  content: z.string().nullable(),
  path: z.string().nullable(),
});
export type BatchOut = z.infer<typeof BatchOutSchema>;

export const batchContract = {
  /** Makes the file of a batch for somebody who labels elsewhere, and writes down that it was handed out. */
  out: procedure
    .input(
      z.object({
        studyId: Id,
        from: z.number().int().min(1).default(1),
        count: z.number().int().min(1),
        /** Of the items assigned to this annotator alone. */
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
  /** Takes a returned file into its study, all of it or nothing; the same file again changes nothing. */
  merge: procedure
    .input(z.object({ path: z.string().min(1), name: z.string().min(1) }))
    .output(MergedBatchSchema),
  /** What was handed out of a study, the latest first, and what came back. */
  list: procedure.input(z.object({ studyId: Id })).output(z.array(HandedBatchSchema)),
};
