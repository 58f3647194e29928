import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { goTo, labelByKeyboard } from './steps.ts';

const maker = path.join(import.meta.dirname, 'make-disagreement.ts');

/** Opens a project in which three annotators differ on half of the items. */
async function openDisagreement(page: Page, app: RunningApp): Promise<void> {
  const file = path.join(app.dataDir, 'wool.assay');
  execFileSync(process.execPath, [maker, file, path.join(app.dataDir, 'maker')]);
  if (app.runsIn === 'desktop') await app.answerFile(file);
  await page.getByRole('button', { name: 'Open project' }).first().click();
  if (app.runsIn === 'loopback') {
    await page.getByRole('textbox', { name: 'Folder' }).fill(app.dataDir);
    await page.getByRole('textbox', { name: 'Folder' }).press('Enter');
    await page.getByRole('button', { name: /wool\.assay/ }).click();
  }
  await expect(page.getByRole('heading', { name: 'wool', level: 1 })).toBeVisible();
}

const labeledOn = (page: Page, count: number) =>
  expect(page.getByText(new RegExp(`\\b${count} of 60 `)).first()).toBeVisible();

test('three annotators disagree, decisions by keyboard move the results', async ({ page, app }) => {
  test.slow();
  await openDisagreement(page, app);
  await goTo(page, '/studies/1/team/agreement');
  await expect(
    page.getByRole('heading', { name: 'How far do the annotators agree on helpfulness?' }),
  ).toBeVisible();
  await expect(page.getByText('Krippendorff (2004)', { exact: false })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Pairs of annotators' }).getByRole('row')).toHaveCount(4);
  await expectAccessible(page, 'Agreement');
  await page.getByRole('button', { name: 'Item 1: decide' }).click();

  await expect(page).toHaveURL(/#\/studies\/1\/team\/adjudication$/);
  await expect(page.getByRole('heading', { name: 'Item 1, helpfulness' })).toBeVisible();
  for (const name of ['Ada Lind', 'Ben Okoro', 'Cyd Reyes']) {
    await expect(page.getByRole('article', { name })).toBeVisible();
  }
  await expect(page.getByText('heron')).toHaveCount(0);
  await expectAccessible(page, 'Adjudication');
  await page.keyboard.press('2');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Write why', { exact: false })).toBeVisible();
  await page.keyboard.type('two of three');
  await page.keyboard.press('Enter');
  // The next open one of the list, which goes by how far the labels lie apart.
  await expect(page.getByRole('heading', { name: 'Item 3, helpfulness' })).toBeFocused();
  await expect(page.getByText('4 disagreements, 1 decided. You decide as ', { exact: false })).toBeVisible();

  // Draw 3 is open, so the estimate stands on the first two.
  await goTo(page, '/studies/1/results');
  await labeledOn(page, 2);
  await goTo(page, '/studies/1/team/adjudication');
  for (const [draw, key] of [
    [3, '4'],
    [8, '3'],
    [5, '3'],
  ] as const) {
    await expect(page.getByRole('heading', { name: `Item ${draw}, helpfulness` })).toBeVisible();
    await page.keyboard.press(key);
    await page.keyboard.type('read again');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByText('4 disagreements, 4 decided.', { exact: false })).toBeVisible();
  await goTo(page, '/studies/1/results');
  await labeledOn(page, 8);

  await goTo(page, '/studies/1/team/adjudication');
  await expect(page.getByText('Decided: 3')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('4 disagreements, 3 decided.', { exact: false })).toBeVisible();
  await expect(page.getByText('Decided: 3')).toHaveCount(0);

  // A fourth annotator speaks of the first item after its decision.
  await goTo(page, '/studies/1/label');
  await page.getByRole('textbox', { name: 'Someone else' }).fill('Dee');
  await page.getByRole('button', { name: 'Add' }).click();
  await labelByKeyboard(page, ['5'], 12);
  await goTo(page, '/studies/1/team/adjudication');
  await expect(page.getByText('1 decision older than a label of the item.', { exact: false })).toBeVisible();
  const outdated = page.getByRole('row').filter({ hasText: 'outdated' });
  await expect(outdated).toHaveCount(1);
  await outdated.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Item 1, helpfulness' })).toBeVisible();
  await expect(page.getByText('Outdated: a label of this item', { exact: false })).toBeVisible();
  await expectAccessible(page, 'An outdated decision');
  await page.keyboard.press('2');
  await page.keyboard.type('still two of four');
  await page.keyboard.press('Enter');
  await expect(page.getByText('older than a label', { exact: false })).toHaveCount(0);

  // Without names each answer stands alone.
  await goTo(page, '/studies/1/team/quality');
  await page.getByRole('checkbox', { name: 'Hide names while disagreements are decided' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await goTo(page, '/studies/1/team/adjudication');
  await expect(page.getByText('Names are hidden', { exact: false })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Answer 1' })).toBeVisible();
  for (const name of ['Ada Lind', 'Ben Okoro', 'Cyd Reyes']) {
    await expect(page.getByText(name)).toHaveCount(0);
  }
  await expectAccessible(page, 'Adjudication without names');
});
