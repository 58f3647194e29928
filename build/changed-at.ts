import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The latest change of a file, or of anything in a folder, in milliseconds; 0 where there is none. */
export function changedAt(file: string): number {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(stat.mtimeMs, ...readdirSync(file).map((name) => changedAt(path.join(file, name))));
}
