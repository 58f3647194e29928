import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

type Scheme = 'light' | 'dark';

/**
 * Checks the page as it stands, in both color schemes: no fault that axe knows. On the stand-in for
 * Electron nothing is checked: the same pages, in the same browser, are checked on loopback.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (page.url().includes('.standin/')) return;
  const html = page.locator('html');
  const present = (await html.getAttribute('data-mantine-color-scheme')) as Scheme | null;
  expect.soft(await faultsOf(page), `accessibility of ${name}`).toEqual([]);
  if (present === null) return;
  const other = present === 'light' ? 'dark' : 'light';
  const show = async (colorScheme: Scheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    // Colors that fade are read once they are there; of a part that is hidden the fading may never end.
    await page.evaluate(() => {
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();
    });
  };
  await show(other);
  // Colors are all that the scheme changes.
  expect
    .soft(
      await faultsOf(page, ['color-contrast', 'link-in-text-block']),
      `accessibility of ${name}, ${other}`,
    )
    .toEqual([]);
  await show(present);
}

/** The one frame of the app is the preview of a report, whose sandbox lets no script in. */
const always: RunOptions = { resultTypes: ['violations'], iframes: false };

async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { ...always, ...(rules && { runOnly: { type: 'rule', values: rules } }) };
  const violations = await page.evaluate(async (chosen) => {
    const { axe: inPage } = window as unknown as { axe: { run: typeof axe.run } };
    return (await inPage.run(document, chosen)).violations;
  }, options);
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
  );
}
