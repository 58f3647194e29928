import { copyFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

const items = 40;
const mostTabs = 150;

/** What has the focus, by the name that a screen reader says. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '').trim();
  });

/** Goes on by the Tab key alone until something of that name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < mostTabs; i += 1) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}; it is at ${await focused(page)}.`);
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

async function write(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

test.slow();

test('from a file to the share of a failure by the keyboard alone, without a mouse or a moved focus', async ({
  page,
  app,
}) => {
  copyFileSync(
    path.join(import.meta.dirname, '../../examples/failures/chats.jsonl'),
    path.join(app.dataDir, 'chats.jsonl'),
  );
  await expect(page.getByRole('heading', { name: 'How good is the assistant', exact: false })).toBeVisible();
  await press(page, /^From a folder of this machine/);
  await expect(page.getByRole('textbox', { name: 'Folder' })).toBeVisible();
  await write(page, /^Folder$/, app.dataDir);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /chats\.jsonl/ })).toBeVisible();
  await press(page, /^(?!Choose).*chats\.jsonl/);
  await expect(page.getByRole('heading', { name: 'This is what we understood' })).toBeVisible();
  await press(page, /^Change…$/);
  await expect(page.getByRole('heading', { name: 'New study' })).toBeVisible({ timeout: 60_000 });
  // A group of radio buttons is one stop of the Tab key; arrows choose in it.
  await tabTo(page, /^(Off|Beside the rating)$/);
  const alone = page.getByRole('radio', { name: 'Alone, without a rating' });
  for (let i = 0; i < 3 && !(await alone.isChecked()); i += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(':focus')).toBeChecked();
  }
  await expect(alone).toBeChecked();
  await expect(page.getByRole('button', { name: /^Sample \d+ items$/ })).toBeEnabled();
  await write(page, /^Sample size/, String(items));
  await press(page, new RegExp(`^Sample ${items} items$`));
  for (let i = 0; i < items; i += 1) {
    await expect(page.getByText(`Item ${i + 1} of ${items}`, { exact: true })).toBeVisible();
    if (i % 8 === 3) {
      await page.keyboard.press('w');
      await page.keyboard.type('Gets a date wrong');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('o');
    await expect(page.getByRole('progressbar', { name: `${i + 1} of ${items} done` })).toBeAttached();
  }
  await press(page, /^Failures$/);
  await expect(
    page.getByText(/^About \d+\s% of conversations get a date wrong, between \d+\s% and \d+\s%\.$/),
  ).toBeVisible();
  await expectAccessible(page, 'failures at the end of the journey');
});
