import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { findBrowser, noBrowser } from '../../build/find-browser.ts';
import { until } from '../support/until.ts';

let context: BrowserContext | null = null;
let address = '';

/** The one browser whose pages are the windows. */
export function chromiumContext(): BrowserContext {
  if (!context) throw new Error('A window was opened before app was ready');
  return context;
}

/** Where a test may take part in the browser (Chrome DevTools protocol). */
export const debugAddress = () => address;

export async function openChromium(): Promise<void> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error(noBrowser);
  const profile = mkdtempSync(path.join(os.tmpdir(), 'assay-standin-'));
  process.on('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
  context = await chromium.launchPersistentContext(profile, {
    executablePath,
    viewport: null,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--enable-blink-features=MessagePortCloseEvent',
      '--remote-debugging-port=0',
      '--window-size=1280,860',
    ],
  });
  const file = path.join(profile, 'DevToolsActivePort');
  await until(() => existsSync(file));
  const [port] = readFileSync(file, 'utf8').split('\n');
  address = `http://127.0.0.1:${port}`;
}

export const closeChromium = async (): Promise<void> => context?.close();
