import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, renameSync } from 'node:fs';
import { text } from './columns.ts';
import { statOf } from './file-identity.ts';
import { select } from './query.ts';
import type { ReadableDb } from './types.ts';

/**
 * Says which `-wal` builds on which state of a project file. Only checkpoints change the file itself, and the first
 * write after each one gives the file a new state, naming the one it builds on. So a file that a restored backup or a
 * sync client put in the place of another one is told from it, where SQLite would mix the pages of both: its checksums
 * tie a `-wal` to itself, not to a file.
 */
interface FileState {
  readonly base: string;
  readonly state: string;
}

/** A session of the project, and how many times it gave the file a state. */
const stateText = (session: string, count: number) => `${session}:${String(count).padStart(8, '0')}`;
const statePattern = /^[0-9a-f]{32}:[0-9]{8}$/;
const stateLength = 41;

/** As a migration writes it: not yet any file's own. */
export const firstState: string = stateText('0'.repeat(32), 0);

export const newSession = (): string => randomBytes(16).toString('hex');
export const sessionOf = (state: string): string => state.slice(0, 32);
export const countOf = (state: string): number => Number(state.slice(33));

const stateOfDb = select({ base: text, state: text }, 'FROM file_state WHERE id = 1');

export const readState = (db: ReadableDb): FileState | undefined => stateOfDb.get(db);

/** Gives the file its next state. `db` is the plain connection, outside any transaction. */
export function giveNextState(db: ReadableDb, session: string): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    const before = readState(db)?.state ?? firstState;
    const count = sessionOf(before) === session ? countOf(before) + 1 : 0;
    const put = 'INSERT OR REPLACE INTO file_state (id, base, state) VALUES (1, ?, ?)';
    db.prepare(put).run(before, stateText(session, count));
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** The page that holds the one row of `file_state`, read as bytes; null for any other page. */
export function stateOfPage(page: Buffer): FileState | null {
  if (page.length < 512) return null;
  const cellStart = page.readUInt16BE(5);
  const isLeafOfOneRow = page[0] === 0x0d && page.readUInt16BE(3) === 1 && page.readUInt16BE(8) === cellStart;
  if (!isLeafOfOneRow) return null;
  const textType = 13 + 2 * stateLength;
  const head = Buffer.from([4 + 2 * stateLength, 1, 4, 0, textType, textType]);
  if (!page.subarray(cellStart, cellStart + head.length).equals(head)) return null;
  const text = page.toString('latin1', cellStart + head.length, cellStart + head.length + 2 * stateLength);
  const [base, state] = [text.slice(0, stateLength), text.slice(stateLength)];
  return statePattern.test(base) && statePattern.test(state) ? { base, state } : null;
}

export const walOf = (file: string): string => `${file}-wal`;
export const walSize = (file: string): number => Number(statOf(walOf(file))?.size ?? 0);

/** Tells one round of a `-wal`, from one emptying to the next, from all others. */
export function roundOfWal(file: string): string {
  try {
    const fd = openSync(walOf(file), 'r');
    try {
      const salts = Buffer.alloc(8);
      return readSync(fd, salts, 0, 8, 16) === 8 ? salts.toString('hex') : '';
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
}

/** A state that a `-wal` gives the file, and where in the file it belongs. */
interface GivenState extends FileState {
  readonly offset: number;
  readonly pageSize: number;
}

/** States that a `-wal` gives the file, in order, as far as whole transactions reach. */
function statesInWal(wal: string): GivenState[] {
  const fd = openSync(wal, 'r');
  try {
    const header = Buffer.alloc(32);
    if (readSync(fd, header) < header.length || (header.readUInt32BE(0) & 0xfffffffe) !== 0x377f0682)
      return [];
    return statesOfFrames(fd, header);
  } finally {
    closeSync(fd);
  }
}

function statesOfFrames(fd: number, header: Buffer): GivenState[] {
  const pageSize = header.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65536) return [];
  const frame = Buffer.alloc(24 + pageSize);
  const committed: GivenState[] = [];
  let open: GivenState[] = [];
  for (let at = 32; readSync(fd, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    // Frames of an earlier round of the file carry other salts.
    if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) break;
    const state = stateOfPage(frame.subarray(24));
    if (state) open.push({ ...state, offset: (frame.readUInt32BE(0) - 1) * pageSize, pageSize });
    if (frame.readUInt32BE(4) === 0) continue;
    committed.push(...open);
    open = [];
  }
  return committed;
}

/** The state of the file alone, without its `-wal`; undefined where it has none. */
function stateOfFile(file: string, { offset, pageSize }: GivenState): string | undefined {
  const fd = openSync(file, 'r');
  try {
    // What lies beyond the end of the file stays 0, and that is no state.
    const page = Buffer.alloc(pageSize);
    readSync(fd, page, 0, pageSize, offset);
    return stateOfPage(page)?.state;
  } finally {
    closeSync(fd);
  }
}

/**
 * Puts a `-wal` aside, under a name that tells when, if it builds on another file than the one it lies beside. One that
 * names no state, as earlier versions of Assay wrote them, or begins with that of a migration is left to SQLite. The file must not be open.
 *
 * @returns where it lies now; null when there was nothing to put aside.
 */
export function setAsideStrangeWal(file: string, now: string): string | null {
  if (walSize(file) === 0) return null;
  const states = statesInWal(walOf(file));
  const [first] = states;
  if (!first || first.state === firstState) return null;
  const there = stateOfFile(file, first);
  const isOurs = there === first.base || states.some(({ state }) => state === there);
  return isOurs ? null : setAsideWal(file, now);
}

export function setAsideWal(file: string, now: string): string {
  const kept = keptWalName(file, now);
  renameSync(walOf(file), kept);
  return kept;
}

export const keptWalName = (file: string, now: string): string =>
  `${walOf(file)}.kept-${now.replaceAll(/[^0-9A-Za-z]/g, '')}-${randomBytes(3).toString('hex')}`;
