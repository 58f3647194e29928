import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { goTo, makeProject } from './steps.ts';

/** Makes a project and leads a table to the preview, by upload or by the system's dialogs. */
async function preview(page: Page, app: RunningApp, rows: readonly string[]): Promise<void> {
  const table = path.join(app.dataDir, 'support.csv');
  writeFileSync(table, ['id,question,response_alpha,human_helpful', ...rows].join('\n'));
  await makeProject(page, app, 'Support');
  await goTo(page, '/data/import');
  await page.getByRole('heading', { name: 'Import data' }).waitFor();
  if (app.door === 'loopback') await page.locator('main input[type=file]').setInputFiles(table);
  else {
    await app.answerFile(table);
    await page.getByRole('button', { name: 'Choose a file…' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Import support.csv' })).toBeVisible();
}

test('a table is chosen, previewed and imported', { tag: '@shell' }, async ({ page, app }) => {
  await preview(page, app, ['1,"What, then?",That.,4', '2,Who?,Me.,2', '3,When?,Now.,5']);
  await expect(page.getByRole('combobox', { name: 'What response_alpha holds' })).toHaveValue(/response/i);
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into support' })).toBeVisible();
  await page.getByRole('link', { name: 'Data' }).click();
  await expect(page.getByText('support').first()).toBeVisible();
});

test('a table with a fault is refused with its line, and nothing is stored', { tag: '@shell' }, async ({
  page,
  app,
}) => {
  await preview(page, app, ['1,What?,That.,4', '2,Who?,Me.,"very good"']);
  await expect(
    page
      .getByText(/line 3/i)
      .or(page.getByRole('cell', { name: '3', exact: true }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/very good/).first()).toBeVisible();
});
