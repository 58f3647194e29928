import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { invite, openPortal, smallTargets } from './phone.ts';
import { addEndpoint, goTo, openSample } from './steps.ts';

const asLeft = 'This is as you left it. It is not stored yet.';

test('a prompt that was changed and left is as it was left, until it is stored or started over', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/judges/prompts');
  const prompt = page.getByRole('combobox', { name: 'Prompt' });
  const other = await prompt.getByRole('option').nth(1).getAttribute('value');
  await prompt.selectOption(other);
  const task = page.getByRole('textbox', { name: 'What the judge is to do' });
  const stored = await task.inputValue();
  await task.fill('Be strict. {{criteria}}');
  await expect(page.getByText(asLeft)).toBeHidden();
  await page.getByRole('link', { name: 'Studies' }).click();
  await goTo(page, '/judges/prompts');
  await expect(prompt).toHaveValue(other!);
  await expect(task).toHaveValue('Be strict. {{criteria}}');
  await expect(page.getByText(asLeft)).toBeVisible();
  await expectAccessible(page, 'a prompt that was left');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(task).toHaveValue(stored);
  await expect(page.getByText(asLeft)).toBeHidden();

  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await page.getByRole('button', { name: 'Store as a new version' }).click();
  await expect(prompt).toContainText('Mine, version 1');
  await goTo(page, '/studies');
  await goTo(page, '/judges/prompts');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine');
  await expect(page.getByText(asLeft)).toBeHidden();
});

test('the wording of a study, a new study and a new judge are as they were left', async ({ page }) => {
  await openSample(page);
  const question = page.getByRole('textbox', { name: 'Question shown with each item' });
  await goTo(page, '/studies/1/setup');
  const stored = await question.inputValue();
  await question.fill('Would you send it?');
  await goTo(page, '/studies/new');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('17');
  await page.getByRole('button', { name: 'Name, question and guidelines…' }).click();
  await page.getByRole('textbox', { name: 'Guidelines' }).fill('5: I would send it.');
  await goTo(page, '/studies/1/setup');
  await expect(question).toHaveValue('Would you send it?');
  await expect(page.getByText(asLeft)).toBeVisible();
  await page.getByRole('button', { name: 'Save wording' }).click();
  await expect(page.getByText(asLeft)).toBeHidden();
  await goTo(page, '/studies/new');
  await expect(page.getByRole('textbox', { name: 'Sample size' })).toHaveValue('17');
  await expect(page.getByRole('textbox', { name: 'Guidelines' })).toHaveValue('5: I would send it.');
  await goTo(page, '/studies/1/setup');
  await expect(question).toHaveValue('Would you send it?');
  await expect(page.getByText(asLeft)).toBeHidden();
  expect(stored).not.toBe('Would you send it?');

  await addEndpoint(page, 'http://127.0.0.1:9');
  await goTo(page, '/judges');
  const name = page.getByRole('textbox', { name: 'Name' });
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await name.fill('strict');
  await goTo(page, '/data');
  await goTo(page, '/judges');
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await expect(name).toHaveValue('strict');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'New judge' }).first().click();
  await expect(name).toHaveValue('');
});

test('a form outlasts a reload, but for what may hold a key', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('17');
  await page.getByRole('button', { name: 'Name, question and guidelines…' }).click();
  await page.getByRole('textbox', { name: 'Guidelines' }).fill('5: I would send it.');
  await goTo(page, '/judges/endpoints');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://me:wool@127.0.0.1:9/v1');
  await goTo(page, '/studies/new');
  await page.reload();
  await expect(page.getByText(asLeft)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Sample size' })).toHaveValue('17');
  await expect(page.getByRole('textbox', { name: 'Guidelines' })).toHaveValue('5: I would send it.');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    'wool',
  );
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Sample size' })).toHaveValue('30');
});

test('a form that was left is not that of a project made afresh', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/setup');
  const question = page.getByRole('textbox', { name: 'Question shown with each item' });
  const stored = await question.inputValue();
  await question.fill('Of the first project');
  await goTo(page, '/studies');
  await page.getByRole('button', { name: 'Start the sample afresh' }).click();
  await page.getByRole('button', { name: 'Start afresh', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Making the sample project' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start labeling' })).toBeVisible({ timeout: 60_000 });
  await goTo(page, '/studies/1/setup');
  await expect(question).toHaveValue(stored);
  await expect(page.getByText(asLeft)).toBeHidden();
});

test('a number that is needed is cleared and typed anew; left empty, the one before stands', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  const size = page.getByRole('textbox', { name: 'Sample size' });
  await size.fill('');
  await expect(page.getByRole('button', { name: 'Sample 30 items' })).toBeVisible();
  await size.pressSequentially('12');
  await expect(size).toHaveValue('12');
  await expect(page.getByRole('button', { name: 'Sample 12 items' })).toBeVisible();
  await size.fill('');
  await size.pressSequentially('0');
  await size.blur();
  await expect(size).toHaveValue('12');
  const most = page.getByRole('textbox', { name: 'Most labels' });
  await most.pressSequentially('040');
  await most.blur();
  await expect(most).toHaveValue('40');
});

test('what is pasted into a number is that number or refused in words, never another one', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  const size = page.getByRole('textbox', { name: 'Sample size' });
  const start = page.getByRole('button', { name: 'Sample 30 items' });
  await expect(start).toBeVisible();
  for (const [text, said] of [
    ['1e9', /^From 1 to \d+\./],
    ['0x10', /“0x10” is not a number/],
    ['1,5', /whole number/],
    ['5%', /“5%” is not a number/],
    ['-3', /^From 1 to/],
    ['999999', /^From 1 to/],
  ] as const) {
    await size.selectText();
    await page.keyboard.insertText(text);
    await expect(size).toHaveValue(text);
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    await expect(start).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(size).toHaveValue(text);
    await size.blur();
    await expect(size).toHaveValue('30');
    await expect(page.getByRole('alert').filter({ hasText: 'It stays 30.' })).toBeVisible();
  }
  await size.selectText();
  await page.keyboard.insertText('٣');
  await expect(page.getByRole('button', { name: 'Sample 3 items' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'stays' })).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await expect(size).toHaveValue('4');
});

test('a prompt without a text says what it lacks, and a criterion takes no name beyond its limit', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/judges/prompts');
  await page.getByRole('textbox', { name: 'What the judge is to do' }).fill('');
  await expect(page.getByText('Say what the judge is to do.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Store as a new version' })).toBeDisabled();
  await expect(page.getByText('A value does not fit')).toBeHidden();
  await goTo(page, '/studies/new');
  await page.getByRole('button', { name: 'New rating criterion…' }).press('Enter');
  const name = page.getByRole('textbox', { name: 'Name of the criterion' });
  await expect(name).toBeFocused();
  await page.keyboard.insertText('x'.repeat(400));
  await expect(name).toHaveValue(/^x{50,200}$/);
});

test('a name says that its limit is reached', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team');
  const name = page.getByRole('textbox', { name: 'New annotator' });
  const note = page.getByRole('status').filter({ hasText: 'The limit of 100 characters is reached' });
  await name.fill('A'.repeat(99));
  await expect(note).toBeHidden();
  await name.focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText('nna and more');
  await expect(note).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(note).toBeHidden();
});

test('a page that is older than the Assay that answers says so, and what was typed outlasts loading it again', async ({
  page,
  browser,
}) => {
  await openSample(page);
  await goTo(page, '/studies/1/setup');
  const question = page.getByRole('textbox', { name: 'Question shown with each item' });
  const words = page.getByText('Assay was updated.');
  await question.fill('Would you send it?');
  await expect(words).toBeHidden();
  const update = (one: Page) =>
    one.route('**/rpc/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'assay-page': 'index-newer.js' } });
    });
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const guest = await invite(page, browser, 'Ada');
  await guest.getByRole('button', { name: /^(Begin|I have read the guidelines)$/ }).tap();
  await expect(guest.getByRole('group', { name: 'Rating' })).toBeVisible();
  await update(guest);
  await guest.getByRole('button', { name: 'Messages' }).tap();
  await expect(guest.getByText('This page was updated.')).toBeVisible();
  await expectAccessible(guest, 'an annotator’s page that is older');
  expect(await smallTargets(guest)).toEqual([]);
  await guest.unroute('**/rpc/**');
  await guest.getByRole('button', { name: 'Load again' }).tap();
  await expect(guest.getByRole('group', { name: 'Rating' })).toBeVisible();
  await expect(guest.getByText('This page was updated.')).toBeHidden();
  await guest.context().close();

  await update(page);
  await goTo(page, '/studies/1/team/members');
  await expect(words).toBeVisible();
  await expectAccessible(page, 'a page that is older');
  await page.unroute('**/rpc/**');
  await page.getByRole('button', { name: 'Load again' }).click();
  await expect(words).toBeHidden();
  await goTo(page, '/studies/1/setup');
  await expect(question).toHaveValue('Would you send it?');
});
