import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './fixtures.ts';
import { goTo, labelByKeyboard, openSample } from './steps.ts';

// A check reads every element of a page, which takes its time on a busy machine.
test.slow();

async function checkAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    await page.locator('main').getByRole('heading').first().waitFor();
    await expectAccessible(page, path);
  }
}

test('the first page, Studies, Data and a new study', async ({ page }) => {
  await expectAccessible(page, 'the first page');
  await openSample(page);
  await expectAccessible(page, 'Studies');
  await checkAt(page, ['/data', '/data/import', '/data/1', '/studies', '/studies/new', '/studies/1/setup']);
});

test('Label, Results and Report', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '5'], 30);
  await expectAccessible(page, 'Label');
  await checkAt(page, [
    '/studies/1/results',
    '/studies/1/report',
    '/studies/1/team',
    '/studies',
    '/settings',
  ]);
});
