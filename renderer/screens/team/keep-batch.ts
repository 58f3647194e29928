import type { BatchOut } from '../../../shared/contract/index.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { downloadFile } from '../results/download-file.ts';

/**
 * Keeps a batch on its way out or back: on the desktop where the system's dialog says, else as a download.
 *
 * @param make writes the file to a path, or gives its content where there is none
 * @param suggested the name that the dialog begins with
 * @returns null when the dialog was dismissed; nothing was made then
 */
export async function keepBatch(
  make: (path: string | undefined) => Promise<BatchOut>,
  suggested: () => string | Promise<string>,
): Promise<BatchOut | null> {
  if (isDesktop()) {
    const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: await suggested() });
    return typeof path === 'string' ? make(path) : null;
  }
  const file = await make(undefined);
  downloadFile({ fileName: file.fileName, mediaType: file.mediaType, content: file.content ?? '' });
  return file;
}
