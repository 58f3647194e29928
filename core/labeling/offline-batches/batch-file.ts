import { z } from 'zod';
import { PictureHash, StoredPictureSchema } from '../../../shared/contract/data.ts';
import { StudyFieldsSchema } from '../../../shared/contract/form.ts';
import { LabelBatchSchema, LabelItemSchema } from '../../../shared/contract/label.ts';
import { type Signer, verifySignature } from '../../platform/signing/signature.ts';
import { batchIdentity, type IssuedBatch, IssuedBatchSchema } from '../../studies/annotators/issued-batch.ts';

/** An item as it is handed out: what the label screen would show, and no word of anybody on it. */
const HandedItemSchema = LabelItemSchema.omit({
  current: true,
  version: true,
  draft: true,
  note: true,
  flagged: true,
});

/** What is asked of which items. It names no system, item id, file, score, surrogate or label. */
export const BatchContentSchema = LabelBatchSchema.pick({
  question: true,
  guidelines: true,
  form: true,
  sideBySide: true,
  failures: true,
}).extend({
  /** Further questions; batches from before there were any hold none. */
  fields: StudyFieldsSchema.default([]),
  items: z.array(HandedItemSchema).min(1),
  /** The pictures of their texts by the hash that these name, some of them smaller than in the project. */
  pictures: z.record(PictureHash, StoredPictureSchema).optional(),
});
export type BatchContent = z.infer<typeof BatchContentSchema>;

/** `BatchContent` as JSON text, so that its hash is that of these very letters. */
const content = z.string();
const FirstVersionSchema = z.object({
  assay: z.literal('batch'),
  version: z.literal(1),
  ...batchIdentity,
  content,
});
const SecondVersionSchema = z.object({
  assay: z.literal('batch'),
  version: z.literal([2, 3, 4]),
  ...IssuedBatchSchema.shape,
  content,
});

/** The file of a batch that is handed out; the first version knew no person and no signature, the second no link of the chain, the third no pictures. */
export const BatchFileSchema = z.discriminatedUnion('version', [FirstVersionSchema, SecondVersionSchema]);
export type AnyBatchFile = z.infer<typeof BatchFileSchema>;
/** The file as it is written now. */
export type BatchFile = z.infer<typeof SecondVersionSchema>;

export const newestBatchVersion = 4;

/** Which batch a file is; null for one of the first version. */
export function issuedOf(file: AnyBatchFile): IssuedBatch | null {
  if (file.version === 1) return null;
  const { assay: _, version: __, content: ___, ...issued } = file;
  return issued;
}

type Unsigned = Omit<IssuedBatch, 'signature'>;

const signedText = ({ batchId, contentSha256, study, annotator, handedOutAt, chain }: Unsigned): string => {
  const signed = [batchId, contentSha256, study, annotator, handedOutAt];
  return JSON.stringify(chain === undefined ? signed : [...signed, chain]);
};

export const signBatch = (signer: Signer, batch: Unsigned): IssuedBatch => ({
  ...batch,
  signature: signer.sign('assay batch v1', signedText(batch)),
});

/** Whether a batch is what the key that it names has signed. Whose key that is, is another question. */
export const isAsSigned = (batch: IssuedBatch): boolean =>
  verifySignature('assay batch v1', signedText(batch), batch.signature);
