import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { expect, bare as test } from './fixtures.ts';
import { inHosts, launchLoopback } from './launchers/loopback.ts';
import type { makeLargePool } from './make-large-pool.ts';
import { collectPageErrors } from './page-errors.ts';
import { addEndpoint, drawnStudy, goTo, labelByKeyboard } from './steps.ts';

test('of a pool that is too large to be judged a part is taken, and its study says both', async ({
  page,
}) => {
  test.slow();
  const errors = collectPageErrors(page);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-phase-'));
  const maker = path.join(import.meta.dirname, 'make-large-pool.ts');
  await inHosts<typeof makeLargePool>(maker, 'makeLargePool', dataDir);
  const server = await startLlmServer();
  const app = await launchLoopback(dataDir);
  await page.goto(app.url);
  await page.getByRole('button', { name: /large/ }).first().click();
  await page.getByRole('heading', { level: 1, name: /large/ }).waitFor();

  // A judge's run over all of it offers the part, with what it costs.
  await addEndpoint(page, server.url);
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('looper');
  await page.getByRole('button', { name: 'Make the judge' }).click();
  await page.getByRole('button', { name: 'Run looper' }).click();
  const rows = page.getByRole('textbox', { name: 'Rows for the judge' });
  await expect(rows).toHaveValue('50000');
  const cost = page.getByText(/^A judge then scores 50,000 rows, taken by chance\. A study of these says/);
  await expect(cost).toContainText('how people would rate them (95.5\u00a0% sure)');
  await expect(cost).toContainText(
    'all 200,500 (95\u00a0% sure). That interval is 0.67\u00a0% of the scale wider',
  );
  await expectAccessible(page, 'a run over a large pool');
  // Not over a few of them.
  await page.getByRole('textbox', { name: 'At most' }).fill('100');
  await expect(rows).toBeHidden();
  await page.getByRole('textbox', { name: 'At most' }).fill('');
  await expect(rows).toBeVisible();

  // So does a study; too small a part is refused, and a cancel leaves nothing.
  await goTo(page, '/studies/new');
  await expect(page.getByRole('heading', { name: 'New study' })).toBeVisible();
  await rows.fill('9000');
  await page.getByRole('button', { name: 'Take 9,000 rows as a data set' }).press('Enter');
  await expect(page.getByText(/A first phase of 9,000 rows is too small for 200,500/)).toBeVisible();
  await rows.fill('100000');
  await page.getByRole('button', { name: 'Take 100,000 rows as a data set' }).press('Enter');
  const progress = page.getByRole('progressbar', { name: 'Taking a first phase of chats' });
  await expect(progress).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(page.getByText('Canceled. Nothing was changed.')).toBeVisible();
  await rows.fill('10000');
  await expect(page.getByText(/That interval is 1\.\d\u00a0% of the scale wider/)).toBeVisible();
  await expectAccessible(page, 'a study of a large pool');
  await page.getByRole('button', { name: 'Take 10,000 rows as a data set' }).press('Enter');
  await expect(page).toHaveURL(/#\/studies\/new\/2$/);
  await expect(
    page.getByText(/^These 10,000 items are the first phase of 200,500, taken by chance\./),
  ).toBeVisible();
  await expect(rows).toBeHidden();

  await page.getByRole('textbox', { name: 'Sample size' }).fill('30');
  await page.getByRole('button', { name: 'Sample 30 items' }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  await expect(page.getByText('10,000 items, the first phase of 200,500')).toBeVisible();
  await expect(page.getByText('95.5\u00a0% for these items, 95\u00a0% for all 200,500')).toBeVisible();
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '5', '3', '4', '4', '2', '5', '3', '4', '4', '5'], 30);
  await goTo(page, '/studies/1/results');
  await expect(page.getByText(/^Of the 10,000 of the first phase: .*\(95\.5\u00a0%\)\.$/)).toBeVisible();
  await expect(page.getByText(/^Of all 200,500: .* \(95\u00a0%; .* wider to either side\)\.$/)).toBeVisible();
  await expectAccessible(page, 'Results of a first phase');
  await goTo(page, '/studies/1/report');
  const preview = page.frameLocator('iframe[title="Preview of the report"]');
  await expect(preview.getByText(/^Of all 200,500: /)).toBeVisible({ timeout: 60_000 });
  await expect(
    preview.getByText(/For the mean over all 200500 the interval is .*: wider by .* \(Serfling 1974/),
  ).toHaveCount(1);
  await goTo(page, '/data/2');
  await expect(page.getByText(/^These 10,000 items are the first phase of 200,500/)).toBeVisible();
  // A cancel left neither a data set nor a thing in the list.
  await goTo(page, '/data');
  await expect(page.getByRole('link', { name: /^chats/ })).toHaveCount(2);

  expect(errors).toEqual([]);
  await app.close();
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});
