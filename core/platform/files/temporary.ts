import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Process numbers of two machines, or of a container and its host, mean different processes: names tell them apart. */
const here = createHash('sha256').update(os.hostname()).digest('hex').slice(0, 8);
const ours = /^assay-[a-z]{1,20}-([0-9a-f]{8})-(\d{1,10})-[A-Za-z0-9]{6}$/;

/** How a folder of this process alone is called, but for six letters or digits that follow. */
export const temporaryName = (what: string): string => `assay-${what}-${here}-${process.pid}-`;

/** Makes a folder for this process alone. What a killed process leaves behind goes at the next start. */
export const temporaryFolder = (what: string): string =>
  mkdtempSync(path.join(os.tmpdir(), temporaryName(what)));

/** Removes such a folder with all that is in it. */
export const removeTemporary = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Half of what is free on the disk for temporary files, in bytes. */
export function roomForTemporary(): number {
  try {
    const { bavail, bsize } = statfsSync(os.tmpdir());
    return (bavail * bsize) / 2;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Whose a folder with a short name is stands in this file inside. */
const ownerFile = 'assay-owner';
const short = /^assay-[a-z]{1,20}-[A-Za-z0-9]{6}$/;

/** The same with a name as short as can be, for a program that puts a socket into it: the path of one may have 107 bytes in all. */
export function shortTemporaryFolder(what: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), `assay-${what}-`));
  writeFileSync(path.join(folder, ownerFile), `${here}-${process.pid}`, { mode: 0o600 });
  return folder;
}

/** The machine and the process of a folder, by its name or by what lies in it; null where it is none of ours. */
function ownerOf(folder: string): RegExpExecArray | null {
  const name = path.basename(folder);
  const named = ours.exec(name);
  if (named || !short.test(name)) return named;
  try {
    const file = path.join(folder, ownerFile);
    return lstatSync(file).size < 100
      ? /^([0-9a-f]{8})-(\d{1,10})$/.exec(readFileSync(file, 'latin1'))
      : null;
  } catch {
    return null;
  }
}

/** Removes the folders of processes that are gone, by default the temporary ones: by their names, of this account, and no link. */
export function removeLeftFolders(folder = os.tmpdir()): void {
  for (const name of namesIn(folder)) {
    const left = path.join(folder, name);
    const [, host, pid] = ownerOf(left) ?? [];
    if (host !== here || isAlive(Number(pid))) continue;
    try {
      const found = lstatSync(left);
      const isOwn = process.getuid === undefined || found.uid === process.getuid();
      if (found.isDirectory() && isOwn) rmSync(left, { recursive: true, force: true });
    } catch {
      // Another process was faster, or it cannot be removed; then it stays for the next start.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
