import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { goTo, openSample } from './steps.ts';

test('each screen opens its page of the help, and a search finds the part', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/results');
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await page.getByRole('link', { name: 'Help on this screen' }).click();
  await expect(heading('How to read the number')).toBeVisible();
  await goTo(page, '/judges');
  await expect(heading('Judges').first()).toBeVisible();
  await page.keyboard.press('?');
  await expect(heading('Judges and machine scores')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('send to annotators');
  await page.getByRole('link', { name: 'Working as a team: Send to annotators' }).click();
  await expect(heading('Send to annotators')).toBeInViewport();
  await goTo(page, '/help/start');
  const picture = page.getByRole('img', { name: /^Results:/ });
  await expect(picture).toBeVisible();
  // It is there before its bytes are.
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(500);
  await expectAccessible(page, 'Help');
});
