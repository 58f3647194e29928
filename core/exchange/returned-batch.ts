import path from 'node:path';
import { z } from 'zod';
import { LabelAnswerSchema } from '../../shared/contract/label.ts';
import { AppError } from '../../shared/errors.ts';
import { parseJson } from '../files/parse-json.ts';
import { sha256 } from './batch-file.ts';

const EntrySchema = z.object({
  ref: z.string(),
  answer: LabelAnswerSchema,
  durationMs: z.number().int().nonnegative(),
  at: z.iso.datetime(),
  hash: z.string().length(64),
});
export type ReturnedEntry = z.infer<typeof EntrySchema>;

/** What comes back of a batch: every answer in the order given, each chained to the one before by its hash. */
const ReturnedBatchSchema = z.object({
  assay: z.literal('returned-batch'),
  version: z.literal(1),
  batchId: z.string(),
  /** Of the content that the annotator had before them. */
  contentSha256: z.string(),
  annotator: z.string().trim().min(1).max(100),
  /** Tells two copies of one batch apart. */
  copyId: z.string().min(8).max(40),
  entries: z.array(EntrySchema),
});
export type ReturnedBatch = z.infer<typeof ReturnedBatchSchema>;

type Facts = Pick<ReturnedBatch, 'batchId' | 'contentSha256' | 'annotator' | 'copyId'>;

/** The hash that the first answer is chained to. */
export const firstHash = ({ batchId, contentSha256, annotator, copyId }: Facts): string =>
  sha256(JSON.stringify([batchId, contentSha256, annotator, copyId]));

export const nextHash = (
  before: string,
  { ref, answer, durationMs, at }: Omit<ReturnedEntry, 'hash'>,
): string => sha256(JSON.stringify([before, ref, answer, durationMs, at]));

/**
 * Reads a returned batch and checks its chain of hashes, which shows any change that was not made with care to hide it.
 *
 * @throws AppError IMPORT_REFUSED naming the entry that is wrong
 */
export function readReturnedBatch(text: string, file: string): ReturnedBatch {
  const value = parsed(text);
  const version = (value as { assay?: unknown; version?: unknown } | undefined)?.version;
  const isReturned = (value as { assay?: unknown } | undefined)?.assay === 'returned-batch';
  if (isReturned && typeof version === 'number' && version > 1) {
    throw refused(
      file,
      '',
      'The file was returned by a newer version of Assay.',
      'Update Assay, then merge it.',
    );
  }
  // The chain is over the answers as they were written, so it is checked on what was read, not on what the schema made.
  const read = ReturnedBatchSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const field = issue?.path.join('.') ?? '';
    const what = isReturned ? `${field}: ${issue?.message}.` : 'This is no returned batch.';
    throw refused(file, field, what, 'Choose the file that the label page saved, as it was saved.');
  }
  const returned = value as ReturnedBatch;
  let before = firstHash(returned);
  for (const [index, entry] of returned.entries.entries()) {
    before = nextHash(before, entry);
    if (before === entry.hash) continue;
    const what = `Answer ${index + 1} of ${returned.entries.length} does not fit the chain of hashes: it, or one before it, was changed after it was given.`;
    throw refused(file, `entries.${index}.hash`, what, 'Ask the annotator to save and send the file again.');
  }
  return returned;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function refused(file: string, field: string, what: string, mend: string): AppError {
  return new AppError('IMPORT_REFUSED', `${path.basename(file)}: ${what} Nothing was merged.`, {
    file,
    field,
    mend,
  });
}
