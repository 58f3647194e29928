import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { AppError } from '../../../shared/errors.ts';
import { keyFileIn, keyInFile } from './key-file.ts';
import { publicKeyPem, type Signer, signerWith } from './signature.ts';

/**
 * The key store of the system, where the door has one: gives the key that it keeps, and keeps the one it is handed when it
 * has none yet. Null where keys cannot be kept any better than in a file.
 */
export type KeepSigningKey = (made: string) => Promise<string | null>;

/** For a door without a key store. */
export const noKeyStore: KeepSigningKey = async () => null;

/** The key pair of this person on this machine, made when it is first needed. It is in no project, log or export. */
export class SigningKey {
  readonly #dataDir: string;
  readonly #keep: KeepSigningKey;
  #signer: Promise<Signer> | null = null;

  constructor(dataDir: string, keep: KeepSigningKey) {
    this.#dataDir = dataDir;
    this.#keep = keep;
  }

  /** @throws AppError CONFLICT or FILE_UNREADABLE when the key cannot be used */
  signer(): Promise<Signer> {
    this.#signer ??= this.#read().catch((error: unknown) => {
      this.#signer = null;
      throw error;
    });
    return this.#signer;
  }

  async #read(): Promise<Signer> {
    // A key that the command line has made is also the desktop's, so that one person signs with one key.
    const inFile = () => keyInFile(this.#dataDir, newKey);
    const pem = (await this.#keep(existsSync(keyFileIn(this.#dataDir)) ? inFile() : newKey())) ?? inFile();
    try {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyType === 'ed25519') return signerWith(key);
    } catch {
      // Said below: what stands in a broken key must not reach a message.
    }
    throw new AppError('CONFLICT', 'The stored signing key is not an Ed25519 private key.', {
      remedy: 'Remove it to get a new key.',
    });
  }
}

/** The public half, as pages and the command line hand it on. */
export async function publicKeyOf(
  key: SigningKey,
): Promise<Record<'publicKey' | 'fingerprint' | 'pem', string>> {
  const { publicKey, fingerprint } = await key.signer();
  return { publicKey, fingerprint, pem: publicKeyPem(publicKey) };
}

const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
