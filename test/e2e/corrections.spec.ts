import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { StudyField } from '../../shared/contract/index.ts';
import { expectAccessible } from './accessible.ts';
import { bare as test } from './fixtures.ts';
import { openFormIn } from './form-project.ts';
import { collectPageErrors } from './page-errors.ts';
import { invite, openPortal, sidewaysScroll, smallTargets } from './phone.ts';
import { goTo } from './steps.ts';

const correction: StudyField = {
  name: 'correction',
  question: 'What should it have said?',
  required: false,
  form: { kind: 'correction' },
};

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.ASSAY_SHOTS) await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/${name}.png` });
};

const records = Array.from({ length: 3 }, (_, i) => ({
  id: `chat-${i + 1}`,
  conversation: [{ role: 'user', content: `When does hall ${i + 1} open?` }],
  responses: { one: [`Hall ${i + 1} opens at eight on Monday.`] },
  judge: { judge: { one: { quality: 1 + i } } },
}));

const field = (page: Page) => page.getByRole('textbox', { name: 'What should it have said?' });

test('a reply is corrected by keys, by link and on a handed-out page, and leaves as preferences', async ({
  page,
  browser,
}) => {
  test.slow();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-corrections-'));
  const errors = collectPageErrors(page);
  const close = await openFormIn(dataDir, page, { records, fields: [correction] });

  await page.keyboard.press('2');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  const reply = await field(page).inputValue();
  expect(reply).toMatch(/^Hall \d opens at eight on Monday\.$/);
  await expect(page.getByText('Nothing changed yet.')).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(reply.replace('eight', 'nine'));
  await page.getByText('What changed').click();
  await expect(page.locator('del')).toHaveText(/^eight\s*$/);
  await expect(page.locator('ins')).toHaveText(/^nine\s*$/);
  await expectAccessible(page, 'a correction');
  await shot(page, 'correction');
  // What is written is kept as a draft, as it was.
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(field(page)).toHaveValue(reply.replace('eight', 'nine'));
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('progressbar', { name: '1 of 3 done' })).toBeAttached();
  // The next is right as it is: the copy of its reply corrects nothing.
  await page.keyboard.press('4');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar', { name: '2 of 3 done' })).toBeAttached();
  await page.keyboard.press('?');
  await expect(
    page.getByRole('button', { name: 'Change the key for “Correct the reply”, now /' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await goTo(page, '/studies/1/report');
  await page.locator('summary', { hasText: 'Labels and numbers as tables' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download: Corrections as preferences, JSONL' }).click();
  const preferences = path.join(dataDir, 'preferences.jsonl');
  await (await downloading).saveAs(preferences);
  expect(JSON.parse(readFileSync(preferences, 'utf8'))).toMatchObject({
    chosen: [{ role: 'assistant', content: reply.replace('eight', 'nine') }],
    rejected: [{ role: 'assistant', content: reply }],
  });

  await goTo(page, '/studies/1/team/hand-out');
  const handing = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file to send', exact: true }).click();
  const file = path.join(dataDir, 'batch.html');
  await (await handing).saveAs(file);
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const offline = await (await browser.newContext({ ...phone, colorScheme: 'dark' })).newPage();
  await offline.goto(`file://${file}`);
  await offline.getByRole('textbox').fill('Ada');
  await offline.getByRole('button', { name: 'Begin' }).tap();
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const byLink = await invite(page, browser, 'Ben');
  await byLink.getByRole('button', { name: 'Begin' }).tap();
  for (const [guest, name] of [
    [offline, 'handed out'],
    [byLink, 'by link'],
  ] as const) {
    await guest.getByRole('button', { name: /^4/ }).first().tap();
    await guest.getByRole('button', { name: 'Correct the reply' }).tap();
    await field(guest).fill('It is closed.');
    await guest.getByText('What changed').tap();
    expect(await smallTargets(guest), name).toEqual([]);
    expect(await sidewaysScroll(guest), name).toBe(0);
    await expectAccessible(guest, `a correction ${name}`);
    await shot(guest, `correction-${name.replace(' ', '-')}`);
    await guest.getByRole('button', { name: /^(Give|Save) answers(?! as)/ }).tap();
    await expect(guest.getByText(/^1( of 3)? done/).first()).toBeVisible();
    await guest.context().close();
  }
  expect(errors).toEqual([]);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('of several replies each is corrected for itself', async ({ page }) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-corrections-'));
  const errors = collectPageErrors(page);
  const close = await openFormIn(dataDir, page, { items: 2, fields: [correction] });
  await page.keyboard.press('4');
  await page.keyboard.press('/');
  // The last reply comes first: it is what the person read last.
  await expect(field(page)).toHaveValue(/^Second reply/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Another second.');
  await page.getByRole('button', { name: 'Reply 1', exact: true }).press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue(/^First reply/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Another first.');
  await expect(page.getByRole('button', { name: 'Reply 2 (corrected)', pressed: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reply 1 (corrected)', pressed: true })).toBeVisible();
  await expectAccessible(page, 'corrections of two replies');
  await shot(page, 'correction-two');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('progressbar', { name: '1 of 2 done' })).toBeAttached();
  expect(errors).toEqual([]);
  await close();
  rmSync(dataDir, { recursive: true, force: true });
});
