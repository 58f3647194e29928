import type { BatchOut } from '../../../shared/contract/index.ts';
import type { Api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { downloadFile } from '../results/download-file.ts';

/**
 * The answers of a handed-out batch to keep: on the desktop where the system's dialog says, else as a download.
 *
 * @returns null when the dialog was dismissed
 */
export async function keepReturned(
  { batch }: Pick<Api, 'batch'>,
  annotatorId: number | undefined,
): Promise<BatchOut | null> {
  const file = await batch.giveBack({ annotatorId });
  if (isDesktop()) {
    const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: file.fileName });
    return typeof path === 'string' ? batch.giveBack({ path, annotatorId }) : null;
  }
  downloadFile({ fileName: file.fileName, mediaType: file.mediaType, content: file.content ?? '' });
  return file;
}
