import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { launchLoopback } from './launchers/loopback.ts';
import { goTo, labelByKeyboard, openSample } from './steps.ts';

/** Presses a button that saves a file, and returns where it lies. */
async function savedFile(page: Page, app: RunningApp, button: string, name: string): Promise<string> {
  const file = path.join(app.dataDir, name);
  if (app.door === 'desktop') {
    await app.answerFile(file);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText(file)).toBeVisible();
    return file;
  }
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await downloading).saveAs(file);
  return file;
}

async function merge(page: Page, file: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a returned file…' }).click();
  await (await choosing).setFiles(file);
}

test('a batch goes to another machine as a file, and its labels come back into the live estimate', async ({
  page,
  app,
  browser,
}) => {
  await openSample(page);
  await goTo(page, '/team/1/hand-out');
  await page.getByRole('textbox', { name: 'How many' }).fill('4');
  await page.getByRole('radio', { name: /A file for Assay/ }).click();
  await expectAccessible(page, 'handing out');
  const batch = await savedFile(page, app, 'Hand out', 'out.assay-batch');
  await expect(page.getByRole('cell', { name: '1 to 4' })).toBeVisible();

  const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'assay-elsewhere-'));
  const away = await launchLoopback(elsewhere);
  if (away.door !== 'loopback') throw new Error('served');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const theirs = await context.newPage();
  let labels: string;
  try {
    await theirs.goto(away.url);
    await theirs.getByRole('button', { name: 'Open project' }).first().click();
    await theirs.getByRole('textbox', { name: 'Folder' }).fill(path.dirname(batch));
    await theirs.getByRole('textbox', { name: 'Folder' }).press('Enter');
    await theirs.getByRole('button', { name: /out\.assay-batch/ }).click();
    await expect(theirs.getByRole('heading', { name: 'A batch of 4 items to label' })).toBeVisible();
    await expectAccessible(theirs, 'a handed-out batch');
    await theirs.getByRole('textbox', { name: 'Your name' }).fill('Ana');
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByRole('link', { name: 'Results' })).toHaveCount(0);
    await labelByKeyboard(theirs, ['4', '2', '5', '3'], 4);
    await expect(theirs.getByRole('heading', { name: 'All done' })).toBeVisible();
    const downloading = theirs.waitForEvent('download');
    await theirs.getByRole('main').getByRole('button', { name: 'Save the labels' }).click();
    labels = path.join(app.dataDir, 'ana.assay-labels');
    await (await downloading).saveAs(labels);
  } finally {
    await context.close();
    await away.close();
    rmSync(elsewhere, { recursive: true, force: true });
  }

  const altered = path.join(app.dataDir, 'altered.assay-labels');
  writeFileSync(altered, readFileSync(labels, 'utf8').replace('"value": 4', '"value": 5'));
  await merge(page, altered);
  await expect(page.getByText(/altered\.assay-labels: Answer 1 of 4 does not fit the chain/)).toBeVisible();

  await merge(page, labels);
  await expect(page.getByText('4 answers of Ana added')).toBeVisible();
  await expect(page.getByText(/The estimate of .* was .* and is .* from 4 labels\./)).toBeVisible();
  await expect(page.getByRole('cell', { name: /Ana: 4 answers/ })).toBeVisible();
  await merge(page, labels);
  await expect(page.getByText('Nothing new from Ana')).toBeVisible();
});
