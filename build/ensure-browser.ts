import { existsSync } from 'node:fs';
import { findBrowser } from './find-browser.ts';
import { runCommand } from './run-command.ts';

const isDebianRoot = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** Debian's browser without windows, which needs a third less of the processor; where there is none, the whole one. */
async function installFromDebian(): Promise<boolean> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = async (...args: string[]) => (await runCommand('apt-get', args, env)) === 0;
  if (!(await aptGet('update', '-qq'))) return false;
  const install = (name: string) => aptGet('install', '-y', '-qq', '--no-install-recommends', name);
  return (await install('chromium-headless-shell')) || (await install('chromium'));
}

const installPlaywrights = async () => (await runCommand('playwright', ['install', 'chromium'])) === 0;

/** A build server has no use for windows: beside Debian's browser that has them it gets the one without. */
async function lighterForTests(found: string): Promise<string> {
  const isHeavy = found === '/usr/bin/chromium' && !process.env.ASSAY_BROWSER && process.env.CI === 'true';
  return isHeavy && isDebianRoot() && (await installFromDebian()) ? (findBrowser() ?? found) : found;
}

/** Finds a browser, installing one if there is none: Debian's package for root there, Playwright's own elsewhere. */
export async function ensureBrowser(): Promise<string | undefined> {
  const found = findBrowser();
  if (found) return lighterForTests(found);
  if (isDebianRoot() && (await installFromDebian())) return findBrowser();
  await installPlaywrights();
  return findBrowser();
}
