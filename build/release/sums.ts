import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const sumsName = 'SHA256SUMS';
export const signatureName = `${sumsName}.sig`;
/** What the signature is for, so that it counts for nothing else; `ssh-keygen -Y verify -n` asks for it. */
export const namespace = 'assay-release';

/** Names of the files of a release in their order, without sums and signature. */
export const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => statSync(path.join(folder, name)).isFile() && !name.startsWith(sumsName))
    .sort();

/** Writes the SHA-256 sum of every file of the folder, in the form that `sha256sum --check` reads; gives the file. */
export function writeSums(folder: string): string {
  const file = path.join(folder, sumsName);
  const sumOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  writeFileSync(
    file,
    filesOf(folder)
      .map((name) => `${sumOf(name)}  ${name}\n`)
      .join(''),
  );
  return file;
}

/**
 * Signs the sums, and so every file, by an SSH key; writes the signature beside them.
 *
 * @param key file of the private key, as `ssh-keygen -t ed25519` makes it
 * @throws Error where the key cannot be used
 */
export function signSums(sums: string, key: string): void {
  try {
    execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', namespace, sums], {
      stdio: ['inherit', 'ignore', 'pipe'],
    });
  } catch (error) {
    const { stderr, message } = error as { stderr?: Buffer; message: string };
    throw new Error(`The sums could not be signed by ${key}: ${stderr?.toString().trim() || message}`);
  }
}
