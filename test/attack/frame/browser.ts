import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../../build/find-browser.ts';

/** A browser that asks nobody by itself, until all tries are over. */
export async function openBrowser(later: (undo: () => unknown) => void): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  const args = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const browser = await chromium.launch({
    executablePath: findBrowser()!,
    args: [...args, ...(isRoot ? ['--no-sandbox'] : [])],
  });
  later(() => browser.close());
  return browser;
}
