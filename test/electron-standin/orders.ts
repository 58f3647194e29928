import { app } from './app.ts';
import { windows } from './browser-window.ts';
import { chromiumContext, debugAddress } from './chromium.ts';
import { menuItems, pressMenu } from './menu.ts';
import { record } from './record.ts';
import { StandinEvent } from './strict.ts';
import { dialogAnswers, fetchAnswers, ipcMain, nativeTheme, permissions, schemes } from './system-parts.ts';
import { children } from './utility-process.ts';

const contents = () => windows[0]!.webContents;

/** What a test may have the stand-in do or tell. */
const orders = {
  debugAddress: () => debugAddress(),
  record: () => record,
  menu: () => menuItems(),
  pressMenu,
  answerDialog: (answer: unknown) => void dialogAnswers.push(answer),
  answerFetch: (answer: unknown) => void fetchAnswers.push(answer),
  enginePid: () => children[0]?.pid ?? null,
  themeSource: () => nativeTheme.themeSource,
  closeWindow: () => void windows[0]!.close(),
  quit: () => app.quit(),
  openFile(file: string) {
    const event = new StandinEvent();
    app.emit('open-file', event, file);
    return event.defaultPrevented;
  },
  async pagePid() {
    const browser = await chromiumContext().browser()!.newBrowserCDPSession();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    await browser.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  },
  async request(url: string, method = 'GET') {
    const response = await schemes.get('app')!(new Request(url, { method }));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  },
  /** What the handlers of main say to a page that asks for a permission. */
  permission(name: string) {
    let granted: unknown;
    permissions.request?.(contents(), name, (answer: unknown) => {
      granted = answer;
    });
    return {
      request: granted,
      check: permissions.check?.(contents(), name),
      device: permissions.device?.({}),
    };
  },
  /** A connect message that claims to come from another frame or page. */
  forgeConnect({ url, isSubframe = false, isForeign = false }: Record<string, string | boolean>) {
    let handed = 0;
    const sender = isForeign ? { postMessage: () => handed++ } : contents();
    const original = contents().postMessage;
    contents().postMessage = () => void handed++;
    const senderFrame = { url, parent: isSubframe ? {} : null };
    ipcMain.emit('connect', Object.assign(new StandinEvent(), { sender, senderFrame }));
    contents().postMessage = original;
    return handed;
  },
  /** Drops a file of this machine onto the middle of the window. */
  async drop(file: string) {
    const name = file.split('/').at(-1)!;
    await contents().inPreload(`__standinFiles[${JSON.stringify(name)}] = ${JSON.stringify(file)}`);
    const data = { items: [], files: [file], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'])
      await contents().send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  },
};
export type Orders = typeof orders;

interface Order {
  id: number;
  name: keyof Orders;
  args: unknown[];
}

/** Takes orders from the process that started this one. */
export function takeOrders(): void {
  process.on('message', async ({ id, name, args }: Order) => {
    try {
      const value = await (orders[name] as (...given: unknown[]) => unknown)(...args);
      process.send?.({ id, ok: true, value });
    } catch (error) {
      process.send?.({ id, ok: false, message: (error as Error).message });
    }
  });
  // Chromium and the engine end with main, as Electron's processes do.
  process.once('disconnect', () => process.exit(0));
}
