import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** Writes a file whole or not at all. @throws AppError FILE_EXISTS, FILE_UNREADABLE, DISK_FULL */
export function writeWhole(
  content: string | Uint8Array,
  to: { path: string; overwrite: boolean },
): { path: string; sizeBytes: number } {
  const target = path.resolve(to.path);
  if (existsSync(target) && !to.overwrite) {
    throw new AppError('FILE_EXISTS', `There is already a file named ${path.basename(target)}.`, {
      file: target,
      mend: 'Choose another name, or allow it to be replaced.',
    });
  }
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content);
    renameSync(draft, target);
  } catch (error) {
    throw new AppError(
      (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'DISK_FULL' : 'FILE_UNREADABLE',
      `${target} cannot be written.`,
      { file: target, mend: 'Choose another folder.' },
      { cause: error },
    );
  }
  return { path: target, sizeBytes: statSync(target).size };
}
