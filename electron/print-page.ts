import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BrowserWindow } from 'electron';
import { temporaryFolder } from '../core/platform/files/temporary.ts';
import type { PrintOrder, ToEngine } from './engine-messages.ts';

/**
 * Prints a page that the engine has made, in a hidden window of its own without scripts, without Node and without a
 * preload. The page's policy lets it load nothing; its rules set paper, margins and page numbers.
 */
export async function printPage({ print, html }: PrintOrder): Promise<ToEngine> {
  const folder = temporaryFolder('print');
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
      javascript: false,
    },
  });
  try {
    const file = path.join(folder, 'report.html');
    writeFileSync(file, html, { mode: 0o600 });
    await window.loadFile(file);
    const pdf = await window.webContents.printToPDF({
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return { printed: print, pdf };
  } catch (error) {
    return { printed: print, failed: (error as Error).message };
  } finally {
    window.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}
