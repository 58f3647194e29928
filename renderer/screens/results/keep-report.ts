import type { ReportChoice } from '../../../shared/contract/index.ts';
import type { Api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { downloadFile } from './download-file.ts';

/**
 * A file of the report to keep: on the desktop where the system's dialog says, else as a download.
 *
 * @returns the path where it was saved; null when the dialog was dismissed or the browser took it
 */
export async function keepReport(
  { report }: Pick<Api, 'report'>,
  choice: ReportChoice,
): Promise<string | null> {
  if (!isDesktop()) {
    downloadFile(await report.render(choice));
    return null;
  }
  const { fileName } = await report.name(choice);
  const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: fileName });
  if (typeof path !== 'string') return null;
  // The dialog has asked about a file that is already there.
  return (await report.save({ ...choice, path, overwrite: true })).path;
}
