import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { openSample } from './steps.ts';

test('a back-test of the sample: set up, run, read, set beside another', async ({ page }) => {
  test.slow();
  await openSample(page);
  const lab = page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: 'Research', exact: true });
  await lab.click();
  await expect(page.getByRole('heading', { name: 'Lab', level: 1 })).toBeVisible();
  const runs = page.getByRole('textbox', { name: 'Runs' });
  await runs.fill('40');
  await page.getByRole('textbox', { name: 'Numbers of labels' }).fill('5, 10');
  await expectAccessible(page, 'Lab');
  for (const time of ['first', 'second']) {
    if (time === 'second') {
      await lab.click();
      await runs.fill('20');
    }
    await page.getByRole('button', { name: /^Run .* studies$/ }).click();
    await expect(page).toHaveURL(/#\/research\/lab\/\d+$/, { timeout: 60_000 });
  }
  await expect(page.getByRole('img', { name: /^RMSE: Calibrated hardness/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Figure' }).selectOption('coverageAllT');
  await expect(
    page.getByRole('heading', { name: 'How often does the interval hold at every look?' }),
  ).toBeVisible();
  await expect(page.getByText('Other data, layout only.').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Table of the paper' }).selectOption('table-2');
  await expect(page.getByText('99.76 % (0.21)')).toBeVisible();
  await page.getByRole('combobox', { name: 'Other back-test' }).selectOption({ index: 1 });
  await expect(page.getByRole('columnheader', { name: 'RMSE, here and there' })).toBeVisible();
  await expectAccessible(page, 'a back-test');
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Back-tests so far' })).toBeVisible();
});
