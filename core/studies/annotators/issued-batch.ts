import { z } from 'zod';
import { longestName, nameProblem } from '../../../shared/person-name.ts';
import { SignatureSchema } from '../../platform/signing/signature.ts';

const NamedSchema = z
  .string()
  .max(4 * longestName)
  .refine((name) => nameProblem(name) === null, 'this is not a name');

export const batchIdentity = {
  /** Also names a file, so it holds no sign with a meaning in paths. */
  batchId: z.string().regex(/^[\w-]{8,64}$/),
  contentSha256: z.string().length(64),
};

/** What says which batch it is, of which study and for whom, signed by who handed it out. It goes back with the answers. */
export const IssuedBatchSchema = z.object({
  ...batchIdentity,
  /** The study by the reference that the label screen has for its batch, which says nothing. */
  study: z.string().min(1).max(200),
  /** The one person whose answers these will be; null: who takes it says who they are. */
  annotator: NamedSchema.nullable(),
  handedOutAt: z.iso.datetime(),
  /** The newest link of the project's chain by then, sealed for the project alone; batches of earlier versions hold none. */
  chain: z.string().max(400).optional(),
  signature: SignatureSchema,
});
export type IssuedBatch = z.infer<typeof IssuedBatchSchema>;
