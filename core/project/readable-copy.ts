import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { canBeWritten, copyBytes } from '../../db/copy.ts';
import { realFile } from '../../db/file-identity.ts';
import { openProject } from '../../db/open.ts';
import { removeTemporary, temporaryFolder } from '../platform/files/temporary.ts';
import { factsName } from './folder/folder-facts.ts';

/** A project in a temporary folder, to be read in the place of one that no file can be written beside. */
export interface ReadableCopy extends Disposable {
  readonly file: string;
}

/** Whether a path is a folder of plain files that a project was exported to. */
export const isPlainFolder = (given: string): boolean =>
  statSync(given, { throwIfNoEntry: false })?.isDirectory() === true &&
  existsSync(path.join(given, factsName));

/** Whether a project can be read only as a copy: a folder of plain files, or a file that cannot be written. */
export const needsCopy = (given: string): boolean =>
  isPlainFolder(given) ||
  (statSync(given, { throwIfNoEntry: false })?.isFile() === true && !canBeWritten(realFile(given)));

/** Makes a file in a temporary folder, which goes with it. */
export async function temporaryProject(
  name: string,
  make: (file: string) => void | Promise<void>,
): Promise<ReadableCopy> {
  const folder = temporaryFolder('snapshot');
  try {
    const file = path.join(folder, name);
    await make(file);
    return { file, [Symbol.dispose]: () => removeTemporary(folder) };
  } catch (error) {
    removeTemporary(folder);
    throw error;
  }
}

/**
 * A copy of a project for which `needsCopy`, in the format of this version.
 *
 * @throws AppError IMPORT_REFUSED of a folder that was changed, and what `openProject` throws
 */
export function readableCopy(given: string, now: string): Promise<ReadableCopy> {
  const name = isPlainFolder(given) ? `${path.basename(path.resolve(given))}.assay` : path.basename(given);
  return temporaryProject(name, async (file) => {
    if (isPlainFolder(given)) {
      const { projectFromFolder } = await import('./folder/read-folder.ts');
      projectFromFolder(path.resolve(given), file);
    } else copyBytes(realFile(given), file);
    openProject(file, now).close();
  });
}
