import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expectAccessible } from './accessible.ts';
import { bare, expect, test } from './fixtures.ts';
import { launchLoopback } from './launchers/loopback.ts';
import { goTo, labelByKeyboard, openSample } from './steps.ts';

/** The sample lies in the application's folder; here somebody takes it away while it is open. */
const sampleIn = (dataDir: string) => path.join(dataDir, 'sample', 'Sample project.assay');

test('a project that is moved away says so on the label screen, and goes on in a new file', async ({
  page,
  app,
}) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2'], 30);
  renameSync(sampleIn(app.dataDir), path.join(app.dataDir, 'away.assay'));

  const banner = page.getByRole('alert').filter({ hasText: 'Save what I have as…' });
  await expect(banner).toContainText('moved or deleted while it was open');
  await expectAccessible(page, 'a project that was moved away');
  await page.keyboard.press('5');
  await expect(page.getByText('Not saved yet. Your answer (5) is kept here.')).toBeVisible();
  await banner.getByRole('button', { name: 'Save what I have as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save what I have' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Saved');
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(app.dataDir);
  await dialog.getByRole('textbox', { name: 'Folder' }).press('Enter');
  await dialog.getByRole('button', { name: 'Save Saved.assay here and go on' }).click();
  await expect(banner).toBeHidden();
  await expect(dialog).toBeHidden();
  expect(existsSync(path.join(app.dataDir, 'Saved.assay'))).toBe(true);
  await expect(page.getByRole('progressbar', { name: '2 of 30 done' })).toBeVisible();
  // The answer that could not be stored is still there.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar', { name: '3 of 30 done' })).toBeVisible();
});

test('a project that is deleted was copied: one press goes on in the copy', async ({ page, app }) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2'], 30);
  rmSync(sampleIn(app.dataDir));

  const banner = page.getByRole('alert').filter({ hasText: 'moved or deleted while it was open' });
  await banner.getByRole('button', { name: 'Go on in that copy' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('progressbar', { name: '2 of 30 done' })).toBeVisible();
  const kept = readdirSync(path.join(app.dataDir, 'sample')).filter((name) => name.includes('.kept-'));
  expect(kept.filter((name) => name.endsWith('.assay'))).toHaveLength(1);
});

bare(
  'an older copy in the place of a project says what is missing, until somebody accepts it',
  async ({ page, sampleDir }) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-e2e-'));
    const bring = () => cpSync(sampleDir, path.join(dataDir, 'sample'), { recursive: true });
    bring();
    const first = await launchLoopback(dataDir);
    await page.goto(first.url);
    await openSample(page);
    await goTo(page, '/studies/1/label');
    await labelByKeyboard(page, ['4', '2'], 30);
    await first.close();
    rmSync(path.join(dataDir, 'sample'), { recursive: true });
    bring();

    const again = await launchLoopback(dataDir);
    await page.goto(again.url);
    await openSample(page);
    await goTo(page, '/studies/1/results');
    const note = page.getByRole('alert').filter({ hasText: 'Something that was in this project is missing' });
    await expect(note).toContainText('2 acknowledged answers of Sample project.assay are missing');
    await expectAccessible(page, 'a project whose answers are missing');
    await note.getByRole('button', { name: 'Continue without what is missing' }).press('Enter');
    await expect(note.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await note.getByRole('button', { name: 'Accept the loss' }).press('Enter');
    await expect(note).toBeHidden();
    await again.close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
