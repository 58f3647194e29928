import type { Api } from '../../api/client.ts';
import { askShell, isDesktop } from '../../api/desktop-door.ts';
import { downloadText } from './download-text.ts';
import type { ReportFormat } from './report-formats.ts';

/**
 * A file of the report to keep: on the desktop where the system's dialog says, else as a download.
 *
 * @returns the path where it was saved; null when the dialog was dismissed or the browser took it
 */
export async function keepReport(
  { report }: Pick<Api, 'report'>,
  studyId: number,
  format: ReportFormat,
): Promise<string | null> {
  const file = await report.render({ studyId, format });
  if (!isDesktop()) {
    downloadText(file);
    return null;
  }
  const path = await askShell({ ask: 'file', purpose: 'save-file', suggested: file.fileName });
  if (typeof path !== 'string') return null;
  // The dialog has asked about a file that is already there.
  return (await report.save({ studyId, format, path, overwrite: true })).path;
}
