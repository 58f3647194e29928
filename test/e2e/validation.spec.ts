import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { invite, isBarClear, openPortal, sidewaysScroll, smallTargets, tapWord } from './phone.ts';
import { drawStudy, goTo, makeProject } from './steps.ts';

const conversations = [
  {
    id: 'light',
    group: 'light',
    conversation: ['Who kept the light?', 'Where was she born?', 'What did it burn?'],
    context: 'Edda Halloran kept the light at Skerrow Point for nineteen years. She was born in Tannoch.',
    answers: ['Edda Halloran', 'at Skerrow Point', 'CANNOTANSWER'],
  },
  {
    id: 'library',
    group: 'library',
    conversation: ['متى افتتحت المكتبة؟', 'من كان مديرها الأول؟'],
    context: 'افتتحت المكتبة عام ألف وتسعمئة وعشرين، وكانت سلمى حداد مديرتها الأولى.',
    answers: ['عام ألف وتسعمئة وعشرين', 'CANNOTANSWER'],
  },
].map(({ conversation, answers, ...rest }) => ({
  ...rest,
  conversation: conversation.map((content) => ({ role: 'user', content })),
  references: answers.map((answer) => [answer]),
  responses: { heron: answers },
}));

async function importConversations(page: Page, app: RunningApp): Promise<void> {
  const file = path.join(app.dataDir, 'talks.jsonl');
  writeFileSync(file, conversations.map((one) => `${JSON.stringify(one)}\n`).join(''));
  await makeProject(page, app, 'Talks');
  await goTo(page, '/data/import');
  await page.getByRole('heading', { name: 'Import data' }).waitFor();
  if (app.runsIn === 'loopback') await page.locator('main input[type=file]').setInputFiles(file);
  else {
    await app.answerFile(file);
    await page.getByRole('button', { name: 'Choose a file…' }).click();
  }
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into talks' })).toBeVisible();
}

async function validateAs(page: Page, name: string): Promise<void> {
  await goTo(page, '/research/validation');
  await page.getByRole('button', { name: /^(Say your name|Somebody else)$/ }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`You validate as ${name}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Validate the next conversation' }).click();
}

const questionIs = (page: Page, question: string) =>
  expect(page.getByRole('heading', { name: question, level: 1 })).toBeFocused();

/** The English conversation by keyboard: correct, incorrect with the span of two words, unanswerable. */
async function validateLight(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await questionIs(page, 'Who kept the light?');
  await expect(page.getByRole('region', { name: 'The answer' })).toBeHidden();
  await page.keyboard.press('3');
  await expect(page.getByRole('region', { name: 'The answer' })).toContainText('Edda Halloran');
  await expectAccessible(page, 'a question with its answer');
  await page.keyboard.press('c');
  await questionIs(page, 'Where was she born?');
  await page.keyboard.press('1');
  await questionIs(page, 'What did it burn?');
  await page.keyboard.press('u');
  await questionIs(page, 'Where was she born?');
  await page.keyboard.press('3');
  await expect(page.getByRole('region', { name: 'The answer' })).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByRole('listbox', { name: /select the right answer/ })).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('in Tannoch');
  await expectAccessible(page, 'the selection of a span');
  await page.keyboard.press('Enter');
  await questionIs(page, 'What did it burn?');
  await expect(page.getByText('You: incorrect; right is “in Tannoch”')).toBeVisible();
  await page.keyboard.press('2');
}

/** The Arabic conversation: the arrow to the left goes forward; a drag selects with the mouse. */
async function validateLibrary(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await questionIs(page, 'متى افتتحت المكتبة؟');
  await page.keyboard.press('3');
  await expect(page.getByRole('region', { name: 'The answer' })).toBeVisible();
  await page.keyboard.press('i');
  await expect(page.getByRole('listbox', { name: /select the right answer/ })).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('افتتحت المكتبة');
  await page.getByRole('option', { name: 'سلمى' }).hover();
  await page.mouse.down();
  await page.getByRole('option', { name: 'حداد' }).hover();
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('سلمى حداد');
  await page.getByRole('button', { name: 'Take the selection' }).click();
  await questionIs(page, 'من كان مديرها الأول؟');
  await page.keyboard.press('2');
}

async function validateAll(page: Page): Promise<void> {
  for (const left of [2, 1]) {
    await expect(page.getByRole('button', { name: 'I have read the passage' })).toBeVisible();
    await expect(page.getByText(`${2 - left} conversation`, { exact: false }).first()).toBeVisible();
    const passage = page.getByRole('region', { name: 'Passage' });
    await expect(passage).toBeFocused();
    const isLight = (await passage.textContent())?.includes('Skerrow') ?? false;
    await (isLight ? validateLight(page) : validateLibrary(page));
    await expect(page.getByRole('button', { name: 'Go on' })).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { name: 'Nothing is left for you' })).toBeVisible();
}

test.slow();

test('two validators by keyboard, blind to each other, and the outcome of both', async ({ page, app }) => {
  await importConversations(page, app);
  await goTo(page, '/research/validation');
  await page.getByRole('button', { name: 'Open answers to validation' }).click();
  await expectAccessible(page, 'the form that opens answers');
  await page.getByRole('combobox', { name: 'Answers of' }).selectOption('heron');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('cell', { name: '0 of 2' })).toBeVisible();
  await expectAccessible(page, 'the list of what is open');

  await validateAs(page, 'Noor');
  await validateAll(page);
  await validateAs(page, 'Ola');
  await expect(page.getByText(/Tannoch.*right is/)).toBeHidden();
  await validateAll(page);

  await goTo(page, '/research/validation');
  await expect(page.getByRole('cell', { name: '2 of 2' })).toBeVisible();
  await page.getByRole('link', { name: /^Outcome of run/ }).click();
  await expect(page.getByRole('heading', { name: 'Validated answers: heron' })).toBeVisible();
  // Correct: who kept the light, and two refusals; incorrect: two. All agree.
  await expect(page.getByText(/^60\s%/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Unanswerable, correct, incorrect 1\.000 5/ })).toBeVisible();
  await expect(page.getByText('Right: in Tannoch · in Tannoch')).toBeVisible();
  await expectAccessible(page, 'the outcome');
  await expect(page.getByText('60 % of 5 decided; no interval')).toBeVisible();

  // On paper stands the outcome alone and whole, in the light scheme.
  await page.evaluate(() => document.documentElement.setAttribute('data-mantine-color-scheme', 'dark'));
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  const printed = await page.evaluate(() => ({
    scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
    isWhole: document.documentElement.scrollHeight > innerHeight,
    scrolls: [...document.querySelectorAll('main, main *')].filter(
      (one) => getComputedStyle(one).overflowY === 'auto',
    ).length,
  }));
  expect(printed).toEqual({ scheme: 'light', isWhole: true, scrolls: 0 });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });

  // With a third validator each, the figures wait for theirs.
  await page.getByRole('textbox', { name: 'Validators each' }).fill('3');
  await page.getByRole('button', { name: 'Change the number' }).click();
  await expect(page.getByText('5 questions of 5 still to validate')).toBeVisible();
});

test('answers are validated by a link on a phone, step by step', async ({ page, app, browser }) => {
  await importConversations(page, app);
  await goTo(page, '/research/validation');
  await page.getByRole('button', { name: 'Open answers to validation' }).click();
  await page.getByRole('combobox', { name: 'Answers of' }).selectOption('heron');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('cell', { name: '0 of 2' })).toBeVisible();
  await drawStudy(page, { system: 'heron', size: 2, seed: 7 });
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const run = page.getByRole('checkbox', { name: /^Recorded conversation/ });
  await run.click();
  await expect(run).toBeChecked();
  const guest = await invite(page, browser, 'Noor');
  await guest.getByRole('button', { name: 'Begin' }).tap();
  await guest.getByRole('button', { name: 'Validate answers' }).tap();
  const fits = async (name: string) => {
    expect(await smallTargets(guest), name).toEqual([]);
    expect(await sidewaysScroll(guest), name).toBe(0);
    expect(await isBarClear(guest), name).toBe(true);
    await expectAccessible(guest, name);
  };
  await expect(guest.getByText('2 conversations to validate.')).toBeVisible();
  await fits('a passage on a phone');
  await guest.getByRole('button', { name: 'I have read the passage' }).tap();
  const question = guest.getByRole('region', { name: 'Question' });
  await expect(question.getByText('Question 1 of')).toBeVisible();
  await expect(question.getByText(/^Answer: /)).toBeHidden();
  await fits('a question on a phone');
  await question.getByRole('button', { name: /^Answerable/ }).tap();
  await expect(question.getByText(/^Answer: /)).toBeVisible();
  await fits('an answer on a phone');
  await question.getByRole('button', { name: /^Incorrect/ }).tap();
  await expect(question.getByText('Mark the words in the passage above.')).toBeVisible();
  await fits('the words of the right answer on a phone');
  await guest.getByRole('button', { name: 'Take back' }).tap();
  await question.getByRole('button', { name: /^Incorrect/ }).tap();
  const passage = guest.getByRole('group', { name: /^Passage to pick from/ });
  await expect(passage).toBeInViewport();
  const words = (await passage.textContent())!.match(/\p{L}+/gu)!;
  await tapWord(guest, passage, words[0]!);
  await tapWord(guest, passage, words[2]!);
  await fits('words marked in a passage on a phone');
  await guest.getByRole('button', { name: 'Take these words' }).tap();
  const marked = words.slice(0, 3).join(' ');
  await expect(question.getByText('Question 2 of')).toBeVisible();
  await expect(guest.getByText(`right is “${marked}”`, { exact: false })).toBeVisible();
  await guest.getByRole('button', { name: 'Back to the items' }).tap();
  await expect(guest.getByRole('button', { name: 'Validate answers' })).toBeVisible();
  await guest.context().close();
});
