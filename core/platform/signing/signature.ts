import { createHash, createPublicKey, type KeyObject, sign as signBytes, verify } from 'node:crypto';
import { z } from 'zod';

/** What a signature is for. It begins what is signed, so that a signature on one thing never passes for one on another. */
export type SignedPurpose =
  | 'assay report v1'
  | 'assay labels v1'
  | 'assay batch v1'
  | 'assay returned batch v1';

/** A signature as files carry it: both in base64, the public key as in the lines of a PEM file. */
export const SignatureSchema = z.object({ publicKey: z.string().max(100), signature: z.string().max(100) });
export type Signature = z.infer<typeof SignatureSchema>;

/** Somebody who can sign. */
export interface Signer {
  readonly publicKey: string;
  readonly fingerprint: string;
  sign(purpose: SignedPurpose, bytes: string | Uint8Array): Signature;
}

export function signerWith(privateKey: KeyObject): Signer {
  const publicKey = publicKeyText(createPublicKey(privateKey));
  return {
    publicKey,
    fingerprint: fingerprintOf(publicKey),
    sign: (purpose, bytes) => ({
      publicKey,
      signature: signBytes(null, signedBytes(purpose, bytes), privateKey).toString('base64'),
    }),
  };
}

/** Whether the signature is that of its own public key on these bytes, for this purpose. Never throws. */
export function verifySignature(
  purpose: SignedPurpose,
  bytes: string | Uint8Array,
  { publicKey, signature }: Signature,
): boolean {
  const key = publicKeyOf(publicKey);
  const given = fromBase64(signature);
  return key !== null && given !== null && verify(null, signedBytes(purpose, bytes), key, given);
}

/** The first 80 bits of the key's SHA-256, for people to compare: "1f2e-3d4c-...". */
export function fingerprintOf(publicKey: string): string {
  const hash = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return hash.slice(0, 20).replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** The key as a PEM file, which other programs read as well. */
export const publicKeyPem = (publicKey: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${publicKey}\n-----END PUBLIC KEY-----\n`;

/** A public key out of what somebody handed over: a PEM file or its one line. Null when it is no Ed25519 public key. */
export function readPublicKey(text: string): string | null {
  const line = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----|\s/g, '');
  return publicKeyOf(line) === null ? null : line;
}

const publicKeyText = (key: KeyObject): string =>
  key.export({ type: 'spki', format: 'der' }).toString('base64');

function publicKeyOf(text: string): KeyObject | null {
  const der = fromBase64(text);
  if (der === null) return null;
  try {
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    // One key has one spelling, so that comparing letters compares keys.
    return key.asymmetricKeyType === 'ed25519' && publicKeyText(key) === text ? key : null;
  } catch {
    return null;
  }
}

/** Null for letters that are not the one base64 spelling of their bytes. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

const signedBytes = (purpose: SignedPurpose, bytes: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${purpose}\n`), typeof bytes === 'string' ? Buffer.from(bytes) : bytes]);
