import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { launchElectron } from './launchers/electron.ts';
import type { Launcher, RunningApp } from './launchers/launcher.ts';
import { launchLoopback } from './launchers/loopback.ts';
import { launchStandin } from './launchers/standin.ts';
import { collectPageErrors } from './page-errors.ts';

export { expect };

const launchers = { loopback: launchLoopback, standin: launchStandin, electron: launchElectron } as const;

export interface LaunchOptions {
  /** How the app under test is run; each project of the configuration has one. */
  launcher: keyof typeof launchers;
}

interface Fixtures extends LaunchOptions {
  app: RunningApp;
}

/** Each test has an app with its own data folder, and a page in which it is open; an error in the console fails it. */
export const test = base.extend<Fixtures>({
  launcher: ['loopback', { option: true }],
  app: async ({ launcher }, use) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-e2e-'));
    const launch: Launcher = launchers[launcher];
    const app = await launch(dataDir);
    await use(app);
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
  page: async ({ page: tab, app, colorScheme, viewport }, use) => {
    const page = app.door === 'desktop' ? await windowOf(app) : tab;
    const errors = collectPageErrors(page);
    if (app.door === 'loopback') await page.goto(app.url);
    else {
      await page.emulateMedia({ colorScheme });
      if (viewport) await page.setViewportSize(viewport);
    }
    await use(page);
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
});

/** The page of a desktop window. Its type comes from another entry of the same library. */
const windowOf = async (app: Extract<RunningApp, { door: 'desktop' }>) => (await app.window()) as Page;
