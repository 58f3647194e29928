import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownerOnly } from '../../../db/file-identity.ts';
import { roomForTemporary, temporaryName } from './temporary.ts';

/** A text that was made of a file, in a file of its own. */
interface MadeText {
  readonly handle: number;
  readonly sizeBytes: number;
  /** Whether only its beginning was made. */
  readonly isCut: boolean;
}

/** Texts of more bytes are made again each time. */
export const mostKeptBytes = 64 * 1024 * 1024;
/** What the kept texts of a process may have of bytes together; the oldest go first. */
const mostTogether = 2 * mostKeptBytes;

/** One folder for all threads of this process. Those of killed processes are removed by their names. */
const keptFolder = (): string => path.join(os.tmpdir(), `${temporaryName('unpacked')}shared`);
const inFolder = (name: string) => path.join(keptFolder(), name);

/**
 * Makes a text of a file, or opens the one that was made of it before: look, preview and import read the same file in turn.
 * Whole texts of at most 64 MB are kept. A file is the same as long as its path, identity, size and times are.
 *
 * @param choices what else the text depends on
 * @param make returns null for a file of which no text is made
 */
export function textOnce<T extends MadeText>(
  file: { readonly path: string; readonly handle: number },
  choices: readonly (string | undefined)[],
  make: () => T | null,
): T | null {
  const name = keptName(file, choices);
  const kept = openKept<T>(name);
  if (kept) return kept;
  const made = make();
  if (made && !made.isCut && made.sizeBytes <= mostKeptBytes) keep(name, made);
  return made;
}

/** Removes the texts of a file; without one, those of all. */
export function forgetTexts(file?: string): void {
  if (file === undefined) removeQuietly(keptFolder());
  else removeNames((name) => name.startsWith(placeOf(file)));
}

interface KeptName {
  /** How the names of all that was made of the file at one path begin. */
  readonly place: string;
  /** How those of the file as it is now begin. */
  readonly state: string;
  /** The name of this text, without its ending. */
  readonly whole: string;
}

const hashOf = (...values: readonly (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);

const placeOf = (file: string) => `${hashOf(path.resolve(file))}-`;

function keptName(
  { path: file, handle }: { path: string; handle: number },
  choices: readonly (string | undefined)[],
): KeptName {
  const { dev, ino, size, mtimeNs, ctimeNs } = fstatSync(handle, { bigint: true });
  const place = placeOf(file);
  const state = `${place}${hashOf(...[dev, ino, size, mtimeNs, ctimeNs].map(String))}-`;
  return { place, state, whole: `${state}${hashOf(...choices.map((one) => one ?? null))}` };
}

function openKept<T extends MadeText>({ whole }: KeptName): T | null {
  if (!isOurs()) return null;
  let handle: number | undefined;
  try {
    handle = openSync(inFolder(`${whole}.text`), 'r');
    const facts = JSON.parse(readFileSync(inFolder(`${whole}.json`), 'utf8')) as Omit<T, 'handle'>;
    if (fstatSync(handle).size === facts.sizeBytes) return { ...facts, handle } as T;
  } catch {
    // It was not kept, or another thread has just removed it.
  }
  if (handle !== undefined) closeSync(handle);
  return null;
}

/** Keeps a text for those who read the file next. Where that cannot be done, they make it again. */
function keep({ place, state, whole }: KeptName, { handle, ...facts }: MadeText): void {
  if (facts.sizeBytes > roomForTemporary()) return;
  const draft = inFolder(`${randomUUID()}.draft`);
  try {
    mkdirSync(keptFolder(), { mode: 0o700, recursive: true });
    if (!isOurs()) return;
    // What the file was before it changed is of no more use.
    removeNames((name) => name.startsWith(place) && !name.startsWith(state));
    makeRoom(facts.sizeBytes);
    copyText(handle, draft);
    renameSync(draft, inFolder(`${whole}.text`));
    writeFileSync(draft, JSON.stringify(facts), { mode: ownerOnly, flag: 'wx' });
    renameSync(draft, inFolder(`${whole}.json`));
  } catch {
    removeQuietly(draft);
    removeQuietly(inFolder(`${whole}.text`));
  }
}

/** Anybody may make a folder of a foreseeable name among temporary files: only one that no other account can use is. */
function isOurs(): boolean {
  const found = lstatSync(keptFolder(), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  return process.getuid === undefined || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** Removes the oldest until there is room for so many bytes more. */
function makeRoom(bytes: number): void {
  const kept = namesInFolder().flatMap((name) => {
    const stats = statSync(inFolder(name), { throwIfNoEntry: false });
    return stats ? [{ name, size: stats.size, since: stats.mtimeMs }] : [];
  });
  let total = kept.reduce((sum, { size }) => sum + size, bytes);
  for (const { name, size } of kept.toSorted((a, b) => a.since - b.since)) {
    if (total <= mostTogether) return;
    removeQuietly(inFolder(name));
    total -= size;
  }
}

function copyText(from: number, to: string): void {
  const handle = openSync(to, 'wx', ownerOnly);
  try {
    const piece = Buffer.allocUnsafe(1024 * 1024);
    for (let at = 0, read = 0; ; at += read) {
      read = readSync(from, piece, 0, piece.length, at);
      if (read === 0) return;
      for (let done = 0; done < read; ) done += writeSync(handle, piece, done, read - done);
    }
  } finally {
    closeSync(handle);
  }
}

function removeNames(isMeant: (name: string) => boolean): void {
  if (isOurs()) for (const name of namesInFolder()) if (isMeant(name)) removeQuietly(inFolder(name));
}

function namesInFolder(): string[] {
  try {
    return readdirSync(keptFolder());
  } catch {
    return [];
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { recursive: true, force: true });
  } catch {
    // What cannot be removed now goes at the next start.
  }
}
