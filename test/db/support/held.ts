import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';

const descriptors = '/proc/self/fd';
const locks = '/proc/locks';

/** Linux alone tells what a process holds. */
export const tellsWhatIsHeld: boolean = existsSync(descriptors) && existsSync(locks);

/** The files of a folder that this process has open, each as often as it has. */
export const openIn = (folder: string): string[] =>
  readdirSync(descriptors)
    .flatMap((fd) => {
      try {
        return readlinkSync(path.join(descriptors, fd));
      } catch {
        // That of the listing itself is closed by now.
        return [];
      }
    })
    .filter((file) => file.startsWith(`${folder}${path.sep}`))
    .map((file) => path.basename(file).replace(/ \(deleted\)$/, ''))
    .sort();

/** Locks that this process holds on a file. */
export function locksOn(file: string): number {
  const inode = String(statSync(file).ino);
  const fields = readFileSync(locks, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  return fields.filter((of) => of[4] === String(process.pid) && of[5]?.split(':').at(-1) === inode).length;
}
