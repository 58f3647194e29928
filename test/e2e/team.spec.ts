import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { goTo, openSample } from './steps.ts';

async function addAnnotator(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New annotator' }).fill(name);
  await page.getByRole('textbox', { name: 'New annotator' }).press('Enter');
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
}

/** Chooses who labels by the name that is always shown. */
async function becomes(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^labeling: /i }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is labeling?' });
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

async function rate(page: Page, key: string, done: number, of: number): Promise<void> {
  await expect(page.getByRole('group', { name: 'Rating' })).toBeVisible();
  await page.keyboard.press(key);
  await expect(page.getByRole('progressbar', { name: `${done} of ${of} done` })).toBeVisible();
}

test.slow();

test('three annotators share a batch, two to each item', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team');
  await expect(page.getByRole('navigation', { name: 'Parts of Team' })).toBeVisible();
  for (const name of ['Ada Lovelace', 'Ben', 'Cas']) {
    await addAnnotator(page, name);
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByRole('textbox', { name: 'Annotators per item' }).fill('2');
  await page.getByRole('radio', { name: 'Majority' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ada Lovelace: 0 of 20 done' })).toBeAttached();
  await expectAccessible(page, 'Team, members');

  await goTo(page, '/studies/1/label');
  await expect(page.getByRole('heading', { name: 'Who is labeling?' })).toBeVisible();
  await expectAccessible(page, 'Who is labeling?');
  await page.getByRole('group', { name: 'Annotators' }).getByRole('button', { name: 'Ada Lovelace' }).click();
  await rate(page, '4', 1, 20);
  await rate(page, '2', 2, 20);
  await expectAccessible(page, 'Label with its annotator');
  await becomes(page, 'Ben');
  await rate(page, '4', 1, 20);
  await goTo(page, '/studies/1/team');
  await expect(page.getByRole('button', { name: /^Labeling: Ben\b/ })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ada Lovelace: 2 of 20 done' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ben: 1 of 20 done' })).toBeVisible();
});
