import path from 'node:path';
import { app, type BrowserWindow, dialog, Menu, nativeTheme, protocol } from 'electron';
import { dataEndings } from '../../shared/import-formats.ts';
import type { EngineStatus } from '../engine-messages.ts';
import { type Choose, menuTemplate } from '../menu-template.ts';
import { servePages } from '../pages.ts';
import type { FilePurpose, ShellRequest } from '../shell-messages.ts';
import { runEngine } from './engine-process.ts';
import { openPageLine } from './page-line.ts';
import { secretStore } from './secrets.ts';
import { lookForUpdates } from './updates.ts';
import { guardQuit, harden, openLink, openWindow } from './window.ts';

declare const __ASSAY_VERSION__: string;

/** Puts the parts together: one window, one engine, and the lines between them. */
export function startShell(dataDir: string) {
  harden();
  protocol.handle('app', servePages(path.join(import.meta.dirname, '../renderer')));
  const secrets = secretStore(path.join(app.getPath('userData'), 'secrets.json'));
  const window = openWindow();
  const engine = runEngine({
    keys: secrets.reveal,
    keepSigningKey: secrets.keepSigningKey,
    env: engineEnv(dataDir),
    onStatus: showStatus,
    onGone: () => page.engineGone(),
    onBack: () => page.engineBack(),
  });
  const page = openPageLine(window.webContents, engine.connect, answer);
  showStatus(engine.status);
  guardQuit(window, engine);

  async function answer(request: ShellRequest): Promise<unknown> {
    if (request.ask === 'file') return askFile(window, request.purpose, request.suggested);
    if (request.ask === 'open-link') return openLink(request.url);
    if (request.ask === 'set-secret') return secrets.set(request.name, request.value).then(engine.sendKeys);
    if (request.ask === 'copy-secret') {
      secrets.copy(request.from, request.to);
      return engine.sendKeys();
    }
    if (request.ask === 'forget-secret') {
      secrets.forget(request.name);
      return engine.sendKeys();
    }
    if (request.ask === 'secrets') return secrets.describe();
    nativeTheme.themeSource = request.scheme === 'auto' ? 'system' : request.scheme;
    return null;
  }
  function showStatus(status: EngineStatus): void {
    const { project } = status;
    nameWindow(window, project);
    const choose: Choose = async (purpose) => {
      const suggested = purpose === 'save-copy' ? `${project?.name} copy.assay` : 'Untitled.assay';
      const file = await askFile(window, purpose, suggested);
      if (Array.isArray(file)) page.command({ do: 'import', paths: file });
      else if (file !== null && purpose !== 'import') page.command({ do: purpose, path: file });
    };
    const template = menuTemplate(status, app.isPackaged, page.command, choose, () => void lookForUpdates());
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }
  return {
    /** Comes to the front, with a file if there is one. */
    show(file?: string): void {
      if (window.isMinimized()) window.restore();
      window.focus();
      const isOpened = file && /\.assay(-batch)?$/i.test(file);
      if (file) page.command(isOpened ? { do: 'open-project', path: file } : { do: 'import', paths: [file] });
    },
  };
}

const engineEnv = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ASSAY_DATA_DIR: dataDir,
  ASSAY_VERSION: __ASSAY_VERSION__,
  // Where a data folder was chosen, what is made without asking lies in it.
  ...(process.env.ASSAY_DATA_DIR === undefined && {
    ASSAY_PROJECTS_DIR: path.join(app.getPath('documents'), 'Assay'),
  }),
});

/** Says on the window, and to the system, which project is open. */
function nameWindow(window: BrowserWindow, project: EngineStatus['project']): void {
  window.setTitle(project ? `${project.name} – Assay` : 'Assay');
  window.setRepresentedFilename(project?.path ?? '');
  if (project) app.addRecentDocument(project.path);
}

const projects = { name: 'Assay projects', extensions: ['assay'] };
const openable = { name: 'Assay projects and batches', extensions: ['assay', 'assay-batch'] };
const data = { name: 'Data', extensions: [...dataEndings] };
const all = { name: 'All files', extensions: ['*'] };

/** The system's dialog for a file to open or to save, or for those to import; null when it was dismissed. */
async function askFile(
  window: BrowserWindow,
  purpose: FilePurpose,
  suggested = '',
): Promise<string | string[] | null> {
  if (purpose === 'import') {
    const { filePaths } = await dialog.showOpenDialog(window, {
      filters: [data, all],
      properties: ['openFile', 'multiSelections'],
    });
    return filePaths.length > 0 ? filePaths : null;
  }
  if (purpose === 'open-project') {
    const filters = [openable, all];
    const { filePaths } = await dialog.showOpenDialog(window, { filters, properties: ['openFile'] });
    return filePaths[0] ?? null;
  }
  const filters = [purpose === 'save-file' ? all : projects];
  const { filePath } = await dialog.showSaveDialog(window, { defaultPath: suggested, filters });
  return filePath || null;
}
