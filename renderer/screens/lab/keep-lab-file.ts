import type { labFormats } from '../../../shared/contract/index.ts';
import type { Api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { downloadFile } from '../results/download-file.ts';

/**
 * A back-test as a file to keep: on the desktop where the system's dialog says, else as a download.
 *
 * @returns the path where it was saved; null when the dialog was dismissed or the browser took it
 */
export async function keepLabFile(
  { lab }: Pick<Api, 'lab'>,
  runId: number,
  format: (typeof labFormats)[number],
): Promise<string | null> {
  const file = await lab.render({ runId, format });
  if (!isDesktop()) {
    downloadFile(file);
    return null;
  }
  const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: file.fileName });
  return typeof path === 'string' ? (await lab.save({ runId, format, path, overwrite: true })).path : null;
}
