import path from 'node:path';
import { applicationId, isSameFile, readHeader, realFile, statOf } from '../../../db/file-identity.ts';
import { openPlaces } from '../../../db/open-places.ts';
import { AppError } from '../../../shared/errors.ts';

const companion = /-(?:wal|shm|lock|journal)$/i;
const projectEnding = '.assay';

/**
 * The path that a file may be written to, with symbolic links followed, or a refusal: no flag lets any writer replace a
 * project, what SQLite and Assay keep beside one, or a project that is open. All writers of files ask here.
 *
 * @throws AppError CONFLICT, FILE_EXISTS
 */
export function assertReplaceable(target: string): string {
  const file = realFile(target);
  const there = statOf(file);
  if (there && !there.isFile()) {
    throw new AppError('FILE_EXISTS', `${file} is a folder or a device, not a file.`, {
      file,
      mend: 'Choose the name of a file.',
    });
  }
  // First, for reading the header of a project that is open here would drop its locks.
  if (isPartOfOpenProject(file)) throw refused(file, 'belongs to the project that is open');
  if (isBesideProject(file)) throw refused(file, 'belongs to a project: its unsaved changes or its lock');
  const kind = there ? kindOf(file) : 'other';
  if (kind === 'unreadable') throw refused(file, 'cannot be read, so it may be a project');
  if (kind === 'project') throw refused(file, 'is an Assay project');
  if (there && statOf(`${file}-lock`)) throw refused(file, 'is open in Assay');
  return file;
}

const refused = (file: string, why: string) =>
  new AppError('CONFLICT', `${path.basename(file)} ${why}. It was not replaced.`, {
    file,
    mend: 'Choose another name.',
  });

function isPartOfOpenProject(file: string): boolean {
  const there = statOf(file);
  return [...openPlaces].some(({ file: project, dev, ino }) => {
    if (there && isSameFile(there, { dev, ino })) return true;
    return ['', '-wal', '-shm', '-lock', '-journal'].some((ending) => {
      if (file === project + ending) return true;
      const part = there && statOf(project + ending);
      return part !== undefined && isSameFile(part, there!);
    });
  });
}

function isBesideProject(file: string): boolean {
  const kept = file.lastIndexOf('.kept-');
  const names = kept > path.dirname(file).length ? [file, file.slice(0, kept)] : [file];
  return names.some((name) => {
    const owner = name.replace(companion, '');
    if (owner === name) return false;
    if (owner.toLowerCase().endsWith(projectEnding)) return true;
    return statOf(owner)?.isFile() === true && kindOf(owner) === 'project';
  });
}

function kindOf(file: string): 'project' | 'unreadable' | 'other' {
  try {
    const { isSqlite, applicationId: id } = readHeader(file);
    const isProject = id === applicationId || (isSqlite && file.toLowerCase().endsWith(projectEnding));
    return isProject ? 'project' : 'other';
  } catch {
    return 'unreadable';
  }
}
