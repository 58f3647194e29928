import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawnStudy, goTo, labelByKeyboard, openSample } from './steps.ts';

test('a baseline is set up, labeled and shown as having no honest interval', async ({ page }) => {
  await openSample(page);
  await page.getByRole('link', { name: 'Studies' }).click();
  await page.getByRole('link', { name: 'New study' }).first().click();
  await page.getByRole('combobox', { name: 'System to judge' }).selectOption('wren');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('3');
  await page.getByText('For researchers: method and seed').click();
  await page.getByRole('radio', { name: 'MCM (baseline)' }).check();
  await page.getByRole('textbox', { name: /the machine score disagrees below/ }).fill('0.8');
  await expect(page.getByRole('combobox', { name: 'Uncertainty' })).toHaveValue('held');
  await expectAccessible(page, 'setting up a baseline');
  await page.getByRole('button', { name: 'Sample 3 items' }).click();
  const study = await drawnStudy(page);
  await goTo(page, `${study}/setup`);
  await page.getByText('For researchers: method, seed, frozen signals').click();
  await expect(page.getByText('below 0.8')).toBeVisible();

  await page.getByRole('link', { name: 'Start labeling' }).click();
  await labelByKeyboard(page, ['4', '2', '5'], 3);
  await goTo(page, `${study}/results`);
  await expect(page.getByText('This number has no honest interval', { exact: false })).toBeVisible();
  await expectAccessible(page, 'the results of a baseline');
});
