import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, describe as allOf, beforeAll, test as one } from 'vitest';
import { ensureDesktop } from '../../build/electron-bundle.ts';
import { findBrowser } from '../../build/find-browser.ts';
import { type Standin, type StandinOptions, startStandin } from '../electron-standin/start-standin.ts';
import type { Driver } from './driver/driver.ts';

/** What a window is needed for; without a browser to stand for the window it counts as skipped. */
export const test = one.skipIf(findBrowser() === undefined);
export const describe = allOf.skipIf(findBrowser() === undefined);

const root = path.join(import.meta.dirname, '..', '..');

declare global {
  var driver: Driver;
}

/** The built main, preload and engine with the driver as their page; gives the folder. */
export async function buildDriverApp(): Promise<string> {
  await ensureDesktop();
  const dir = path.join(root, 'out', `driver-${process.pid}`);
  for (const part of ['main', 'preload'])
    cpSync(path.join(root, 'out', part), path.join(dir, part), { recursive: true });
  await build({
    root: path.join(import.meta.dirname, 'driver'),
    configFile: false,
    base: './',
    logLevel: 'error',
    build: { outDir: path.join(dir, 'renderer'), emptyOutDir: true, target: 'esnext', minify: false },
  });
  return dir;
}

export interface Desk extends AsyncDisposable {
  readonly dataDir: string;
  readonly outDir: string;
  app: Standin;
  page: Page;
  /** Starts the app anew on the same data. */
  start(options?: Partial<StandinOptions>): Promise<void>;
}

/** The app on the stand-in with a data folder of its own. */
export async function openDesk(outDir: string, options: Partial<StandinOptions> = {}): Promise<Desk> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-desk-'));
  const desk: Desk = {
    dataDir,
    outDir,
    app: null as never,
    page: null as never,
    async start(more = {}) {
      desk.app = await startStandin({ dataDir, outDir, ...options, ...more });
      desk.page = await desk.app.page();
      await desk.page.waitForFunction(() => 'driver' in globalThis);
    },
    async [Symbol.asyncDispose]() {
      await desk.app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await desk.start();
  return desk;
}

/** Opens a desk before the tests of a file or a group and closes it after them. */
export function openDeskFirst(take: (desk: Desk) => void): void {
  let outDir: string | undefined;
  let desk: Desk | undefined;
  beforeAll(async () => {
    outDir = await buildDriverApp();
    desk = await openDesk(outDir);
    take(desk);
  }, 60_000);
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
    if (outDir) rmSync(outDir, { recursive: true, force: true });
  });
}
