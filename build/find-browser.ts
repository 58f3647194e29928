import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installedBrowser } from '../host/print/print-with-browser.ts';

/** What to do when there is no browser, in one line. */
export const noBrowser =
  "No Chromium-family browser was found. Run 'npm run setup:browser', or set ASSAY_BROWSER to one.";

/** Where Playwright would keep a browser of its own; there may be none. */
function playwrightsOwn(): string | undefined {
  try {
    const file = chromium.executablePath();
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** A Chromium-family browser of this machine: the one ASSAY_BROWSER names, else an installed one, else Playwright's. */
export const findBrowser = (): string | undefined =>
  installedBrowser() ?? (process.env.ASSAY_BROWSER ? undefined : playwrightsOwn());
