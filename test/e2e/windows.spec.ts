import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { goTo, openSample } from './steps.ts';

test.slow();

/** Another window of the same browser, at the same project. */
async function secondWindow(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url().split('#')[0]!);
  return other;
}

/** Opens the first item of the sample study, whatever was answered. */
async function openFirst(page: Page): Promise<void> {
  await goTo(page, '/studies/1/label');
  await expect(page.getByText('Item 1 of 30', { exact: true })).toBeVisible();
}

test('two windows of one annotator on one item: the second is asked which answer holds', async ({ page }) => {
  await openSample(page);
  const other = await secondWindow(page);
  await openFirst(page);
  await openFirst(other);
  await page.keyboard.press('2');
  await expect(page.getByRole('progressbar', { name: '1 of 30 done' })).toBeVisible();
  await other.bringToFront();
  await other.keyboard.press('5');
  const note = other.getByRole('alert').filter({ hasText: 'Your other window said: 2' });
  await expect(note).toBeVisible();
  await expectAccessible(other, 'an answer of two windows');
  await expect(note.getByRole('button', { name: 'Keep 2' })).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await expect(other.getByText('Item 1 of 30', { exact: true })).toBeVisible();
  await expect(other.getByText(/2/).first()).toBeVisible();

  // The same on the second item, where the new answer is taken.
  await page.bringToFront();
  await expect(page.getByText('Item 2 of 30', { exact: true })).toBeVisible();
  await other.reload();
  await goTo(other, '/studies/1/label');
  await expect(other.getByText('Item 2 of 30', { exact: true })).toBeVisible();
  await page.keyboard.press('2');
  await expect(page.getByRole('progressbar', { name: '2 of 30 done' })).toBeVisible();
  await other.bringToFront();
  await other.keyboard.press('5');
  await expect(other.getByRole('button', { name: 'Keep 2' })).toBeFocused();
  await other.keyboard.press('Tab');
  await expect(other.getByRole('button', { name: 'Take 5' })).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(other.getByRole('button', { name: 'Take 5' })).toBeHidden();
  await expect(other.getByRole('progressbar', { name: '2 of 30 done' })).toBeVisible();
  await expect(other.getByText('Your other window said')).toHaveCount(0);
});

test('two windows edit the question of a study: theirs can be loaded, or one’s own saved', async ({
  page,
}, info) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSample(page);
  const other = await secondWindow(page);
  await other.setViewportSize({ width: 1280, height: 800 });
  const question = (one: Page) => one.getByRole('textbox', { name: 'Question shown with each item' });
  for (const one of [page, other]) {
    await goTo(one, '/studies/1/setup');
    await expect(question(one)).toBeVisible();
  }
  await question(page).fill('Is this reply helpful?');
  await question(other).fill('Would you send this reply?');
  await page.getByRole('button', { name: 'Save wording' }).click();
  await expect(page.getByRole('button', { name: 'Save wording' })).toHaveAccessibleDescription(
    'Nothing changed.',
  );
  await other.bringToFront();
  await other.getByRole('button', { name: 'Save wording' }).click();
  const note = other.getByRole('alert').filter({ hasText: 'Somebody changed this meanwhile' });
  await expect(note).toContainText('Is this reply helpful?');
  await expect(note).toContainText('Would you send this reply?');
  await expectAccessible(other, 'a study of two windows');
  for (const colorScheme of ['light', 'dark'] as const) {
    await other.emulateMedia({ colorScheme });
    await other.screenshot({ path: info.outputPath(`conflict-${colorScheme}.png`) });
  }
  await expect(note.getByRole('button', { name: 'Load theirs' })).toBeFocused();
  await other.keyboard.press('Enter');
  await expect(question(other)).toHaveValue('Is this reply helpful?');
  await expect(note).toBeHidden();

  await question(page).fill('Is it true?');
  await question(other).fill('Is it kind?');
  await page.getByRole('button', { name: 'Save wording' }).click();
  await expect(page.getByRole('button', { name: 'Save wording' })).toHaveAccessibleDescription(
    'Nothing changed.',
  );
  await other.getByRole('button', { name: 'Save wording' }).click();
  await expect(note).toContainText('Is it true?');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await expect(question(page)).toBeVisible();
  await page.reload();
  await goTo(page, '/studies/1/setup');
  await expect(question(page)).toHaveValue('Is it kind?');
});
