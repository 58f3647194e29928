import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawnStudy, goTo, openSample } from './steps.ts';

test('the signals of a study are listed, and one is left out by keyboard', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/new/1');
  const show = page.getByRole('button', { name: 'Show the signals' });
  await expect(show).toHaveAttribute('aria-expanded', 'false');
  await show.focus();
  await page.keyboard.press('Enter');
  const sentence = page.getByText(/^\d+ signals sharpen the estimate\.$/);
  await expect(sentence).toBeVisible({ timeout: 60_000 });
  const count = Number.parseInt((await sentence.textContent())!, 10);
  const texts = page.getByRole('group', { name: 'The text itself' });
  const length = texts.getByRole('checkbox', { name: 'Length of the reply' });
  await expect(length).toBeChecked();
  await expectAccessible(page, 'the signals of a study');
  await length.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${count - 1} of ${count} signals sharpen the estimate.`)).toBeVisible();
  await expect(length).not.toBeChecked();

  await page.getByRole('textbox', { name: 'Sample size' }).fill('5');
  await page.getByRole('button', { name: 'Sample 5 items' }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  await expect(page.getByRole('link', { name: 'Start labeling' })).toBeVisible();
});
