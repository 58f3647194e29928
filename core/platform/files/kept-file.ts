import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ownerOnly } from '../../../db/file-identity.ts';

/*
 * Shortcuts that lie in the data folder, each in a file with a seal. They are no evidence: without one the same comes out later. A file
 * that anybody changed, or whose seal was made of other facts, is as good as none.
 */

/** Files of one folder; of more, those that were written first go. */
const MOST_FILES = 100;

/** A file is no longer than this, in bytes. */
const MOST_BYTES = 2 ** 26;

const SEAL_BYTES = 32;

/** What a seal is made with. */
export interface KeptSeal {
  /** Secret of the project. */
  readonly key: string;
  /** What the file is, and all that its content rests on. */
  readonly facts: readonly (string | Uint8Array)[];
}

/** What lies in a file; undefined where there is none, or none whose seal holds. */
export function readKept(file: string, seal: KeptSeal): Buffer | undefined {
  try {
    if (statSync(file).size > MOST_BYTES) return undefined;
    const sealed = readFileSync(file);
    const [found, body] = [sealed.subarray(0, SEAL_BYTES), sealed.subarray(SEAL_BYTES)];
    if (found.length !== SEAL_BYTES) return undefined;
    return timingSafeEqual(found, sealOf(seal, body)) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a file whole, under a name of its own first. Where that fails, or the body is too long, there is none. */
export function writeKept(file: string, seal: KeptSeal, body: Uint8Array): void {
  if (SEAL_BYTES + body.length > MOST_BYTES) return;
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, Buffer.concat([sealOf(seal, body), body]), { flag: 'wx', mode: ownerOnly });
    renameSync(draft, file);
    removeOldest(folder);
  } catch (error) {
    rmSync(draft, { force: true });
    console.error(error);
  }
}

function sealOf({ key, facts }: KeptSeal, body: Uint8Array): Buffer {
  const hmac = createHmac('sha256', key);
  for (const fact of facts) hmac.update(fact);
  return hmac.update(body).digest();
}

function removeOldest(folder: string): void {
  const others = readdirSync(folder).map((name) => path.join(folder, name));
  if (others.length <= MOST_FILES) return;
  const ages = others.map((one) => ({ one, at: statSync(one).mtimeMs })).sort((a, b) => a.at - b.at);
  for (const { one } of ages.slice(0, others.length - MOST_FILES)) rmSync(one, { force: true });
}
