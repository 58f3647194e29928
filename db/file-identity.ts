import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** 'ASSY': tells our SQLite files from everybody else's. */
export const applicationId = 0x41535359;

/** Which file it is, whatever its names: device and inode, on Windows the volume and the file's index. */
export interface FileIdentity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export const isSameFile = (a: FileIdentity, b: FileIdentity): boolean => a.dev === b.dev && a.ino === b.ino;

/** Rights of what holds texts or labels: this person reads and writes it, no other account does. Windows has no such rights. */
export const ownerOnly = 0o600;

/** Makes an empty file for this person alone, which SQLite then writes into. @throws EEXIST when there is one */
export const makeOwn = (file: string): void => closeSync(openSync(file, 'wx', ownerOnly));

export const statOf = (file: string) => statSync(file, { bigint: true, throwIfNoEntry: false });

/** The file itself behind symbolic links and other spellings; of a file that is not there, in its real folder. */
export function realFile(file: string): string {
  const full = path.resolve(file);
  try {
    return realpathSync.native(full);
  } catch {
    const folder = path.dirname(full);
    return folder === full ? full : path.join(realFile(folder), path.basename(full));
  }
}

/** What the first bytes say. Must not be asked of a file that this process has open: closing it drops SQLite's locks. */
export function readHeader(file: string): { isSqlite: boolean; applicationId: number } {
  const fd = openSync(file, 'r');
  try {
    const start = Buffer.alloc(100);
    const length = fstatSync(fd).isFile() ? readSync(fd, start, 0, 100, 0) : 0;
    const isSqlite = length > 15 && start.toString('latin1', 0, 15) === 'SQLite format 3';
    return { isSqlite, applicationId: isSqlite ? start.readUInt32BE(68) : 0 };
  } finally {
    closeSync(fd);
  }
}
