import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { collectPageErrors } from './page-errors.ts';
import { goTo, labelByKeyboard, openSample } from './steps.ts';

/** Says in a dialog or on the screen who labels: somebody new to the project. */
async function sayWho(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^(Someone else|Name)$/ });
  await field.fill(name);
  await field.press('Enter');
  await expect(page.getByRole('button', { name: `Labeling: ${name}` })).toBeVisible();
}

async function rate(page: Page, key: string, done: number): Promise<void> {
  await expect(page.getByRole('group', { name: 'Rating' })).toBeVisible();
  await page.keyboard.press(key);
  await expect(page.getByRole('progressbar', { name: `${done} of 30 done` })).toBeVisible();
}

test('two windows of two people each store under their own name', async ({ page, app }) => {
  test.skip(app.runsIn === 'desktop', 'the desktop has one window');
  test.slow();
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await page.getByRole('button', { name: /^labeling: /i }).click();
  await sayWho(page, 'Ada');
  const other = await page.context().newPage();
  const errors = collectPageErrors(other);
  await other.goto(page.url().replace(/#.*$/, ''));
  await expect(other.getByRole('link', { name: 'Studies', exact: true })).toBeVisible();
  // Several people know the project by now, so a new window asks who sits before it.
  await goTo(other, '/studies/1/label');
  await expect(other.getByRole('heading', { name: 'Who is labeling?' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Ada', pressed: true })).toBeFocused();
  await sayWho(other, 'Ben');
  await rate(page, '1', 1);
  await rate(other, '5', 1);
  await rate(page, '2', 2);
  // Leaving the screen and coming back is no change of person either.
  await goTo(page, '/studies/1/results');
  await goTo(page, '/studies/1/label');
  await expect(page.getByRole('button', { name: 'Labeling: Ada' })).toBeVisible();
  await rate(page, '3', 3);
  await goTo(page, '/studies/1/team');
  await expect(page.getByRole('progressbar', { name: 'Ada: 3 of 30 done' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ben: 1 of 30 done' })).toBeVisible();
  await other.close();
  expect(errors, 'errors in the console of the second window').toEqual([]);
});

test('what the estimate waits for is named on every screen, and one click away', async ({ page }) => {
  test.slow();
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '4'], 30);
  await expect(page.getByText('Item 4 of 30', { exact: true })).toBeVisible();
  await page.keyboard.press('l');
  await expect(page.getByText('Item 5 of 30', { exact: true })).toBeVisible();
  await rate(page, '4', 4);
  await rate(page, '5', 5);
  const waiting = '5 labeled, 3 counted, waiting for item 4 (postponed)';
  await expect(page.getByRole('banner').or(page.locator('header')).getByText(waiting)).toBeVisible();
  await expectAccessible(page, 'Label with an item put off');
  for (const screen of ['/studies/1/results', '/studies/1/team', '/studies/1/setup', '/studies']) {
    await goTo(page, screen);
    await expect(page.getByText(waiting).first()).toBeVisible();
  }
  await goTo(page, '/studies/1/results');
  await expectAccessible(page, 'Results with labels that wait');
  await page.getByRole('link', { name: 'waiting for item 4' }).click();
  await expect(page.getByText('Item 4 of 30', { exact: true })).toBeVisible();
  await expect(page.getByText('Postponed earlier. The estimate waits for this item.')).toBeVisible();
  await rate(page, '3', 6);
  await goTo(page, '/studies/1/results');
  await expect(page.getByText(/^6 of [\d,]+ labeled$/)).toBeVisible();
  await expect(page.getByText('waiting for item')).toHaveCount(0);
});

test('another overlap asks before labels leave the estimate', async ({ page }) => {
  test.slow();
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '4'], 30);
  await goTo(page, '/studies/1/team');
  const overlap = page.getByRole('textbox', { name: 'Annotators per item' });
  await overlap.fill('2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'This changes which labels count' });
  const said = '3 labels will wait for a second annotator; the estimate starts again from 0 counted labels';
  await expect(dialog.getByText(said)).toBeVisible();
  await expectAccessible(page, 'Team, asking');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 labeled.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('3 labeled, 0 counted, waiting for item 1 (a second annotator)')).toBeVisible();
});
