import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { goTo, openSample } from './steps.ts';

test.use({ isFresh: true });

test('the app opens on the first page', { tag: '@shell' }, async ({ page }) => {
  await expect(page).toHaveTitle(/Assay/);
  await expect(page.getByRole('button', { name: /sample project/i }).first()).toBeVisible();
});

test('a page without the printed address is told where to find it', { tag: '@shell' }, async ({
  browser,
  app,
}) => {
  if (app.runsIn !== 'loopback') return test.skip(true, 'the desktop has no address');
  const stranger = await browser.newPage();
  await stranger.goto(new URL('/', app.url).href);
  await expect(stranger.getByRole('heading', { name: 'Use the address that Assay printed' })).toBeVisible();
  await stranger.close();
});

test('the sample project opens', { tag: '@shell' }, async ({ page }) => {
  await openSample(page);
  await expect(page.getByRole('heading', { name: 'Sample project' })).toBeVisible();
});

test('a screen whose code does not come says so, and comes once the page is loaded again', async ({
  page,
  app,
}) => {
  if (app.runsIn !== 'loopback') return test.skip(true, 'the desktop loads from its own files');
  await openSample(page);
  // Its console says what the browser lacks.
  const other = await page.context().newPage();
  await other.goto(new URL('/', app.url).href);
  await other.route('**/assets/failures-screen*', (route) => route.abort());
  await other.getByRole('link', { name: 'Start labeling' }).waitFor();
  await goTo(other, '/studies/1/failures');
  await expect(other.getByText('This screen could not be loaded')).toBeVisible();
  await other.unroute('**/assets/failures-screen*');
  await other.getByRole('button', { name: 'Load the page again' }).click();
  await expect(other.getByRole('navigation').getByRole('link', { name: 'Failures' })).toBeVisible();
  await expect(other.getByText('This screen could not be loaded')).toBeHidden();
  await other.close();
});

test('nothing is there to press before its font, which would move it', async ({ page }) => {
  const shown: number[] = [];
  await page.route('**/*.woff2', async (route) => {
    shown.push(await page.locator('#root > *').count());
    await route.continue();
  });
  await page.reload();
  await openSample(page);
  expect(shown.slice(0, 2)).toEqual([0, 0]);
});

test('a project is made in the folder that was typed, however long that takes to be read', async ({
  page,
  app,
}) => {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('typed');
  const folder = page.getByRole('textbox', { name: 'Folder' });
  await expect(folder).not.toHaveValue('');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/file/list*', async (route) => {
    await held;
    await route.continue();
  });
  const create = page.getByRole('button', { name: 'Create typed.assay here' });
  await expect(create).toBeEnabled();
  await folder.fill(app.dataDir);
  await expect(create).toBeDisabled();
  await folder.blur();
  await expect(create).toBeDisabled();
  goOn();
  await create.click();
  await expect(page.getByRole('heading', { name: 'typed', level: 1 })).toBeVisible();
  expect(existsSync(path.join(app.dataDir, 'typed.assay'))).toBe(true);
});
