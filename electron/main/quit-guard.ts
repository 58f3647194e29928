import { app, type BrowserWindow, dialog } from 'electron';
import type { EngineProcess } from './engine-process.ts';

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
