import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawStudy, goTo, labelByKeyboard, openSample } from './steps.ts';

const team = ['Ada', 'Ben', 'Cyd'] as const;

/** Somebody else sits down at the machine. */
async function sitDown(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Labeling: |^Who is labeling/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Who is labeling?' })
    .getByRole('button', { name: new RegExp(name) })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function setUpTeam(page: Page): Promise<void> {
  for (const name of team) {
    await page.getByRole('textbox', { name: 'New annotator' }).fill(name);
    await page.getByRole('textbox', { name: 'New annotator' }).press('Enter');
    await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
  }
  for (const name of team) await page.getByRole('checkbox', { name: new RegExp(name) }).check();
  await page.getByRole('textbox', { name: 'Annotators per item' }).fill('3');
  await page.getByText(/^Mean of the labels, .*: change$/).click();
  await page.getByRole('radio', { name: /adjudicated|decision/i }).check();
  await expectAccessible(page, 'Members');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. The audit trail', { exact: false })).toBeVisible();
}

test('three annotators: practice, batch, skip, disagreement, adjudication, report', async ({ page }) => {
  test.slow();
  await openSample(page);
  await drawStudy(page, { system: 'heron', size: 4, seed: 7 });
  const id = Number(/\/studies\/(\d+)\/setup$/.exec(page.url())?.[1]);
  await goTo(page, `/studies/${id}/team/members`);
  await setUpTeam(page);

  await goTo(page, `/studies/${id}/team/practice`);
  await page.getByRole('textbox', { name: 'Items', exact: true }).fill('2');
  await page.getByRole('button', { name: 'Start practice' }).click();
  await expect(page.getByText('Labeling is closed until practice is through')).toBeVisible();
  for (const name of team) {
    await sitDown(page, name);
    await goTo(page, `/studies/${id}/label`);
    await labelByKeyboard(page, ['5', '1'], 2);
    await expect(page.getByRole('heading', { name: 'Practice round 1 finished' })).toBeVisible();
  }
  await goTo(page, `/studies/${id}/team/practice`);
  await expect(page.getByText('Labeling is open: round 1 reached the target')).toBeVisible();
  await expectAccessible(page, 'Practice');

  // Ada and Ben agree; Cyd rates the first item otherwise and skips the last.
  for (const name of ['Ada', 'Ben']) {
    await sitDown(page, name);
    await goTo(page, `/studies/${id}/label`);
    await labelByKeyboard(page, ['4', '4', '4', '4'], 4);
    await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeVisible();
  }
  await sitDown(page, 'Cyd');
  await goTo(page, `/studies/${id}/label`);
  await labelByKeyboard(page, ['1', '4', '4'], 4);
  await expect(page.getByText('Item 4 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByText('Why skip this item?')).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeVisible();

  await goTo(page, `/studies/${id}/team/adjudication`);
  await expect(page.getByText('2 disagreements, 0 decided.', { exact: false })).toBeVisible();
  const item = page.getByRole('heading', { name: /^Item \d+, helpful$/ });
  let before = '';
  for (const decided of [1, 2]) {
    await expect(item).not.toHaveText(before);
    before = await item.innerText();
    await page.keyboard.press('4');
    await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('two of three say so');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`2 disagreements, ${decided} decided.`, { exact: false })).toBeVisible();
  }

  await goTo(page, `/studies/${id}/results`);
  await expect(page.getByText(/\b4 of 300 /).first()).toBeVisible();
  await goTo(page, `/studies/${id}/report`);
  const report = page.frameLocator('iframe');
  await expect(report.getByRole('heading', { name: 'Agreement of the annotators' })).toBeVisible();
  await report.getByText('Annex for researchers').click();
  await expect(report.getByText('two of three say so').first()).toBeVisible();
});
