import path from 'node:path';
import { app, BrowserWindow, dialog, session, shell } from 'electron';
import { pageOrigin } from '../pages.ts';
import type { EngineProcess } from './engine-process.ts';

const tooOftenMs = 2_000;

/** The one window: sandboxed, isolated, without Node, where it was last time, and loaded again when its page dies. */
export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    name: 'main',
    windowStatePersistence: true,
    width: 1280,
    height: 860,
    minWidth: 480,
    minHeight: 360,
    title: 'Assay',
    webPreferences: {
      preload: path.join(import.meta.dirname, '../preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: !app.isPackaged,
    },
  });
  let diedAt = 0;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const pauseMs = Date.now() - diedAt < tooOftenMs ? tooOftenMs : 0;
    diedAt = Date.now();
    const reload = () => !window.isDestroyed() && window.webContents.reload();
    if (reason !== 'clean-exit') setTimeout(reload, pauseMs);
  });
  // The page's own warning about running work is for browsers; here the quit guard asks.
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
  window.on('page-title-updated', (event) => event.preventDefault());
  void window.loadURL(`${pageOrigin}/index.html`);
  return window;
}

/** Whatever a page tries: it stays where it is, opens nothing, and is granted nothing. */
export function harden(): void {
  app.on('web-contents-created', (_event, contents) => {
    const refuse = (event: { preventDefault(): void }) => event.preventDefault();
    contents.on('will-navigate', refuse).on('will-redirect', refuse).on('will-attach-webview', refuse);
    contents.setWindowOpenHandler(({ url }) => {
      void openLink(url);
      return { action: 'deny' };
    });
  });
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
}

/** Opens an https address in the browser once the person has seen it and agreed; gives whether it did. */
export async function openLink(url: string): Promise<boolean> {
  const address = URL.parse(url);
  if (address?.protocol !== 'https:') return false;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Open this address in your browser?',
    detail: address.href,
    buttons: ['Open', 'Cancel'],
    cancelId: 1,
  });
  if (response === 0) await shell.openExternal(address.href);
  return response === 0;
}

/** Asks before running work is lost, and lets the engine close the project before anything ends. */
export function guardQuit(window: BrowserWindow, engine: EngineProcess): void {
  let state: 'running' | 'leaving' | 'left' = 'running';
  const leave = async () => {
    state = 'leaving';
    const mayLeave = engine.status.runningJobs.length === 0 || (await confirmStop(window, engine));
    if (mayLeave) await engine.close();
    state = mayLeave ? 'left' : 'running';
    if (mayLeave) app.quit();
  };
  app.on('before-quit', (event) => {
    if (state !== 'left') event.preventDefault();
    if (state === 'running') void leave();
  });
  window.on('close', (event) => {
    if (state !== 'left') event.preventDefault();
    if (state === 'running') app.quit();
  });
}

async function confirmStop(window: BrowserWindow, { status }: EngineProcess): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `Work is still running: ${status.runningJobs.join(', ')}.`,
    detail:
      'If you quit now it stops. An import is undone as a whole; what came from a model is kept, and can go on later. Labels are not touched.',
    buttons: ['Keep running', 'Stop and quit'],
    cancelId: 0,
  });
  return response === 1;
}
