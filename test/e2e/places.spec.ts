import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawStudy, goTo, labelByKeyboard, openSample, sampleStudy } from './steps.ts';

const screens = (page: Page) => page.getByRole('navigation', { name: 'Screens' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of the study' });
const studies = (page: Page) => page.getByRole('list', { name: 'Studies' });

test('four places in the rail, and a study is one of them with six tabs', async ({ page }) => {
  test.slow();
  await openSample(page);
  await expect(screens(page).getByRole('listitem')).toHaveText(['Studies', 'Data', 'Judges', 'Research']);
  await studies(page).getByRole('link', { name: sampleStudy }).click();
  for (const name of ['Results', 'Label', 'Failures', 'Team', 'Report', 'Setup']) {
    await tabs(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/studies/1/${name.toLowerCase()}$`));
    await expect(tabs(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('region', { name: 'This study' }).getByText(sampleStudy)).toBeVisible();
  }
  await screens(page).getByRole('link', { name: 'Research' }).click();
  const research = page.getByRole('navigation', { name: 'Parts of Research' });
  for (const name of ['Lab', 'Protocols', 'Personas', 'Validation', 'Comparison', 'Paper check']) {
    await research.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
    await expect(research.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, `Research, ${name}`);
  }
});

test('the study last looked at is the current one, over a reload and at earlier addresses', async ({
  page,
}) => {
  test.slow();
  await openSample(page);
  await drawStudy(page, { system: 'heron', size: 5, seed: 3 });
  await goTo(page, '/label');
  await expect(page).toHaveURL(/#\/studies\/2\/label$/);
  await goTo(page, '/study/1');
  await expect(page).toHaveURL(/#\/studies\/1\/setup$/);
  await page.reload();
  await goTo(page, '/results');
  await expect(page).toHaveURL(/#\/studies\/1\/results$/);
  await goTo(page, '/protocols/papers');
  await expect(page).toHaveURL(/#\/research\/papers$/);
});

test('the list of studies says what each one gives, but nothing that could sway one of several people', async ({
  page,
}) => {
  test.slow();
  await openSample(page);
  const card = studies(page).getByRole('listitem');
  await expect(card).toContainText('No human label yet.');
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '4', '3', '5'], 30);
  await goTo(page, '/');
  await expect(page).toHaveURL(/#\/studies$/);
  await expect(card).toContainText(/About [1-5]\.\d+ of 5/);
  await expect(card).toContainText('5 of 30 answered');
  await expect(card).toContainText('sparrow');
  await expectAccessible(page, 'Studies with an estimate');
  await page.getByRole('button', { name: /^labeling: /i }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is labeling?' });
  await dialog.getByRole('textbox').fill('Ben');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(card).toContainText('Several people label');
  await expect(card).not.toContainText('About');
  await expect(card).not.toContainText('sparrow');
  await card.getByRole('link', { name: 'Continue labeling' }).click();
  await expect(page).toHaveURL(/#\/studies\/1\/label$/);
});

test('Settings choose colors and what is shown while labeling, and keep it', async ({ page }) => {
  await openSample(page);
  await screens(page).getByRole('link', { name: 'Settings' }).click();
  await page.locator('label', { hasText: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  const estimate = page.getByRole('checkbox', { name: 'Show the estimate while labeling' });
  await expect(estimate).toBeChecked();
  await estimate.click();
  await expect(estimate).not.toBeChecked();
  await page.locator('label', { hasText: 'Compact' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await page.getByRole('button', { name: 'Change the key for “Skip, with a reason”, now s' }).click();
  await page.keyboard.press('v');
  await expect(
    page.getByRole('button', { name: 'Change the key for “Skip, with a reason”, now v' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Choose another folder' }).click();
  const folder = await page.getByRole('textbox', { name: 'Folder' }).inputValue();
  await page.getByRole('button', { name: 'Make projects in this folder' }).click();
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  await expect(estimate).not.toBeChecked();
  await expect(page.getByText(folder, { exact: true })).toBeVisible();
});

test('at 200 % zoom the tabs of a place stand whole, without scroll bars', async ({ page }) => {
  await openSample(page);
  await page.setViewportSize({ width: 640, height: 400 });
  for (const place of ['/research/personas', '/judges']) {
    await goTo(page, place);
    const tabs = page.getByRole('region', { name: 'This place' }).getByRole('list');
    await expect(tabs).toBeVisible();
    expect(
      await tabs.evaluate((list) => ({
        sideways: list.scrollWidth - list.clientWidth,
        lines: [...list.querySelectorAll('a')].every((tab) => tab.offsetHeight < 50),
        scrolls: getComputedStyle(list).overflowY,
      })),
    ).toEqual({ sideways: 0, lines: true, scrolls: 'visible' });
  }
});
