import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type Scheme = 'light' | 'dark';

/** Checks the page as it stands, in both color schemes: no serious or critical fault that axe knows. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const html = page.locator('html');
  const present = (await html.getAttribute('data-mantine-color-scheme')) as Scheme | null;
  expect(await faultsOf(page), `accessibility of ${name}`).toEqual([]);
  if (present === null) return;
  const other = present === 'light' ? 'dark' : 'light';
  const show = async (colorScheme: Scheme) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  };
  await show(other);
  // Colors are all that the scheme changes.
  expect(await faultsOf(page, ['color-contrast']), `accessibility of ${name}, ${other}`).toEqual([]);
  await show(present);
}

async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The other mode gathers its result in a new browser page, which did not always open while a report was previewed.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
    );
}
