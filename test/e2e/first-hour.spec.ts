import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { addEndpoint, goTo, labelByKeyboard } from './steps.ts';

test.use({ isFresh: true });

/** Twelve systems. */
const many = Array.from({ length: 12 }, (_, i) => `model-${i}`);

/** Clicks, counted: what a person does before the first item. */
class Hand {
  clicks = 0;

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }
}

/** Gives a file by the button of the first page: one click, then the system's dialog. */
async function chooseFile(page: Page, app: RunningApp, hand: Hand, file: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Choose a file…' });
  if (app.runsIn === 'desktop') {
    await app.answerFile(file);
    return hand.click(button);
  }
  const choosing = page.waitForEvent('filechooser');
  await hand.click(button);
  await (await choosing).setFiles(file);
}

const chats = Array.from(
  { length: 40 },
  (_, i) => `"How do I bake bread number ${i}?","Knead **well**, bread ${i}."`,
);

function chatFile(app: RunningApp, name = 'support chats.csv', rows: readonly string[] = chats): string {
  const file = path.join(app.dataDir, name);
  writeFileSync(file, ['prompt,output', ...rows].join('\n'));
  return file;
}

const projectsOf = (app: RunningApp): string[] => {
  try {
    return readdirSync(path.join(app.dataDir, 'projects')).filter((name) => name.endsWith('.assay'));
  } catch {
    return [];
  }
};

/** Ten answers, given one by one as each item stands on screen. */
const tenKeys = Array.from({ length: 10 }, (_, i) => String(1 + ((i + 1) % 5)));

const firstItem = (page: Page, size: number) => page.getByText(`Item 1 of ${size}`, { exact: true });

test('from a file to the first item in at most five clicks, to an estimate in ten keys more', async ({
  page,
  app,
}) => {
  const hand = new Hand();
  await chooseFile(page, app, hand, chatFile(app));
  await expect(page.getByRole('heading', { name: 'This is what we understood' })).toBeVisible();
  await expect(page.getByText('40 items, replies of assistant.')).toBeVisible();
  await expect(page.getByText('How helpful is this reply?')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start labeling' });
  const box = await start.boundingBox();
  expect(box!.y + box!.height, 'the button is above the fold').toBeLessThanOrEqual(800);
  // The obvious button has the focus: Enter would do.
  await expect(start).toBeFocused();
  await hand.click(start);
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
  expect(hand.clicks).toBeLessThanOrEqual(5);
  expect(projectsOf(app)).toEqual(['support chats.assay']);

  await labelByKeyboard(page, tenKeys, 30);
  await goTo(page, '/studies/1/results');
  await expect(page.getByRole('region', { name: 'Estimate', exact: true })).toContainText(/10 of 40 labeled/);
});

test('Enter starts, a second file of the same name gets a project of its own', async ({ page, app }) => {
  const file = chatFile(app);
  for (const expected of [['support chats.assay'], ['support chats 2.assay', 'support chats.assay']]) {
    await goTo(page, '/data/import');
    const another = page.getByRole('button', { name: 'Choose a file…' });
    if (app.runsIn === 'loopback') {
      await another.waitFor();
      await page.locator('main input[type=file]').setInputFiles(file);
    } else {
      await app.answerFile(file);
      await page.getByRole('button', { name: 'Choose a file…' }).click();
    }
    const start = page.getByRole('button', { name: 'Start labeling' });
    await start.waitFor();
    const into = page.getByRole('combobox', { name: 'Goes into' });
    if (expected.length > 1) await into.selectOption('new');
    await start.focus();
    // However often: one file makes one project.
    for (let times = 0; times < 3; times++) await page.keyboard.press('Enter');
    await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
    expect(projectsOf(app).sort()).toEqual(expected);
  }
});

test('nobody of the project before labels in one that a further file makes', async ({ page, app }) => {
  test.skip(app.runsIn !== 'loopback', 'gives the file to the page');
  await chooseFile(page, app, new Hand(), chatFile(app));
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await labelByKeyboard(page, ['3'], 30);
  // The window knows who labels here from the beginning.
  await goTo(page, '/data/import');
  await page.reload();
  await page.locator('main input[type=file]').setInputFiles(chatFile(app, 'other chats.csv'));
  await page.getByRole('combobox', { name: 'Goes into' }).selectOption('new');
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await labelByKeyboard(page, ['3'], 30);
});

test('a finished sample offers as many more as the file has, and none when each is labeled', async ({
  page,
  app,
}) => {
  await chooseFile(page, app, new Hand(), chatFile(app, 'few.csv', chats.slice(0, 12)));
  await page.getByRole('combobox', { name: 'Sample' }).selectOption('10');
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await labelByKeyboard(page, tenKeys, 10);
  await goTo(page, '/studies/1/setup');
  await expect(page.getByRole('button', { name: 'Grow to 12' })).toBeVisible();
  await goTo(page, '/studies/1/label');
  await page.getByRole('button', { name: 'Label 2 more' }).click();
  await page.getByText('Item 11 of 12', { exact: true }).waitFor();
  for (const done of [11, 12]) {
    await page.keyboard.press('4');
    await page.getByRole('progressbar', { name: `${done} of 12 done` }).waitFor();
  }
  await expect(page.getByText('Every item of the data is in the sample.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Label .* more/ })).toBeHidden();
  // An annotator who is invited now would find nothing to do.
  await goTo(page, '/studies/1/team/links');
  await page.getByRole('note').getByRole('link', { name: 'annotators per item' }).click();
  await expect(page.getByRole('textbox', { name: 'Annotators per item' })).toBeVisible();
});

test('a file with a fault is refused by its cause, mended by a click, and leaves nothing when left', async ({
  page,
  app,
}) => {
  const rows = Array.from({ length: 30 }, (_, i) => `What ${i}?;That ${i}.;${1 + (i % 4)},5`);
  const file = path.join(app.dataDir, 'scores.csv');
  writeFileSync(file, ['question;response;rating', ...rows].join('\n'));
  await chooseFile(page, app, new Hand(), file);
  await expect(page.getByText('30 problems to solve before anything is imported')).toBeVisible();
  await expect(page.getByText('and 27 more like these')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start labeling' })).toBeDisabled();
  await goTo(page, '/');
  await expect(page.getByRole('heading', { name: 'Drop a file of conversations here' })).toBeVisible();
  expect(projectsOf(app)).toEqual([]);

  await chooseFile(page, app, new Hand(), file);
  await page.getByRole('button', { name: 'Read the comma as decimal sign' }).click();
  await expect(page.getByText('Rate the reply.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
});

test('a file without a reply asks which column it is in, and one click tells', async ({ page, app }) => {
  const file = path.join(app.dataDir, 'quiz.csv');
  writeFileSync(file, 'question,answer\nWhat is two and two?,It is four.\nAnd three?,It is six.');
  const hand = new Hand();
  await chooseFile(page, app, hand, file);
  await expect(page.getByRole('heading', { name: 'No reply to judge yet' })).toBeVisible();
  await expectAccessible(page, 'a file without a reply');
  await hand.click(page.getByRole('button', { name: 'answer', exact: true }));
  await expect(page.getByText('It is four.').first()).toBeVisible();
  // Nobody has looked at what came: a second Enter does not start it.
  await expect(page.locator('main section:focus')).toContainText('The study we propose');
  await hand.click(page.getByRole('button', { name: 'Start labeling' }));
  await expect(firstItem(page, 2)).toBeVisible({ timeout: 60_000 });
  // One name everywhere, also where the system must not be told.
  await expect(page.getByText('Helpfulness on quiz', { exact: true })).toBeVisible();
  expect(hand.clicks).toBeLessThanOrEqual(5);
});

test('of two texts that may be replies both are taken by a click, each of a system', async ({
  page,
  app,
}) => {
  const file = path.join(app.dataDir, 'answers.csv');
  const rows = [1, 2, 3].map((n) => `What is ${n}?,It is the number ${n}.,The ${n} is a number.`);
  writeFileSync(file, ['question,answer1,answer2', ...rows].join('\n'));
  const hand = new Hand();
  await chooseFile(page, app, hand, file);
  await hand.click(page.getByRole('button', { name: 'Replies of 2 systems: answer1, answer2' }));
  await expect(page.getByText('3 items, replies of answer1, answer2. No scores.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start labeling' })).toBeEnabled();
});

test('the preview shows the reply that the study is of, and both of a comparison', async ({ page, app }) => {
  const file = path.join(app.dataDir, 'replies.jsonl');
  const lines = Array.from({ length: 12 }, (_, i) =>
    JSON.stringify({
      id: `item-${i}`,
      conversation: [{ role: 'user', content: `What is number ${i}?` }],
      responses: {
        reference: `Gold ${i}.`,
        ...Object.fromEntries(many.map((name) => [name, `${name}, ${i}.`])),
      },
    }),
  );
  writeFileSync(file, lines.join('\n'));
  await chooseFile(page, app, new Hand(), file);
  const first = page.getByRole('region', { name: 'Item item-0', exact: true });
  await expect(first).toContainText('Item item-0, with 13 replies: here model-0');
  await expect(first).toContainText('model-0, 0.');
  await page.getByRole('combobox', { name: 'Whose replies' }).selectOption('model-11');
  await expect(first).toContainText('model-11, 0.');
  await expect(first).not.toContainText('Gold 0.');
  const pairs = path.join(app.dataDir, 'pairs.csv');
  const rows = Array.from({ length: 4 }, (_, i) => `Which is ${i}?,ash,birch,This ${i}.,That ${i}.,model_a`);
  writeFileSync(pairs, ['prompt,model_a,model_b,response_a,response_b,winner', ...rows].join('\n'));
  await goTo(page, '/');
  await chooseFile(page, app, new Hand(), pairs);
  await expect(page.getByText('Which of the two replies is better?')).toBeVisible();
  const pair = page.locator('section').filter({ hasText: /^Item .*: ash and birch/ });
  await expect(pair.first()).toContainText('This 0.');
  await expect(pair.first()).toContainText('That 0.');
});

test('the preview has the reply in view after a long conversation, with its own scores alone', async ({
  page,
  app,
}) => {
  const file = path.join(app.dataDir, 'long.jsonl');
  const conversation = Array.from({ length: 21 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `Turn ${i}.`,
  }));
  const item = {
    id: 'long',
    conversation,
    responses: { ash: 'By ash.', birch: 'By birch.' },
    human: { ash: { overall: [2] }, birch: { overall: [5] } },
  };
  writeFileSync(file, JSON.stringify(item));
  await chooseFile(page, app, new Hand(), file);
  const first = page.getByRole('region', { name: 'Item long', exact: true });
  await expect(first.getByText('By ash.')).toBeInViewport();
  await expect(first.getByText('Turn 0.')).not.toBeInViewport();
  await expect(first).toContainText('Scores: overall 2, by people.');
  await page.getByRole('combobox', { name: 'Whose replies' }).selectOption('birch');
  await expect(first).toContainText('Scores: overall 5, by people.');
});

test('from the sample to an estimate in three clicks', async ({ page }) => {
  const hand = new Hand();
  await hand.click(page.getByRole('button', { name: 'Open the sample project' }));
  await hand.click(page.getByRole('link', { name: 'Start labeling' }));
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
  await labelByKeyboard(page, tenKeys, 30);
  await hand.click(page.getByRole('link', { name: 'Results' }).first());
  await expect(page.getByRole('region', { name: 'Estimate', exact: true })).toContainText(
    '10 of 300 labeled',
  );
  expect(hand.clicks).toBeLessThanOrEqual(3);
});

test('the first page saves a sample file, which can be dropped on it', async ({ page, app }) => {
  test.skip(app.runsIn !== 'loopback', 'saves by the dialog of the system on the desktop');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Save a sample file/ }).click();
  const file = path.join(app.dataDir, 'sample-conversations.csv');
  await (await downloading).saveAs(file);
  const hand = new Hand();
  await chooseFile(page, app, hand, file);
  await expect(page.getByText('Machine score beside it: Judge (helpful).')).toBeVisible();
  await hand.click(page.getByRole('button', { name: 'Start labeling' }));
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
  expect(hand.clicks).toBeLessThanOrEqual(5);
});

/** A file of three systems, whose replies differ. */
function systemsFile(app: RunningApp): string {
  const file = path.join(app.dataDir, 'three models.jsonl');
  const lines = Array.from({ length: 12 }, (_, i) =>
    JSON.stringify({
      id: `item-${i}`,
      conversation: [{ role: 'user', content: `What is number ${i}?` }],
      responses: { ash: `It is ${i}.`, birch: `Number ${i}, of course.`, cherry: `I think ${i}.` },
    }),
  );
  writeFileSync(file, lines.join('\n'));
  return file;
}

/** From a file to the first item of a study with more than one system. */
async function chooseOther(page: Page, app: RunningApp, hand: Hand, compare: string): Promise<void> {
  await chooseFile(page, app, hand, systemsFile(app));
  await hand.click(page.getByRole('button', { name: 'Change…' }));
  await expect(page.getByRole('heading', { name: 'New study' })).toBeVisible({ timeout: 60_000 });
  await hand.click(page.getByText(compare, { exact: true }));
  const draw = page.getByRole('button', { name: /^Sample / });
  const box = await draw.boundingBox();
  expect(box!.y + box!.height, 'the button is above the fold').toBeLessThanOrEqual(800);
  await hand.click(draw);
}

test('what was chosen of the suggested study is kept by Change…', async ({ page, app }) => {
  const hand = new Hand();
  await chooseFile(page, app, hand, systemsFile(app));
  await page.getByRole('combobox', { name: 'Whose replies' }).selectOption('cherry');
  await page.getByRole('button', { name: 'Change…' }).click();
  await expect(page.getByRole('combobox', { name: 'System to judge' })).toHaveValue('cherry', {
    timeout: 60_000,
  });
});

for (const [compare, answers] of [
  ['Compare two systems', 2],
  ['Rank all 3', 3],
] as const) {
  test(`${compare}: from a file to the first item in four clicks`, async ({ page, app }) => {
    const hand = new Hand();
    await chooseOther(page, app, hand, compare);
    await expect(firstItem(page, 12)).toBeVisible({ timeout: 60_000 });
    expect(hand.clicks).toBeLessThanOrEqual(4);
    for (let i = 0; i < answers; i++) await page.keyboard.press(String(3 + (i % 2)));
    await expect(page.getByRole('progressbar', { name: '1 of 12 done' })).toBeVisible();
  });
}

test('from a file to a report that is saved in four clicks and ten keys', async ({ page, app }) => {
  test.skip(app.runsIn !== 'loopback', 'saves by the dialog of the system on the desktop');
  const hand = new Hand();
  await chooseFile(page, app, hand, chatFile(app));
  await hand.click(page.getByRole('button', { name: 'Start labeling' }));
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
  await labelByKeyboard(page, tenKeys, 30);
  await hand.click(page.getByRole('link', { name: 'Report', exact: true }));
  const saving = page.waitForEvent('download');
  await hand.click(page.getByRole('button', { name: 'Download' }).first());
  expect((await saving).suggestedFilename()).toMatch(/\.html$/);
  expect(hand.clicks).toBeLessThanOrEqual(4);
});

test('from a connected model to the first item of a study with its scores in seven clicks', async ({
  page,
  app,
}) => {
  test.slow();
  const server = await startLlmServer();
  await chooseFile(page, app, new Hand(), chatFile(app));
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
  await addEndpoint(page, server.url);
  const hand = new Hand();
  await hand.click(page.getByRole('link', { name: 'Judges', exact: true }));
  await hand.click(page.getByRole('button', { name: 'New judge' }).first());
  await hand.click(page.getByRole('button', { name: 'Make the judge' }));
  await hand.click(page.getByRole('button', { name: /^Run / }));
  await hand.click(page.getByRole('button', { name: 'Start the run' }));
  await hand.click(page.getByRole('button', { name: /^Make a study with/ }));
  const draw = page.getByRole('button', { name: /^Sample / });
  await hand.click(draw);
  await expect(firstItem(page, 30)).toBeVisible({ timeout: 60_000 });
  expect(hand.clicks).toBeLessThanOrEqual(7);
  await server.close();
});
