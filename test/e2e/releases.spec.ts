import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bare as test } from './fixtures.ts';
import { inHosts, launchLoopback } from './launchers/loopback.ts';
import type { makeReleases } from './make-releases.ts';
import { collectPageErrors } from './page-errors.ts';

test('a series of two releases is begun, continued, labeled and read', async ({ page }) => {
  const errors = collectPageErrors(page);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-releases-'));
  const file = path.join(import.meta.dirname, 'make-releases.ts');
  await inHosts<typeof makeReleases>(file, 'makeReleases', dataDir);
  const app = await launchLoopback(dataDir);
  await page.goto(app.url);
  await page
    .getByRole('button', { name: /releases/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Releases', exact: true }).click();
  await page.getByRole('combobox', { name: 'What follows' }).selectOption('windows');
  await expect(page.getByRole('button', { name: 'Begin the watch' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Drop that matters' }).fill('0.5');
  await expectAccessible(page, 'begin a watch');
  await page.getByRole('combobox', { name: 'What follows' }).selectOption('releases');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chat');
  await page.getByRole('button', { name: 'Begin the series' }).click();
  await expect(page.getByRole('combobox', { name: 'Next release' })).toHaveText('v2, in v2');
  await page.getByRole('button', { name: 'Add the release' }).click();
  const row = page.getByRole('row', { name: /v2/ });
  await expect(row.getByRole('cell').nth(2)).toHaveText('0');
  await expect(row.getByRole('cell').nth(3)).toHaveText('12');
  await expect(page.getByText('People were asked for 24 labels in these releases; 12 more')).toBeVisible();
  await expect(page.getByText('Nothing can be said of the difference yet')).toBeVisible();
  await expect(page.getByRole('img', { name: /of each release: / })).toBeVisible();
  await expectAccessible(page, 'releases');
  const kept = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the report' }).click();
  expect((await kept).suggestedFilename()).toBe('Chat.html');
  await expect(row.getByRole('link', { name: 'v2' })).toHaveAttribute('href', '#/studies/2/results');
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(errors, 'errors in the console of the page').toEqual([]);
});

test('a series shows each failure mode from release to release', async ({ page }) => {
  const errors = collectPageErrors(page);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-releases-'));
  const file = path.join(import.meta.dirname, 'make-releases.ts');
  await inHosts<typeof makeReleases>(file, 'makeReleases', dataDir, true);
  const app = await launchLoopback(dataDir);
  await page.goto(app.url);
  await page
    .getByRole('button', { name: /releases/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Releases', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Chat');
  await page.getByRole('button', { name: 'Begin the series' }).click();
  await page.getByRole('button', { name: 'Add the release' }).click();
  const rows = page.getByRole('row', { name: /^Gets a number wrong/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('25');
  await expect(rows.first()).toContainText('exact');
  await expect(rows.last()).toContainText('not decided');
  await expectAccessible(page, 'releases with failures');
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
  expect(errors, 'errors in the console of the page').toEqual([]);
});
