import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { drawStudy, goTo, labelByKeyboard, openSample, sampleStudy } from './steps.ts';

/** Downloads the labels as CSV, or saves them by the system's dialog; gives where they lie. */
async function keepLabels(page: Page, app: RunningApp): Promise<string> {
  await page.locator('summary', { hasText: 'Labels and numbers as tables' }).click();
  if (app.runsIn === 'loopback') {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download: Labels, CSV' }).click();
    return (await downloading).path();
  }
  const file = path.join(app.dataDir, 'kept.csv');
  await app.answerFile(file);
  await page.getByRole('button', { name: 'Save: Labels, CSV' }).click();
  await expect(page.getByText(`Saved to ${file}`)).toBeVisible();
  return file;
}

const keys = ['4', '2', '5', '5', '1', '3', '4', '4', '2', '5'];

test('a new study is drawn by clicking, and is ready to label', async ({ page }) => {
  await openSample(page);
  await drawStudy(page, { system: 'heron', size: 12, seed: 3 });
  await page.getByRole('link', { name: /label/i }).last().click();
  await labelByKeyboard(page, ['5', '4'], 12);
});

test('the estimate moves while one person labels alone, and says at ten labels what it says now', {
  tag: '@shell',
}, async ({ page, app }) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  const strip = page.getByRole('region', { name: 'Estimate while labeling' });
  // Before the first label a number would be what a machine says.
  await expect(strip).toContainText('No estimate yet');
  await labelByKeyboard(page, keys.slice(0, 9), 30);
  await expect(strip).toContainText(/[1-5]\.\d{1,2} between [1-5]\.\d{1,2} and [1-5]\.\d/);
  await expect(strip).toContainText('9 labels counted');
  await expect(strip).toContainText('21 labels to go.');
  await expect(page.getByText(/Ten labels are in/)).toHaveCount(0);
  await page.keyboard.press(keys[9]!);
  const note = page
    .getByRole('status')
    .filter({ hasText: /Ten labels are in\. About [1-5]\.\d{1,2} of 5, between/ });
  await expect(note.getByRole('link', { name: 'See the results' })).toBeVisible();
  // The note takes no key: the next one answers the item.
  await page.keyboard.press('3');
  await expect(page.getByRole('progressbar', { name: '11 of 30 done' })).toBeVisible();
  await expectAccessible(page, 'labeling with the estimate in view');
  await page.getByRole('button', { name: 'Hide the estimate' }).click();
  await expect(strip).toHaveCount(0);
  // The stand-in takes no reload.
  if (app.runsIn === 'loopback') await page.reload();
  await expect(page.getByRole('button', { name: 'Show the estimate' })).toBeVisible();
  await expect(strip).toHaveCount(0);
  await goTo(page, '/studies/1/report');
  const preview = page.getByTitle('Preview of the report');
  await expect(preview).toHaveAttribute(
    'srcdoc',
    /The estimate was visible while \d+ of the labels were given\./,
  );
});

test('the estimate is hidden, and says why, as soon as several people label', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  const strip = page.getByRole('region', { name: 'Estimate while labeling' });
  await expect(strip).toBeVisible();
  await goTo(page, '/studies/1/team/members');
  await page.getByRole('textbox', { name: 'New annotator' }).fill('Ärne');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ärne').first()).toBeVisible();
  await goTo(page, '/studies/1/label');
  const locked = page.getByRole('button', {
    name: /^The estimate is hidden\. Several people label this study/,
  });
  await expect(locked).toBeVisible();
  await locked.click({ force: true });
  await expect(strip).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('checkbox', { name: 'Show the estimate while labeling' })).toBeDisabled();
});

test('ten labels by keyboard give an estimate with its interval, and a report to keep', {
  tag: '@shell',
}, async ({ page, app }) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, keys, 30);

  await page.getByRole('link', { name: 'Results' }).first().click();
  await expect(page.getByRole('heading', { name: sampleStudy })).toBeVisible();
  const estimate = page.getByRole('region', { name: 'Estimate', exact: true });
  await expect(estimate).toContainText('10 of 300 labeled');
  await page.getByText(/^For researchers: methods/).click();
  const row = page.getByRole('row', { name: /^Calibrated this study/ });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/^[1-5]\.\d{1,2}$/);
  await expect(row.getByRole('cell').nth(2)).toContainText(/[1-5]\.\d{1,2} .*[1-5]\.\d/);

  await page.getByRole('link', { name: 'Report', exact: true }).first().click();
  const preview = page.getByTitle('Preview of the report');
  await expect(preview).toHaveAttribute('srcdoc', new RegExp(sampleStudy.replace('?', '')));
  const rows = readFileSync(await keepLabels(page, app), 'utf8')
    .trim()
    .split('\n');
  expect(rows).toHaveLength(1 + keys.length);
  expect(rows[0]).toContain('probability');
});

test('undo takes back the last label across the step to the next item; who comes back finds what is stored', async ({
  page,
  app,
}) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['3', '3'], 30);
  await page.getByRole('button', { name: 'Undo the last answer' }).click();
  await expect(page.getByRole('progressbar', { name: '1 of 30 done' })).toBeVisible();
  await expect(page.getByText('Item 2 of 30', { exact: true })).toBeVisible();
  await expect(page.getByText('Taken back: 3.')).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('progressbar', { name: '2 of 30 done' })).toBeVisible();
  if (app.runsIn === 'loopback') await page.reload();
  else {
    await goTo(page, '/');
    await page.getByRole('heading', { name: 'Sample project' }).waitFor();
    await goTo(page, '/studies/1/label');
  }
  await expect(page.getByRole('progressbar', { name: '2 of 30 done' })).toBeVisible();
});

test('the label screen receives nothing that could sway the person', async ({ page, app }) => {
  test.skip(
    app.runsIn !== 'loopback',
    'reads what crosses HTTP; the same calls cross the port of the desktop',
  );
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/rpc\/label\//.test(response.url())) answers.push(response.text());
  });
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '4', '4'], 30);
  const bodies = await Promise.all(answers);
  expect(bodies.length).toBeGreaterThan(3);
  for (const telling of ['sparrow', 'lenient-judge', '"p36', 'surrogate', 'probability', 'hardness']) {
    expect(
      bodies.filter((body) => body.includes(telling)),
      telling,
    ).toEqual([]);
  }
});
