import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { workbookOf } from '../support/workbook.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { goTo, makeProject } from './steps.ts';

/** Makes a project and leads a table to the preview. */
async function preview(page: Page, app: RunningApp, rows: readonly string[]): Promise<void> {
  await makeProject(page, app, 'Support');
  await goTo(page, '/data/import');
  await page.getByRole('heading', { name: 'Import data' }).waitFor();
  await choose(page, app, 'support.csv', ['id,question,response_alpha,human_helpful', ...rows]);
}

/** Chooses a table by upload or by the system's dialogs. */
async function choose(page: Page, app: RunningApp, name: string, rows: readonly string[]): Promise<void> {
  const table = path.join(app.dataDir, name);
  writeFileSync(table, rows.join('\n'));
  if (app.runsIn === 'loopback') await page.locator('main input[type=file]').setInputFiles(table);
  else {
    await app.answerFile(table);
    await page.getByRole('button', { name: 'Choose a file…' }).click();
  }
  await expect(page.getByRole('heading', { name: `Import ${name}` })).toBeVisible();
}

test('a table is chosen, previewed and imported', { tag: '@shell' }, async ({ page, app }) => {
  await preview(page, app, ['1,"What, then?",That.,4', '2,Who?,Me.,2', '3,When?,Now.,5']);
  await expect(page.getByRole('combobox', { name: 'What response_alpha holds' })).toHaveValue(/response/i);
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into support' })).toBeVisible();
  await page.getByRole('link', { name: 'Data' }).click();
  await expect(page.getByText('support').first()).toBeVisible();
});

test('the sheets of a workbook are read together: of one system, with the votes of two people', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'Sheets');
  await goTo(page, '/data/import');
  const rows = (ratings: readonly number[]) => [
    ['id', 'question', 'response', 'rating'],
    ...ratings.map((rating, at) => [
      `q${at}`,
      `Question ${at}?`,
      `It is so because of ${at}, and of nothing else.`,
      rating,
    ]),
  ];
  const file = path.join(app.dataDir, 'people.xlsx');
  writeFileSync(file, workbookOf({ Ann: rows([1, 5, 3, 4]), Bo: rows([2, 5, 1, 4]) }));
  await page.locator('main input[type=file]').setInputFiles(file);
  await expect(page.getByText('left behind: the sheets "Bo"')).toBeVisible();
  await page.getByRole('button', { name: 'Read both sheets together' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Import 2 sheets' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep the votes of all' }).press('Enter');
  await expect(page.getByText('Scores: rating 1, 2, by people.')).toBeVisible();
  await expectAccessible(page, 'Sheets');
});

test('a system is renamed where the systems of a data set are listed', async ({ page, app }) => {
  await preview(page, app, ['1,"What, then?",That.,4', '2,Who?,Me.,2']);
  await page.getByRole('button', { name: 'Only import' }).click();
  await page.getByRole('link', { name: 'Browse the items' }).click();
  await page.getByRole('tab', { name: /^Systems/ }).click();
  await page.getByRole('button', { name: 'Rename alpha' }).click();
  await page.getByRole('textbox', { name: 'New name of alpha' }).fill('release 2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: /release 2/ })).toBeVisible();
  await expectAccessible(page, 'Systems');
  await page.getByRole('tab', { name: /^Scores/ }).click();
  await expect(page.getByText(/release 2: 2 items/)).toBeVisible();
});

test('checks alone are said after the import, and a button makes the study that people label', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'Checks');
  await goTo(page, '/data/import');
  const line = (_: unknown, i: number) =>
    JSON.stringify({
      ...{ id: `q${i}`, prompt: `Question ${i}?`, responses: { one: `a ${i}`, two: `b ${i}` } },
      auto: { pass: { one: Number(i < 17), two: Number(i < 15) } },
    });
  const file = path.join(app.dataDir, 'checks.jsonl');
  writeFileSync(file, Array.from({ length: 20 }, line).join('\n'));
  await page.locator('main input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByText('The checks pass 85 % of one (62.1 % to 96.8 %)')).toBeVisible();
  await expect(page.getByText('Between one and two nothing is decided')).toBeVisible();
  await expectAccessible(page, 'Checks alone');
  await page.getByRole('button', { name: '20 human labels make it true' }).press('Enter');
  await expect(page).toHaveURL(/studies\/\d+\/label/);
});

test('a table with a fault is refused with its line, and nothing is stored', { tag: '@shell' }, async ({
  page,
  app,
}) => {
  await preview(page, app, ['1,What?,That.,4', '2,Who?,Me.,"very good"']);
  await expect(
    page
      .getByText(/line 3/i)
      .or(page.getByRole('cell', { name: '3', exact: true }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/very good/).first()).toBeVisible();
});

test('a file is added to a data set: told what it brings, what was there, and what does not fit', async ({
  page,
  app,
}) => {
  await preview(page, app, ['1,What?,That.,4', '2,Who?,Me.,2']);
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into support' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse the items' }).click();
  await page.getByRole('link', { name: 'Add a file to this data set' }).click();
  await expect(page.getByRole('heading', { name: 'Add a file to support' })).toBeVisible();
  const header = 'id,question,response_alpha,human_helpful';
  await choose(page, app, 'more.csv', [header, '2,Who?,You.,2', '3,When?,Now.,5']);
  await expect(page.getByText(/stored: “Me\.”; in the file: “You\.”/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to support' })).toBeDisabled();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('heading', { name: 'Add a file to support' })).toBeVisible();
  await choose(page, app, 'right.csv', [header, '2,Who?,Me.,2', '3,When?,Now.,5']);
  await expect(page.getByText('1 new item, 1 new reply, 1 new human score', { exact: false })).toBeVisible();
  await expect(page.getByText('1 item was there already.')).toBeVisible();
  await expectAccessible(page, 'add a file');
  await page.getByRole('button', { name: 'Add to support' }).click();
  await expect(page.getByRole('heading', { name: 'Added to support' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse the items' }).click();
  await expect(page.getByText('When?')).toBeVisible();
});

test('how a column is written is shown and changed, without a mouse', async ({ page, app }) => {
  await preview(page, app, ['1,"What, then?",That.,"4,5"', '2,Who?,Me.,"-1"']);
  await page.getByRole('button', { name: 'Read the comma as decimal sign' }).press('Enter');
  await expect(page.getByText('“4,5” is 4.5')).toBeVisible();
  const written = page.getByRole('combobox', { name: 'How human_helpful is written' });
  await expect(written).toHaveValue('comma');
  await page.getByRole('textbox', { name: 'Texts in human_helpful that are not values' }).fill('-1');
  await expect(page.getByText('“-1” is not a value')).toBeVisible();
  await expectAccessible(page, 'how columns are written');
  await written.selectOption('truth');
  await expect(page.getByText('“4,5” cannot be read so')).toBeVisible();
  await written.selectOption('comma');
  await expect(page.getByText(/to solve before anything is imported/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Only import' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Imported into support' })).toBeVisible();
});

const unsigned = [
  'id,question,response,quality',
  ...[1, 2, 3, 4].map((at) => `${at},"What is ${at}, then?",It is number ${at} of these.,${at}`),
];

test('scores of nobody known are asked about, and come in by a button', async ({ page, app }) => {
  await makeProject(page, app, 'Whose');
  for (const [label, people, machines] of [
    ['People’s scores', 'quality (1 to 4)', 'none'],
    ['A machine’s scores', 'none', 'judge, quality (1 to 4)'],
    ['Neither, keep as fields', 'none', 'none'],
  ] as const)
    await chooseWhose(page, app, { name: `scores-${label[0]}`, lines: unsigned, label, people, machines });
});

/** Opens the import anew: after one its address still shows what came in. */
async function importNext(page: Page): Promise<void> {
  await goTo(page, '/data');
  await expect(page.getByRole('heading', { name: 'Data', level: 1 })).toBeVisible();
  await goTo(page, '/data/import');
}

/** Imports a table, says by a button whose its scores are, and reads what was made of them. */
async function chooseWhose(
  page: Page,
  app: RunningApp,
  of: { name: string; lines: readonly string[]; label: string; people: string; machines: string },
): Promise<void> {
  await importNext(page);
  await choose(page, app, `${of.name}.csv`, of.lines);
  await page.getByRole('button', { name: of.label }).click();
  await expect(page.getByRole('button', { name: of.label })).toBeHidden();
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: `Imported into ${of.name}` })).toBeVisible();
  for (const [name, value] of [
    ['Scores by people', of.people],
    ['Scores by machines', of.machines],
  ] as const)
    await expect(page.getByText(name, { exact: true }).locator('xpath=..')).toContainText(value);
}

test('reasoning that replies begin with is kept apart by a button', async ({ page, app }) => {
  await makeProject(page, app, 'Reasoning');
  await goTo(page, '/data/import');
  await choose(page, app, 'reasoning.csv', [
    'id,question,response',
    '1,Who?,"<think>Let me see.</think>Nobody."',
    '2,Why?,"Because of it."',
  ]);
  await expect(page.getByText('1 of 2 replies begins with a model’s reasoning')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave replies as they are' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep reasoning apart' }).click();
  await expect(page.getByRole('button', { name: 'Keep reasoning apart' })).toBeHidden();
  await expect(page.getByText('1 reply with reasoning, which is kept as a field of the item')).toBeVisible();
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into reasoning' })).toBeVisible();
});

test('a table whose cells were never quoted comes in by a button', async ({ page, app }) => {
  await makeProject(page, app, 'Quotes');
  await goTo(page, '/data/import');
  await choose(page, app, 'quotes.tsv', [
    'id\tquestion\tresponse',
    '1\tWho said it?\t"Nobody did.',
    '2\tWhy is it so?\tBecause of it.',
  ]);
  await page.getByRole('button', { name: 'Read quotes as letters' }).click();
  await expect(page.getByRole('button', { name: 'Read quotes as letters' })).toBeHidden();
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into quotes' })).toBeVisible();
});

test('choices of nobody are people’s by a button', async ({ page, app }) => {
  await makeProject(page, app, 'Choices');
  await goTo(page, '/data/import');
  await choose(page, app, 'choices.csv', [
    'prompt,output_a,output_b,model_a,model_b,winner',
    'Who said it?,Nobody did.,I did.,v1,v2,a',
    'Why is it so?,Because of it.,It is not.,v1,v2,b',
  ]);
  await page.getByRole('button', { name: 'People’s choices' }).click();
  await expect(page.getByText('Scores: people (preference).')).toBeVisible();
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into choices' })).toBeVisible();
});

test('the range of ratings that are all the same is asked before labeling', async ({ page, app }) => {
  await makeProject(page, app, 'Same');
  await goTo(page, '/data/import');
  const asked = ['Who said it?', 'Why is it so?'];
  await choose(page, app, 'same.csv', [
    'question,response,helpfulness,rater',
    ...asked.map((question) => `${question},Nobody asks ${question},5,Ann`),
  ]);
  await expect(page.getByText('Every helpfulness in the file is 5.')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start labeling' });
  await expect(start).toHaveAccessibleDescription('Say the range first.');
  await page.getByRole('button', { name: '1 to 5' }).click();
  await start.click();
  await expect(page.getByRole('button', { name: '1 worst' })).toBeVisible();
});

test('of ratings that reach no end of a usual range it is asked what they may be', async ({ page, app }) => {
  await makeProject(page, app, 'Some');
  await goTo(page, '/data/import');
  const asked = ['Who said it?', 'Why is it so?', 'Where is it?'];
  const rows = asked.map((question, at) => `${question},Nobody asks ${question},${at + 3},Ann`);
  await choose(page, app, 'some.csv', ['question,response,helpfulness,rater', ...rows]);
  await expect(page.getByText('In the file helpfulness goes from 3 to 5.')).toBeVisible();
  await page.getByRole('button', { name: '3 to 5' }).click();
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await expect(page.getByRole('button', { name: '3 worst' })).toBeVisible();
});

/** Tasks of an export of Label Studio, of which the first comes twice, rated by two people. */
const doubled = (
  [
    [1, 2, 'Ana'],
    [2, 5, 'Ana'],
    [1, 4, 'Ben'],
  ] as const
).map(([id, rating, name]) => ({
  id: id * 10 + rating,
  data: { item_id: `q${id}`, question: `What is ${id}?`, response: `It is ${id}.` },
  annotations: [
    {
      completed_by: { id: name === 'Ana' ? 1 : 2, first_name: name },
      result: [{ from_name: 'quality', to_name: 'chat', type: 'rating', value: { rating } }],
    },
  ],
}));

test('a task that Label Studio exported twice: the first, the last or all of its votes', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'Doubled');
  for (const [label, votes] of [
    ['The first holds', '2 for'],
    ['The last holds', '4 for'],
    ['Keep the votes of all', '2, 4 for'],
  ] as const) {
    const name = `tasks-${label.length}`;
    await importNext(page);
    await choose(page, app, `${name}.json`, [JSON.stringify(doubled)]);
    if (label === 'The first holds') await expectAccessible(page, 'doubled tasks');
    await page.getByRole('button', { name: label }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: label })).toBeHidden();
    await page.getByRole('button', { name: 'Only import' }).press('Enter');
    await expect(page.getByRole('heading', { name: `Imported into ${name}` })).toBeVisible();
    await expect(page.getByText(votes).first()).toBeVisible();
  }
});

const mixed = [
  'id,prompt,response,evaluator,score',
  '1,What is A?,A is a letter of the alphabet.,gpt-4o,4',
  '1,What is A?,A is a letter of the alphabet.,Ana,2',
  '2,What is B?,B is the second of the letters.,gpt-4o,5',
  '2,What is B?,B is the second of the letters.,Ana,3',
];

test('people and a model in one column: the people among them, or machines alone', async ({ page, app }) => {
  await makeProject(page, app, 'Mixed');
  const both = 'judge gpt-4o, rating (4 to 5, 2 scores), judge Ana, rating (2 to 3, 2 scores)';
  for (const [label, people, machines] of [
    ['People’s scores', 'rating (2 to 3)', 'judge gpt-4o, rating (4 to 5)'],
    ['A machine’s scores', 'none', both],
  ] as const)
    await chooseWhose(page, app, { name: `mixed-${label[0]}`, lines: mixed, label, people, machines });
});

test('tags of a file are taken as failure modes found earlier, and stand apart from shares', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'Analysis');
  await goTo(page, '/data/import');
  await choose(page, app, 'analysis.csv', [
    'id,question,response,tags',
    'a,When is it?,At nine in the morning.,wrong date',
    'b,Where is it?,In the great hall.,none',
    'c,Who comes?,All of them will come.,wrong date; too long',
  ]);
  await page.getByRole('button', { name: 'Take as failure modes: tags' }).press('Enter');
  await expect(page.getByText('tags: failure modes found earlier. They enter no share.')).toBeVisible();
  await expectAccessible(page, 'import with failures found earlier');
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into analysis' })).toBeVisible();
});

test('the first line of a table is a row where somebody says so', async ({ page, app }) => {
  await preview(page, app, ['1,"What, then?",That.,4', '2,Who?,Me.,2', '3,When?,Now.,5']);
  const first = page.getByRole('combobox', { name: 'First line' });
  await expect(first).toHaveValue('names');
  await first.selectOption('none');
  await expect(page.getByRole('combobox', { name: 'What column 1 holds' })).toBeVisible();
  await first.selectOption('names');
  await expect(page.getByRole('combobox', { name: 'What response_alpha holds' })).toBeVisible();
});

/** Half a second of silence: eight-bit WAV, mono. */
function silence(): string {
  const samples = 4000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8000],
    [28, 8000],
    [40, samples],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]).toString('base64');
}

test('a table without names asks for replies, questions and ratings of several people, each by a button', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'Looms');
  await goTo(page, '/data/import');
  const row = (i: number) =>
    `Is loom ${i} big?,"Yes, loom ${i} is two meters wide.",${(i % 5) + 1},${((i + 1) % 5) + 1}`;
  await choose(
    page,
    app,
    'looms.csv',
    Array.from({ length: 12 }, (_, i) => row(i)),
  );
  const first = page.getByRole('region', { name: 'Item line-1', exact: true });
  await page.getByRole('button', { name: 'column 2', exact: true }).press('Enter');
  await expect(first).toContainText('two meters wide');
  await page.getByRole('button', { name: 'column 1', exact: true }).press('Enter');
  await expect(first).toContainText('Is loom 0 big?');
  await expect(page.getByText('Which column holds the question?')).toBeHidden();
  await page.getByRole('button', { name: 'One rating by 2 people' }).press('Enter');
  await expect(first).toContainText('Scores: rating 1, 2, by people.');
});

test('a picture in a message is shown with its item, larger by Enter, and a recording is played', async ({
  page,
  app,
}) => {
  const dot =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${dot}` } };
  const recording = { type: 'input_audio', input_audio: { data: silence(), format: 'wav' } };
  const record = (id: string) => ({
    id,
    messages: [
      { role: 'user', content: [{ type: 'text', text: `What is on ${id}?` }, picture, recording] },
      { role: 'assistant', content: 'A dot.' },
    ],
  });
  await makeProject(page, app, 'Pictures');
  await goTo(page, '/data/import');
  await choose(page, app, 'pictures.jsonl', [JSON.stringify(record('a')), JSON.stringify(record('b'))]);
  const first = page.getByRole('region', { name: 'Item a', exact: true });
  const small = first.getByRole('img', { name: 'picture' });
  await expect(small).toBeVisible();
  expect(await small.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight])).toEqual([
    1, 1,
  ]);
  await expect(first.getByLabel('recording')).toBeVisible();
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into pictures' })).toBeVisible();
  await goTo(page, '/data/1/item/1');
  const shown = page.getByRole('button', { name: 'picture' });
  await expect(shown.getByRole('img', { name: 'picture' })).toBeVisible();
  const player = page.getByLabel('recording');
  await expect(player).toBeVisible();
  await expect.poll(() => player.evaluate((one: HTMLAudioElement) => one.duration)).toBeCloseTo(0.5, 1);
  await expectAccessible(page, 'item with a picture and a recording');
  await shown.press('Enter');
  const enlarged = page.getByRole('dialog', { name: 'picture' });
  await expect(enlarged.getByRole('img', { name: 'picture' })).toBeVisible();
  await expectAccessible(page, 'enlarged picture');
  await page.keyboard.press('Escape');
  await expect(enlarged).toHaveCount(0);
  await expect(shown).toBeFocused();
});
