import type { Browser, Page } from '@playwright/test';
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

const phone = { width: 390, height: 844 };

/** Opens a link in a browser of its own, as an annotator with a phone does. */
async function visit(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const guest = await context.newPage();
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Come in' }).tap();
  return guest;
}

/** Every control that a finger must hit, and is smaller than 44 px. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, textarea, select, summary, a')].flatMap(
      (one) => {
        const { width, height } = one.getBoundingClientRect();
        const isSmall = height > 0 && (Math.round(height) < 44 || Math.round(width) < 44);
        return isSmall ? [`${one.textContent}: ${width} x ${height}`] : [];
      },
    ),
  );

test('an annotator comes in by a link and labels on a phone; the lead sees it', async ({ page, browser }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team/links');
  await expect(page.getByText('It is closed: nobody can come in.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Port' }).fill('0');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('can be reached from this machine alone')).toBeVisible();
  await page.getByRole('textbox', { name: 'Annotator' }).fill('Ada');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = (await page.locator('pre', { hasText: '/#' }).textContent())!;
  await expectAccessible(page, 'Team, invite by link');

  const guest = await visit(browser, link);
  await expect(guest.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  expect(guest.url()).not.toContain('#');
  await expectAccessible(guest, 'greeting of an annotator');
  await guest.getByRole('button', { name: /^(Begin|I have read the guidelines)$/ }).tap();
  const ratings = guest.getByRole('group', { name: 'Rating' });
  await expect(ratings).toBeVisible();
  expect(await smallTargets(guest)).toEqual([]);
  await expectAccessible(guest, 'an item on a phone');
  await ratings.getByRole('button').first().tap();
  await expect(guest.getByText('1 done', { exact: true })).toBeVisible();
  await guest.keyboard.press('2');
  await expect(guest.getByText('2 done', { exact: true })).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('2 done', { exact: true })).toBeVisible();

  await expect(page.getByText('Used; that browser is in')).toBeVisible();
  await goTo(page, '/studies/1/team/members');
  await expect(page.getByRole('progressbar', { name: /^Ada: 2 of / })).toBeVisible();
  await goTo(page, '/studies/1/team/links');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Taken back')).toBeVisible();
  await guest.keyboard.press('3');
  await expect(guest.getByRole('heading', { name: 'You are not in' })).toBeVisible();
  await guest.context().close();
});
