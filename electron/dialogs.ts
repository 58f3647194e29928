import { type BrowserWindow, dialog } from 'electron';
import { dataEndings } from '../shared/import-formats.ts';
import type { FilePurpose } from './shell-messages.ts';

const projects = { name: 'Assay projects', extensions: ['assay'] };
const openable = { name: 'Assay projects and batches', extensions: ['assay', 'assay-batch'] };
const data = { name: 'Data', extensions: [...dataEndings] };
const all = { name: 'All files', extensions: ['*'] };

/** The system's dialog for a file to open or to save; null when it was dismissed. */
export async function askFile(window: BrowserWindow, purpose: FilePurpose, suggested = '') {
  if (purpose === 'open-project' || purpose === 'import') {
    const filters = [purpose === 'import' ? data : openable, all];
    const { filePaths } = await dialog.showOpenDialog(window, { filters, properties: ['openFile'] });
    return filePaths[0] ?? null;
  }
  const filters = [purpose === 'save-file' ? all : projects];
  const { filePath } = await dialog.showSaveDialog(window, { defaultPath: suggested, filters });
  return filePath || null;
}
