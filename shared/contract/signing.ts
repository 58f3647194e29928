import { z } from 'zod';
import { Nothing, procedure } from './base.ts';

/** The public half of the key pair that signs reports, label files and handed-out batches. */
const SigningKeySchema = z.object({
  /** The one line of the key in a PEM file; reports carry it like this. */
  publicKey: z.string(),
  /** For people to compare, by telephone say. */
  fingerprint: z.string(),
  /** The key as a file for others. */
  pem: z.string(),
});

export const signingContract = {
  /** This person's key on this machine; made at the first call. */
  key: procedure.input(Nothing).output(SigningKeySchema),
};
