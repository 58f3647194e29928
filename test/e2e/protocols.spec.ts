import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { goTo, openSample } from './steps.ts';

/** Replays recorded responses of a system of the sample with Auto-Gold, by the form, until it is done. */
async function replaySystem(page: Page, system: string): Promise<void> {
  await goTo(page, '/research/protocols');
  await page.getByRole('button', { name: 'New run' }).first().click();
  await page.getByRole('combobox', { name: 'Model under test: system' }).selectOption(system);
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('f1-squad1');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: `Auto-Gold: ${system}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use as a machine score' })).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden({ timeout: 90_000 });
}

// Two runs and five checks of accessibility take their time on a busy machine.
test.slow();

test('two replays, a conversation, the comparison with people, the paper check', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/research/protocols');
  await expect(page.getByRole('heading', { name: 'No run yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New run' }).first().click();
  await expect(page.getByText(/300 questions with gold answers/)).toBeVisible();
  await expectAccessible(page, 'the form of a new run');
  await page.getByRole('combobox', { name: 'Protocol', exact: true }).selectOption('rewrite');
  await page
    .getByRole('combobox', { name: 'Finds questions that no longer fit', exact: true })
    .selectOption('endpoint');
  await expect(page.getByText('At most 260 requests to models.')).toBeVisible();
  await expectAccessible(page, 'the form of a rewriting replay');
  await page.getByRole('button', { name: 'Close' }).click();

  await goTo(page, '/research/personas');
  await page.getByRole('textbox', { name: 'Name' }).fill('gardener');
  await page.getByRole('button', { name: 'Store as a new version' }).click();
  await expect(page.getByRole('combobox', { name: 'Persona' })).toHaveValue('gardener, version 1');
  await expectAccessible(page, 'the personas');
  await goTo(page, '/research/protocols');
  await page.getByRole('button', { name: 'New run' }).first().click();
  await page.getByRole('combobox', { name: 'Protocol', exact: true }).selectOption('iqa-eval');
  await page.getByRole('textbox', { name: 'gardener, version 1' }).fill('20');
  await expect(page.getByText('The shares sum to 120 % and are scaled to 100 %.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a judge' }).click();
  await expect(page.getByRole('combobox', { name: 'Judge 2: endpoint' })).toBeVisible();
  await expectAccessible(page, 'the form of IQA-EVAL');
  await page.getByRole('button', { name: 'Close' }).click();

  await replaySystem(page, 'heron');
  await replaySystem(page, 'wren');
  await page.getByRole('button', { name: 'Use as a machine score' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'now scores 300 items of wren' })).toBeVisible();
  await expectAccessible(page, 'a run');

  await page.getByRole('group', { name: 'Conversations' }).last().getByRole('link').first().click();
  await expect(page.getByText('What led to the lighthouse at Skerrow Point being built?')).toBeVisible();
  await expectAccessible(page, 'a conversation');

  await goTo(page, '/research/comparison');
  await page.getByRole('combobox', { name: "People's judgment" }).selectOption('helpful');
  await expect(page.getByRole('row', { name: 'People: helpful heron' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'heron and wren' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Questions without an answer' })).toBeVisible();
  await expectAccessible(page, 'the comparison');

  await goTo(page, '/research/papers');
  await expect(page.getByRole('row', { name: /average consistency of MCM.*97\.37.*97\.93/ })).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page, 'the paper check');
});
