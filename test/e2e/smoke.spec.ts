import { expect, test } from './fixtures.ts';
import { openSample } from './steps.ts';

test.use({ isFresh: true });

test('the app opens on the first page', { tag: '@shell' }, async ({ page }) => {
  await expect(page).toHaveTitle(/Assay/);
  await expect(page.getByRole('button', { name: /sample project/i }).first()).toBeVisible();
});

test('a page without the printed address is told where to find it', { tag: '@shell' }, async ({
  browser,
  app,
}) => {
  if (app.door !== 'loopback') return test.skip(true, 'the desktop has no address');
  const stranger = await browser.newPage();
  await stranger.goto(new URL('/', app.url).href);
  await expect(stranger.getByRole('heading', { name: 'Use the address that Assay printed' })).toBeVisible();
  await stranger.close();
});

test('the sample project opens', { tag: '@shell' }, async ({ page }) => {
  await openSample(page);
  await expect(page.getByRole('heading', { name: 'Sample project' })).toBeVisible();
});
