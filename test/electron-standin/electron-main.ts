/** The module `electron` as main imports it. An import of anything else does not link. */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { Menu } from './menu.ts';
export { MessageChannelMain } from './port.ts';
export {
  dialog,
  ipcMain,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  session,
  shell,
} from './system-parts.ts';
export { utilityProcess } from './utility-process.ts';
