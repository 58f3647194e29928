import type { Browser, Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const phone = { width: 390, height: 844 };

/** Opens the annotators' door for this machine alone, under Team > Invite by link. */
export async function openPortal(page: Page): Promise<void> {
  await page.getByText('Port 7400: change').click();
  await page.getByRole('textbox', { name: 'Port' }).fill('0');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('can be reached from this machine alone')).toBeVisible();
}

/** Opens a link in a browser of its own, as an annotator with a phone does. */
export async function visit(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const guest = await context.newPage();
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Continue' }).tap();
  return guest;
}

/** Makes a link for somebody, and has them come in on a phone of their own. */
export async function invite(page: Page, browser: Browser, name: string): Promise<Page> {
  await page.getByRole('textbox', { name: 'Annotator' }).fill(name);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText(`For ${name} alone`)).toBeVisible();
  const guest = await visit(browser, (await page.locator('pre', { hasText: '/#' }).textContent())!);
  await expect(guest.getByRole('heading', { name: `Hello, ${name}` })).toBeVisible();
  return guest;
}

/** Every control that a finger must hit, and is smaller than 44 px. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, textarea, select, summary, a')].flatMap(
      (one) => {
        const { width, height } = one.getBoundingClientRect();
        const isSmall = height > 0 && (Math.round(height) < 44 || Math.round(width) < 44);
        return isSmall ? [`${one.textContent}: ${width} x ${height}`] : [];
      },
    ),
  );

/** Whether the words of the line on top stand clear of its buttons. */
export const isBarClear = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll('header p, header .soft')];
    const buttons = [...document.querySelectorAll('header button')];
    return words.every((one) => {
      const a = one.getBoundingClientRect();
      return buttons.every((button) => {
        const b = button.getBoundingClientRect();
        return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      });
    });
  });

/** How far a page is wider than its screen; what is wider scrolls to the side. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Where a word of a text stands on screen. */
async function placeOf(text: Locator, word: string): Promise<{ x: number; y: number }> {
  const at = await text.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(wanted) ?? -1;
      if (start < 0) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + wanted.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }
    return null;
  }, word);
  if (!at) throw new Error(`"${word}" is not in the text`);
  return at;
}

/** Taps a word of a text. */
export async function tapWord(guest: Page, text: Locator, word: string): Promise<void> {
  const { x, y } = await placeOf(text, word);
  await guest.touchscreen.tap(x, y);
}
