import path from 'node:path';
import { z } from 'zod';
import { chainLink, chainStart } from '../../../shared/answer-chain.ts';
import { LabelAnswerSchema } from '../../../shared/contract/label.ts';
import { AppError } from '../../../shared/errors.ts';
import { parsedJson } from '../../platform/files/parse-json.ts';
import { sha256 } from '../../platform/signing/sha256.ts';
import {
  type Signature,
  SignatureSchema,
  type Signer,
  verifySignature,
} from '../../platform/signing/signature.ts';
import { IssuedBatchSchema } from '../../studies/annotators/issued-batch.ts';
import { isAsSigned } from './batch-file.ts';

const EntrySchema = z.object({
  ref: z.string(),
  answer: LabelAnswerSchema,
  durationMs: z.number().int().nonnegative(),
  at: z.iso.datetime(),
  hash: z.string().length(64),
});
export type ReturnedEntry = z.infer<typeof EntrySchema>;

const shape = {
  assay: z.literal('returned-batch'),
  batchId: z.string(),
  /** Of the content that the annotator had before them. */
  contentSha256: z.string(),
  /** Whose answers they are, as the batch was handed out or as they said. */
  annotator: z.string().trim().min(1).max(400),
  /** Tells two copies of one batch apart. */
  copyId: z.string().min(8).max(40),
  entries: z.array(EntrySchema),
};

/** What comes back of a batch: every answer in the order given, each chained to the one before by its hash. */
const ReturnedBatchSchema = z.discriminatedUnion('version', [
  z.object({ ...shape, version: z.literal(1) }),
  z.object({
    ...shape,
    version: z.literal(2),
    /** What was handed out, with the signature of who did; null when that was a batch of the first version. */
    issued: IssuedBatchSchema.nullable(),
    /** By the key of the Assay in which the answers were given; null from a page, which has none. */
    signature: SignatureSchema.nullable(),
  }),
]);
type AnyReturnedBatch = z.infer<typeof ReturnedBatchSchema>;
/** The file as it is written now. */
export type ReturnedBatch = Extract<AnyReturnedBatch, { version: 2 }>;

const newestReturnedVersion = 2;

type Facts = Pick<ReturnedBatch, 'batchId' | 'contentSha256' | 'annotator' | 'copyId'>;

/** The hash that the first answer is chained to. */
export const firstHash = (facts: Facts): string => sha256(chainStart(facts));

export const nextHash = (before: string, entry: Omit<ReturnedEntry, 'hash'>): string =>
  sha256(chainLink(before, entry));

/** The hash at the end of the chain holds every answer. */
const signedText = (returned: Omit<ReturnedBatch, 'signature'>): string =>
  JSON.stringify([returned.entries.length, returned.entries.at(-1)?.hash ?? firstHash(returned)]);

export const signReturned = (signer: Signer, returned: Omit<ReturnedBatch, 'signature'>): Signature =>
  signer.sign('assay returned batch v1', signedText(returned));

/**
 * Reads a returned batch and checks its chain of hashes and its signatures, which shows any change that was not made with
 * care to hide it. One of the first version comes out as one that carries no signature.
 *
 * @throws AppError IMPORT_REFUSED naming the entry that is wrong
 */
export function readReturnedBatch(text: string, file: string): ReturnedBatch {
  const value = parsedJson(text);
  const version = (value as { assay?: unknown; version?: unknown } | undefined)?.version;
  const isReturned = (value as { assay?: unknown } | undefined)?.assay === 'returned-batch';
  if (isReturned && typeof version === 'number' && version > newestReturnedVersion) {
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
    const what = isReturned
      ? `What it says as "${field}" is not as the label page writes it.`
      : 'This is not a returned batch.';
    throw refused(file, field, what, 'Choose the file that the label page saved, as it was saved.');
  }
  const asRead = value as AnyReturnedBatch;
  const returned: ReturnedBatch =
    asRead.version === 1 ? { ...asRead, version: 2, issued: null, signature: null } : asRead;
  assertChained(returned, file);
  assertSigned(returned, file);
  return returned;
}

const sendAgain = 'Ask the annotator to save and send the file again.';

function assertChained(returned: ReturnedBatch, file: string): void {
  let before = firstHash(returned);
  for (const [index, entry] of returned.entries.entries()) {
    before = nextHash(before, entry);
    if (before === entry.hash) continue;
    const what = `Answer ${index + 1} of ${returned.entries.length} does not fit the chain of hashes. It, or one before it, was changed after it was given.`;
    throw refused(file, `entries.${index}.hash`, what, sendAgain);
  }
}

function assertSigned(returned: ReturnedBatch, file: string): void {
  const { issued, signature, batchId, contentSha256 } = returned;
  const isOfThisBatch = issued?.batchId === batchId && issued.contentSha256 === contentSha256;
  if (issued && !(isOfThisBatch && isAsSigned(issued))) {
    throw refused(file, 'issued', 'The signature of the batch does not fit the file.', sendAgain);
  }
  if (signature && !verifySignature('assay returned batch v1', signedText(returned), signature)) {
    const what = 'The signature on the answers does not fit them: they were changed after they were saved.';
    throw refused(file, 'signature', what, sendAgain);
  }
}

function refused(file: string, field: string, what: string, remedy: string): AppError {
  return new AppError('IMPORT_REFUSED', `${path.basename(file)}: ${what} Nothing was merged.`, {
    file,
    field,
    remedy,
  });
}
