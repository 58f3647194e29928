import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bare, expect, test } from './fixtures.ts';
import { openFormIn } from './form-project.ts';
import { collectPageErrors } from './page-errors.ts';
import { invite, isBarClear, openPortal, sidewaysScroll, smallTargets, tapWord } from './phone.ts';
import { goTo, openSample } from './steps.ts';

const rateFour = (guest: Page): Promise<void> =>
  guest
    .getByRole('group', { name: /Rating|^$/ })
    .first()
    .getByRole('button', { name: /4/ })
    .first()
    .tap();

bare.slow();

/** What a browser does after a long press, and when somebody drags its handles: it selects, and no mouse is let go. */
const selectByHandles = (text: Locator, from: string, to: string): Promise<void> =>
  text.evaluate(
    (root, [first, last]) => {
      const node = root.querySelector('[data-start]')!.firstChild!;
      const whole = node.textContent!;
      const [start, end] = [whole.indexOf(first!), whole.indexOf(last!) + last!.length];
      window.getSelection()!.setBaseAndExtent(node, start, node, end);
    },
    [from, to],
  );

bare(
  'words of a passage are marked with a finger: by two taps, by a long press, and cleared',
  async ({ page, browser }) => {
    const errors = collectPageErrors(page);
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-touch-'));
    const close = await openFormIn(dataDir, page, {
      items: 3,
      passageWords: 90,
      fields: [{ name: 'evidence', question: 'Which words say so?', required: true, form: { kind: 'span' } }],
    });
    await goTo(page, '/studies/1/team/links');
    await openPortal(page);
    const guest = await invite(page, browser, 'Ada');
    const guestErrors = collectPageErrors(guest);
    await guest.getByRole('button', { name: 'Begin' }).tap();
    const passage = guest.getByRole('group', { name: /^Passage to pick from/ });
    const bar = guest.getByRole('region', { name: 'Words picked' });
    await expect(guest.getByText('Tap the first word, then the last one.')).toBeVisible();

    await rateFour(guest);
    await guest.getByRole('button', { name: /^Pick in the passage/ }).tap();
    await expect(passage).toBeInViewport();
    await tapWord(guest, passage, 'short');
    await expect(bar).toContainText('short');
    await expect(bar.getByRole('button', { name: 'Take this word' })).toBeInViewport();
    // Before the first as well as after it.
    await tapWord(guest, passage, 'river');
    await expect(bar).toContainText('river Aa is short');
    expect(await smallTargets(guest)).toEqual([]);
    expect(await sidewaysScroll(guest)).toBe(0);
    await expectAccessible(guest, 'words marked on a phone');
    if (process.env.ASSAY_SHOTS) await guest.screenshot({ path: `${process.env.ASSAY_SHOTS}/marked.png` });
    await bar.getByRole('button', { name: 'Clear' }).tap();
    await expect(bar).toBeHidden();
    await tapWord(guest, passage, 'lake');
    await bar.getByRole('button', { name: 'Take this word' }).tap();
    await expect(bar).toBeHidden();
    const picked = guest.getByRole('complementary', { name: 'Question' }).getByRole('blockquote');
    await expect(picked).toHaveText('lake');
    await expect(picked).toBeInViewport();
    await guest.getByRole('button', { name: /^Save/ }).tap();
    await expect(guest.getByText('1 done', { exact: true })).toBeVisible();
    await expect(guest.locator('main[aria-busy=false]')).toBeAttached();

    await rateFour(guest);
    await guest.getByRole('button', { name: /^Pick in the passage/ }).tap();
    await tapWord(guest, passage, 'river');
    await selectByHandles(passage, 'Aa', 'short');
    await expect(bar).toContainText('Aa is short');
    await bar.getByRole('button', { name: 'Take these words' }).tap();
    await expect(picked).toHaveText('Aa is short');
    await guest.getByRole('button', { name: /^Save/ }).tap();
    await expect(guest.getByText('2 done', { exact: true })).toBeVisible();
    await expect(guest.locator('main[aria-busy=false]')).toBeAttached();

    // By keyboard as before.
    await passage.focus();
    await guest.keyboard.press('ArrowRight');
    await guest.keyboard.press('Shift+ArrowRight');
    await expect(bar).toBeHidden();
    await guest.keyboard.press('Enter');
    await expect(picked).toHaveText('The river');
    // What was taken is stored.
    await guest.reload();
    await guest.getByRole('button', { name: 'Back' }).tap();
    await expect(picked).toHaveText('Aa is short');
    expect([errors, guestErrors]).toEqual([[], []]);
    await guest.context().close();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

bare(
  'a page that was handed out is answered on a phone, and its words are marked there',
  async ({ page, browser }) => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-touch-'));
    const close = await openFormIn(dataDir, page, {
      items: 2,
      fields: [{ name: 'evidence', question: 'Which words say so?', required: true, form: { kind: 'span' } }],
    });
    await goTo(page, '/studies/1/team/hand-out');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file to send', exact: true }).click();
    const file = path.join(dataDir, 'batch.html');
    await (await downloading).saveAs(file);
    const context = await browser.newContext({
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
      colorScheme: 'dark',
    });
    const guest = await context.newPage();
    const errors = collectPageErrors(guest);
    await guest.goto(`file://${file}`);
    const fits = async (name: string) => {
      expect(await smallTargets(guest), name).toEqual([]);
      expect(await sidewaysScroll(guest), name).toBe(0);
      expect(await isBarClear(guest), name).toBe(true);
      await expectAccessible(guest, name);
      if (process.env.ASSAY_SHOTS) await guest.screenshot({ path: `${process.env.ASSAY_SHOTS}/${name}.png` });
    };
    await fits('a handed-out page on a phone');
    await guest.getByRole('textbox').fill('Ada');
    await guest.getByRole('button', { name: 'Begin' }).tap();
    await guest.getByRole('button', { name: /^4/ }).first().tap();
    await fits('an item of a handed-out page on a phone');
    await guest.getByRole('button', { name: /^Pick in the passage/ }).tap();
    const passage = guest.getByRole('group', { name: /^Passage to pick from/ });
    await tapWord(guest, passage, 'river');
    await tapWord(guest, passage, 'short');
    await fits('words marked on a handed-out page');
    await guest.getByRole('button', { name: 'Take these words' }).tap();
    await expect(guest.getByRole('blockquote').filter({ hasText: 'river Aa is short' })).toBeInViewport();
    expect(errors).toEqual([]);
    await context.close();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  },
);

test('beside a passage that is only read, the answers of an annotator who came by a link stand at the thumb', async ({
  page,
  browser,
}) => {
  await openSample(page);
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const guest = await invite(page, browser, 'Ada');
  await guest.getByRole('button', { name: 'I have read the guidelines' }).tap();
  const answers = guest.getByRole('complementary', { name: 'Question' });
  for (const name of [/^1/, /^5/]) {
    await expect(answers.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await expect(guest.getByText('Reply to judge')).toBeInViewport();
  await guest.context().close();
});
