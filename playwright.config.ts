import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser, noBrowser } from './build/find-browser.ts';
import type { LaunchOptions } from './test/e2e/fixtures.ts';
import { findElectron } from './test/e2e/launchers/electron.ts';

// What the specs start loads its modules compiled, as `npm test` and the app do.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules', '.cache', 'assay-compiled');

const executablePath = findBrowser();
// Without a browser the specs can be listed, to tell how many were not run.
if (!executablePath && !process.argv.includes('--list')) throw new Error(noBrowser);

// Chromium refuses its sandbox to root; the rest keeps the browser from calling anybody.
const isRoot = process.getuid?.() === 0;
const args = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// The same specs, once for each way to run the app that this machine has; ASSAY_LAUNCHER names a single one.
const launchers = (['loopback', 'standin', 'electron'] as const).filter((name) => {
  const { ASSAY_LAUNCHER: only } = process.env;
  return only ? name === only : name !== 'electron' || findElectron() !== undefined;
});

/**
 * Tests of what the shell can change: its window, menu, dialogs and keychain, calls and events over its ports. The stand-in
 * runs the page in the same browser as the loopback host, so the other tests would only say the same twice.
 */
const ofTheShell = /@shell/;

export default defineConfig<LaunchOptions>({
  testDir: 'test/e2e',
  outputDir: 'out/test/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  fullyParallel: true,
  // One more than the processors of a small machine: tests that wait for an answer or a frame leave theirs idle.
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  projects: launchers.map((launcher) => ({
    name: launcher,
    use: { launcher },
    ...(launcher === 'standin' && { grep: ofTheShell }),
  })),
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: { ...(executablePath && { executablePath }), args },
    screenshot: 'only-on-failure',
    // A trace of every test takes a third of the time again: `--trace retain-on-failure` asks for those of what fails.
    trace: 'off',
  },
});
