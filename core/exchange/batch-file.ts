import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StudyFieldsSchema } from '../../shared/contract/form.ts';
import { LabelBatchSchema, LabelItemSchema } from '../../shared/contract/label.ts';

/** An item as it is handed out: what the label screen would show, and no word of anybody on it. */
const HandedItemSchema = LabelItemSchema.omit({ current: true, draft: true, note: true, flagged: true });

/** What is asked of which items. It names no system, item id, file, score, surrogate or label. */
export const BatchContentSchema = LabelBatchSchema.pick({
  question: true,
  guidelines: true,
  form: true,
  sideBySide: true,
}).extend({
  /** Further questions; batches of before there were any hold none. */
  fields: StudyFieldsSchema.default([]),
  items: z.array(HandedItemSchema).min(1),
});
export type BatchContent = z.infer<typeof BatchContentSchema>;

/** The file of a batch that is handed out. */
export const BatchFileSchema = z.object({
  assay: z.literal('batch'),
  version: z.literal(1),
  /** Also names a file, so it holds no sign with a meaning in paths. */
  batchId: z.string().regex(/^[\w-]{8,64}$/),
  /** `BatchContent` as JSON text, so that its hash is that of these very letters. */
  content: z.string(),
  contentSha256: z.string().length(64),
});
export type BatchFile = z.infer<typeof BatchFileSchema>;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
