import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { writeWhole } from '../../core/platform/files/write-whole.ts';
import { isPrivate } from '../../core/platform/signing/key-file.ts';
import { AppError } from '../../shared/errors.ts';
import { type Certificate, selfSigned } from './self-signed.ts';

export const certificateFileIn = (dataDir: string): string => path.join(dataDir, 'annotators-door.pem');

/** So long before its end a certificate is made anew, so that it does not end in mid-work. */
const aheadMs = 7 * 86_400_000;

/**
 * The certificate that annotators may have met before: made once, kept with its key in a file that nobody else can read, and made
 * anew shortly before it ends, where it is not for all of these names, or where the file holds none.
 *
 * @param now in milliseconds since 1970
 * @throws AppError CONFLICT when others can read the file; FILE_UNREADABLE, DISK_FULL when it cannot be read or written
 */
export function keptCertificate(dataDir: string, names: readonly string[], now: number): Certificate {
  const file = certificateFileIn(dataDir);
  const kept = existsSync(file) ? readKept(file, names, now) : undefined;
  if (kept) return kept;
  const made = selfSigned(names, now);
  mkdirSync(dataDir, { recursive: true });
  writeWhole(`${made.key}${made.cert}`, { path: file, overwrite: true, mode: 0o600 });
  return made;
}

function readKept(file: string, names: readonly string[], now: number): Certificate | undefined {
  if (!isPrivate(file)) {
    throw new AppError(
      'CONFLICT',
      'Others can read or replace the key of the certificate, so it is not used.',
      {
        file,
        remedy: 'Remove the file to get a new certificate, and tell annotators its fingerprint.',
      },
    );
  }
  const text = readText(file);
  const at = text.indexOf('-----BEGIN CERTIFICATE-----');
  const [key, cert] = [text.slice(0, Math.max(0, at)), text.slice(Math.max(0, at))];
  try {
    const known = new X509Certificate(cert);
    const isFor = (name: string) => (isIP(name) ? known.checkIP(name) : known.checkHost(name)) !== undefined;
    const isGood =
      known.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(known.validFrom) <= now &&
      Date.parse(known.validTo) > now + aheadMs &&
      names.every(isFor);
    return isGood ? { key, cert, fingerprint: known.fingerprint256 } : undefined;
  } catch {
    // What is no certificate with its key is replaced by one.
    return undefined;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = (error as Error).message;
    throw new AppError(
      'FILE_UNREADABLE',
      `The certificate of the annotators' portal cannot be read: ${why}.`,
      { file, remedy: 'Make the file readable for you, or remove it.' },
      { cause: error },
    );
  }
}
