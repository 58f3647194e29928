import type { BatchOut } from '../../../shared/contract/index.ts';
import type { Api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { downloadFile } from '../results/download-file.ts';

type Request = Parameters<Api['batch']['out']>[0];

/**
 * Hands a batch out to a file: on the desktop where the system's dialog says, else as a download.
 *
 * @returns null when the dialog was dismissed; nothing was handed out then
 */
export async function keepBatch({ batch }: Pick<Api, 'batch'>, request: Request): Promise<BatchOut | null> {
  if (isDesktop()) {
    const suggested = request.shape === 'page' ? 'batch.html' : 'batch.assay-batch';
    const path = await askShell({ ask: 'file', purpose: 'save-file', suggested });
    return typeof path === 'string' ? batch.out({ ...request, path }) : null;
  }
  const file = await batch.out(request);
  downloadFile({ fileName: file.fileName, mediaType: file.mediaType, content: file.content ?? '' });
  return file;
}
