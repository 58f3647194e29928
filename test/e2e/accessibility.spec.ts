import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './fixtures.ts';
import { goTo, labelByKeyboard, openSample } from './steps.ts';

// A check reads every element of a page, which takes its time on a busy machine.
test.slow();

async function checkAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goTo(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectAccessible(page, path);
  }
}

test('Home, empty and with a project, Data and Study', async ({ page }) => {
  await expectAccessible(page, 'Home without a project');
  await openSample(page);
  await expectAccessible(page, 'Home');
  await checkAt(page, ['/data', '/data/import', '/data/1', '/study', '/study/new', '/study/1']);
});

test('Label, Results and Report', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/label/1');
  await labelByKeyboard(page, ['4', '2', '5'], 30);
  await expectAccessible(page, 'Label');
  await checkAt(page, ['/results/1', '/report/1']);
});
