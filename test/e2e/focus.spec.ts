import type { Page } from '@playwright/test';
import { startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { addEndpoint, drawStudy, goTo, openSample } from './steps.ts';

/** Presses a button by the keyboard alone. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

const focused = (page: Page) => page.locator(':focus');

test('what a button opens has the focus, and the button has it back', async ({ page }) => {
  test.slow();
  const server = await startLlmServer();
  await openSample(page);
  await goTo(page, '/studies/1/results');
  await page.getByRole('button', { name: 'Set a goal…' }).waitFor();
  await press(page, 'Set a goal…');
  await expect(focused(page)).toHaveJSProperty('tagName', 'INPUT');
  await goTo(page, '/studies/new');
  await page.getByRole('button', { name: 'New rating criterion…' }).waitFor();
  await press(page, 'New rating criterion…');
  await expect(focused(page)).toHaveJSProperty('tagName', 'INPUT');
  await press(page, 'Cancel');
  await expect(page.getByRole('button', { name: 'New rating criterion…' })).toBeFocused();
  await press(page, 'New rating criterion…');
  await page.keyboard.type('kindness');
  await page.keyboard.press('Enter');
  const measured = page.getByRole('combobox', { name: 'What is measured' }).locator('option:checked');
  await expect(measured).toHaveText(/^kindness/);
  await addEndpoint(page, server.url);
  for (const [path, opener] of [
    ['/judges/endpoints', 'Change'],
    ['/judges/endpoints', 'Add an endpoint'],
    ['/judges', 'New judge'],
    ['/research/protocols', 'New run'],
  ] as const) {
    await goTo(page, path);
    await page.getByRole('button', { name: opener }).first().waitFor();
    await press(page, opener);
    await expect(page.locator('main :is(input, select):focus')).toBeVisible();
    await press(page, /^(Cancel|Close)$/);
    await expect(page.getByRole('button', { name: opener }).first()).toBeFocused();
  }
  await goTo(page, '/judges');
  await press(page, 'New judge');
  await page.getByRole('textbox', { name: 'Name' }).fill('strict');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Run strict, version 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New judge' })).toBeFocused();
  await server.close();
});

test('what cannot be undone is not confirmed by one key pressed twice, and Escape calls it off', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/studies/1/setup');
  const remove = page.getByRole('button', { name: 'Remove study…' });
  await press(page, 'Remove study…');
  const asked = page.getByRole('group', { name: /^Remove this study/ });
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/studies$/);
});

test('dialogs begin at what is chosen there, and a finished sample at its heading', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team');
  const name = page.getByRole('textbox', { name: 'New annotator' });
  for (const who of ['Ada', 'Ben']) {
    await name.fill(who);
    await name.press('Enter');
    await page.getByRole('button', { name: `Edit ${who}` }).waitFor();
  }
  await press(page, /^Labeling: |^Who is labeling/);
  const dialog = page.getByRole('dialog', { name: 'Who is labeling?' });
  await expect(dialog.getByRole('button', { name: 'Ada' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Labeling: Ada/ })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('report');
  await expect(page.getByRole('button', { name: /^Export the report/ })).toBeVisible();
  await expectAccessible(page, 'the palette with a choice');
  await page.keyboard.press('Escape');

  await drawStudy(page, { system: 'heron', size: 2, seed: 3 });
  await page.getByRole('link', { name: 'Start labeling' }).click();
  for (let done = 1; done <= 2; done++) {
    await expect(page.getByText(`Item ${done} of 2`, { exact: true })).toBeVisible();
    await page.keyboard.press('4');
    if (done < 2) await expect(page.getByRole('progressbar', { name: `${done} of 2 done` })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'See the results' })).toBeFocused();
  // The next person reads that nothing waits for them.
  await page
    .getByRole('button', { name: /^Labeling: Ada/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: 'Ben' }).click();
  await expect(
    page.getByText('All are labeled already. A label of yours is one more beside that.'),
  ).toBeVisible();
});

test('a button that was at work has the focus back', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/report');
  const download = page.getByRole('button', { name: 'Download: Report, HTML' });
  await download.focus();
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  await saved;
  await expect(download).toBeEnabled();
  await expect(download).toBeFocused();
});

test('what takes the place of a form that is sent has the focus', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/data/import');
  await page.locator('main input[type=file]').setInputFiles({
    name: 'wool.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('question,reply\nWhere is wool washed?,In the river.\nWho spins it?,The miller.\n'),
  });
  await press(page, 'Only import');
  await expect(page.getByRole('heading', { name: 'wool', level: 1 })).toBeVisible();
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);

  await goTo(page, '/studies/new');
  await page.getByRole('button', { name: /^Sample \d+ items$/ }).waitFor();
  await press(page, /^Sample \d+ items$/);
  await expect(page).toHaveURL(/label$/);
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});

test('a row that is taken out gives the focus to the row beside it, else to what follows', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  await page.getByRole('button', { name: 'Change what is asked…' }).waitFor();
  await press(page, 'Change what is asked…');
  await page
    .getByRole('combobox', { name: 'The measure is asked for as' })
    .selectOption('One of several options');
  await press(page, 'Add an option');
  await press(page, 'Remove option 4');
  await expect(page.getByRole('button', { name: 'Remove option 3' })).toBeFocused();
  await press(page, 'Add a question');
  await press(page, 'Remove question 1');
  await expect(page.getByRole('checkbox', { name: 'Ask for a correction' })).toBeFocused();
});

test('a row that is added to a form has the focus', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  await page.getByRole('button', { name: 'Change what is asked…' }).waitFor();
  await press(page, 'Change what is asked…');
  await page
    .getByRole('combobox', { name: 'The measure is asked for as' })
    .selectOption('One of several options');
  await press(page, 'Add an option');
  await expect(page.getByRole('textbox', { name: 'Option 4', exact: true })).toBeFocused();
  await press(page, 'Add a question');
  await expect(
    page.getByRole('group', { name: 'Question 1' }).getByRole('textbox', { name: 'Question', exact: true }),
  ).toBeFocused();
});
