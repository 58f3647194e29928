import { expect } from 'vitest';
import { soon } from './soon.ts';
import { type Desk, describe, openDesk, openDeskFirst, test } from './support.ts';

let desk: Desk;
openDeskFirst((opened) => {
  desk = opened;
});

const recorded = async (what: string) =>
  (await desk.app.order('record')).filter((entry) => entry.what === what);
const address = 'https://assay.app.standin/index.html';

test('the window is sandboxed, isolated and without Node', async () => {
  const [window] = await recorded('window');
  const { webPreferences } = window!.options as { webPreferences: Record<string, unknown> };
  expect(webPreferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    devTools: true,
  });
  expect(await recorded('enableSandbox')).toHaveLength(1);
});

test('the page finds no Node, no Electron and no channel, only the mark of the desktop', async () => {
  const found = await desk.page.evaluate(() => ({
    names: ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
      (name) => name in window,
    ),
    mark: window.assayDesktop,
  }));
  expect(found).toEqual({ names: [], mark: { platform: 'linux' } });
});

test('navigation away is refused', async () => {
  const refused = desk.page.waitForEvent('requestfailed', (failed) => failed.isNavigationRequest());
  await desk.page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  expect((await refused).url()).toBe('https://example.com/');
  expect(desk.page.url()).toBe(address);
  expect(await desk.page.evaluate(() => 'driver' in globalThis)).toBe(true);
});

test('no second window opens; https asks first and goes to the browser, the rest goes nowhere', async () => {
  const open = (url: string) => desk.page.evaluate((target) => void window.open(target), url);
  await open('https://example.com/refused');
  await soon(async () => (await recorded('dialog')).length).toBe(1);
  expect(await recorded('openExternal')).toEqual([]);
  await desk.app.order('answerDialog', { response: 0 });
  await open('https://example.com/agreed');
  await soon(() => recorded('openExternal')).toEqual([
    { what: 'openExternal', url: 'https://example.com/agreed' },
  ]);
  for (const url of ['http://example.com/', 'file:///etc/passwd', 'javascript:alert(1)']) {
    expect(await desk.page.evaluate((link) => driver.askShell({ ask: 'open-link', url: link }), url)).toBe(
      false,
    );
  }
  expect(await recorded('openExternal')).toHaveLength(1);
});

test.each(['notifications', 'media', 'geolocation', 'usb', 'clipboard-read'])(
  '%s is denied',
  async (name) => {
    expect(await desk.app.order('permission', name)).toEqual({ request: false, check: false, device: false });
  },
);

describe('only the page of the app gets ports', () => {
  test.each([
    ['another page', { url: 'https://example.com/' }],
    ['a page that looks alike', { url: 'app://assay.example.com/' }],
    ['a frame inside the page', { url: 'app://assay/index.html', isSubframe: true }],
    ['other contents', { url: 'app://assay/index.html', isForeign: true }],
  ])('%s gets none', async (_name, forged) => {
    expect(await desk.app.order('forgeConnect', forged)).toBe(0);
  });
});

test('what is not a known request gets no answer', async () => {
  const settled = await desk.page.evaluate(async () => {
    const unknown = driver.askShell({ ask: 'run', command: 'ls' } as never).then(() => 'answered');
    // Asked later, and answered.
    await driver.askShell({ ask: 'open-link', url: 'http://example.com/' });
    return Promise.race([unknown, Promise.resolve('silence')]);
  });
  expect(settled).toBe('silence');
});

describe('app://', () => {
  test('gives the page with a policy and a new nonce each time', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 3; i++) {
      const { status, headers, text } = await desk.app.order('request', 'app://assay/');
      expect(status).toBe(200);
      expect(text).not.toContain('__NONCE__');
      const [, nonce] = /'nonce-([^']+)'/.exec(headers['content-security-policy']!)!;
      expect(text).toContain(nonce);
      nonces.add(nonce!);
    }
    expect(nonces.size).toBe(3);
  });

  test.each([
    'app://assay/../main/main.js',
    'app://assay/..%2fmain%2fmain.js',
    'app://assay/%2e%2e/main/main.js',
    'app://assay/..%5cmain%5cmain.js',
    'app://assay/assets/%00.js',
    'app://assay/assets',
    'app://assay//etc/passwd',
    'app://assay/%zz',
  ])('%s is not there', async (url) => {
    expect((await desk.app.order('request', url)).status).toBe(404);
  });

  test('another host or method is refused', async () => {
    expect((await desk.app.order('request', 'app://other/index.html')).status).toBe(403);
    expect((await desk.app.order('request', 'app://assay/index.html', 'POST')).status).toBe(403);
  });
});

test('developer tools are off in a packaged app', async () => {
  await using packaged = await openDesk(desk.outDir, { env: { STANDIN_PACKAGED: '1' } });
  const [window] = (await packaged.app.order('record')).filter(({ what }) => what === 'window');
  expect(window!.options).toMatchObject({ webPreferences: { devTools: false } });
  expect((await packaged.app.order('menu')).map(({ role }) => role)).not.toContain('toggleDevTools');
});
