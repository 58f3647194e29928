import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { drawHash } from '../../core/studies/draw-hash.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawnStudy, goTo, labelByKeyboard, makeProject } from './steps.ts';

interface Row {
  conv: string;
  judge: number | null;
  asked: string;
  reply: string;
}

const rowAt = (i: number): Row => ({
  conv: i === 0 ? ' 中文 "0"' : `c${i}`,
  judge: i % 50 === 7 ? null : ((i * 37) % 101) / 100,
  asked: `How do I bake bread number ${i}?`,
  reply: `Knead it well, bread ${i}.`,
});
const rows = Array.from({ length: 2000 }, (_, i) => rowAt(i));

const csvCell = (cell: string | number | null) =>
  cell === null ? '' : `"${String(cell).replaceAll('"', '""')}"`;

const writers = {
  jsonl: (file: string) => writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  csv: (file: string) =>
    writeFileSync(
      file,
      ['conv,judge,asked,reply', ...rows.map((row) => Object.values(row).map(csvCell).join(','))].join('\n'),
    ),
};

function folderIn(dataDir: string, kind: keyof typeof writers): string {
  const folder = path.join(dataDir, `logs of ${kind}`);
  mkdirSync(folder);
  writers[kind](path.join(folder, `a.${kind}`));
  return folder;
}

/** Names the folder and looks at it, by keyboard alone. */
async function lookAt(page: Page, folder: string): Promise<void> {
  await goTo(page, '/data');
  await page.getByRole('link', { name: 'From a warehouse or a folder of files' }).click();
  await page.getByRole('textbox', { name: 'Files or folders' }).fill(folder);
  await page.getByRole('button', { name: 'Look at the columns' }).press('Enter');
  await expect(page.getByText('Row ids match.')).toBeVisible();
}

async function expectInSight(page: Page, name: RegExp | string): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeVisible();
  const box = await button.boundingBox();
  expect(box!.y + box!.height, 'the button is in sight').toBeLessThanOrEqual(800);
}

// CSV and Parquet come to the same study, as test/core/source holds; a first phase below is of Parquet.
test('a study of a folder of files, from the look at it to further rows', async ({ page, app }) => {
  const folder = folderIn(app.dataDir, 'jsonl');
  await makeProject(page, app, 'pool');
  await lookAt(page, folder);
  // Types and three rows of each column, and what it may hold.
  await expect(page.getByText('Knead it well, bread 2.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'What judge holds' })).toHaveValue('judge');
  await expect(page.getByRole('combobox', { name: 'What reply holds' })).toHaveValue('response');
  await page.getByRole('combobox', { name: 'What conv holds' }).selectOption('id');
  await page.getByRole('combobox', { name: 'What asked holds' }).selectOption('question');
  await page.getByRole('textbox', { name: 'System of reply' }).fill('bot');
  await expectInSight(page, 'Count the rows');
  await countRows(page);

  await expect(
    page.getByText(
      /^About \d+ of 2,000 rows will be copied from the files\.$|^All 2,000 rows will be copied/,
    ),
  ).toBeVisible();
  await expect(page.getByText('40 rows have no score.')).toBeVisible();
  await expect(page.getByText('No duplicate id among 1/256 of the rows.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Rows to copy' }).fill('100');
  await expect(page.getByText(/^About \d{3} of 2,000 rows will be copied from the files\.$/)).toBeVisible();
  const draw = page.getByRole('button', { name: 'Draw 30 rows and start labeling' });
  await expectInSight(page, 'Draw 30 rows and start labeling');
  await expectAccessible(page, 'a source that was counted');
  const fingerprint = await page.locator('dt:has-text("Fingerprint") + dd').textContent();
  await draw.press('Enter');
  await labelByKeyboard(page, ['4'], 30);

  await goTo(page, '/studies/1/setup');
  const panel = page
    .getByRole('region', { name: 'The pool stays where it is' })
    .or(page.locator('section', { has: page.getByRole('heading', { name: 'The pool stays where it is' }) }));
  await expect(panel).toContainText('2,000');
  await expect(panel).toContainText(fingerprint!);
  await expect(panel).toContainText('100 rows of the draw order');

  await page.getByRole('textbox', { name: 'Further rows' }).fill('50');
  await page.getByRole('button', { name: 'Copy more rows' }).press('Enter');
  await expect(page.getByText('The source is what it was; 150 rows are here now.')).toBeVisible();
  appendFileSync(path.join(folder, 'a.jsonl'), `${JSON.stringify({ ...rowAt(3), conv: 'late' })}\n`);
  await page.getByRole('button', { name: 'Copy more rows' }).press('Enter');
  await expect(page.getByText('it has 1 row more')).toBeVisible();
  await expectAccessible(page, 'the setup of a study whose pool stays where it is');
});

/** A key pressed on a button that is not ready yet, as while it counts, does nothing. */
async function countRows(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Count the rows' });
  await expect(button).toBeEnabled();
  await button.press('Enter');
}

test('what a source lacks is said in words, beside the button', async ({ page, app }) => {
  const folder = folderIn(app.dataDir, 'csv');
  await makeProject(page, app, 'pool');
  await lookAt(page, path.join(folder, 'a.csv'));
  await expect(page.getByText('Say which column names a row.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Count the rows' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'What judge holds' }).selectOption('id');
  await countRows(page);
  await expect(page.getByText('40 rows have nothing in the column "judge"')).toBeVisible();
  await page.getByRole('combobox', { name: 'What conv holds' }).selectOption('id');
  await expect(page.getByRole('combobox', { name: 'What judge holds' })).toHaveValue('none');
  await page.getByRole('textbox', { name: 'Only rows where' }).fill('no such column > 1');
  await countRows(page);
  await expect(page.getByText(/DuckDB refused/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Only rows where' }).fill("conv <> 'c7'");
  await countRows(page);
  await expect(page.getByText('All 1,999 rows will be copied from the files.')).toBeVisible();
});

test('a place is kept under a name, and forgotten', async ({ page, app }) => {
  const folder = folderIn(app.dataDir, 'csv');
  await makeProject(page, app, 'pool');
  await lookAt(page, folder);
  await page.getByRole('textbox', { name: 'Keep this place under a name' }).fill('logs');
  await page.getByRole('textbox', { name: 'Keep this place under a name' }).press('Enter');
  await expect(page.getByText('Kept, without a password.')).toBeVisible();
  const engine = page.getByRole('combobox', { name: 'Engine' });
  await engine.selectOption({ label: 'logs' });
  await page.getByRole('button', { name: 'Look at the columns' }).press('Enter');
  await expect(page.getByText('Knead it well, bread 2.')).toBeVisible();
  await page.getByRole('button', { name: 'Forget this place' }).press('Enter');
  await expect(page.getByRole('group', { name: /^Forget logs\?/ })).toBeVisible();
  await expectAccessible(page, 'a place that may be forgotten');
  await page.getByRole('button', { name: 'Forget', exact: true }).press('Enter');
  await expect(engine).toHaveValue('files');
  await expect(engine.locator('option', { hasText: 'logs' })).toHaveCount(0);
});

test('of a folder of parquet a first phase is taken, and a study of it says both', async ({ page, app }) => {
  const folder = path.join(app.dataDir, 'many');
  mkdirSync(folder);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT 'c' || i AS conv, 'How is bread ' || i || ' baked?' AS asked, 'Knead it well, ' || i || '.' AS reply
     FROM range(20500) AS pool(i)) TO '${path.join(folder, 'a.parquet')}'`,
  );
  connection.closeSync();
  instance.closeSync();
  await makeProject(page, app, 'pool');
  await lookAt(page, folder);
  await page.getByRole('combobox', { name: 'What conv holds' }).selectOption('id');
  await page.getByRole('combobox', { name: 'What asked holds' }).selectOption('question');
  await page.getByRole('combobox', { name: 'What reply holds' }).selectOption('response');
  await page.getByRole('textbox', { name: 'System of reply' }).fill('bot');
  await countRows(page);
  const rowsForJudge = page.getByRole('textbox', { name: 'Rows for the judge' });
  // Fewer than are usually taken: all of them come in.
  await expect(page.getByText(/^All 20,500 rows come in, and a study speaks of all of them/)).toBeVisible();
  await rowsForJudge.fill('10000');
  await expect(
    page.getByText(/how they would rate all 20,500 \(95\u00a0% sure\)\. That interval is 1\.\d/),
  ).toBeVisible();
  await expectAccessible(page, 'a source of which a part may be taken');
  await page.getByRole('button', { name: 'Take 10,000 rows as a data set' }).press('Enter');
  await expect(page.getByText(/^These 10,000 items are the first phase of 20,500/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Have a judge score them first.' })).toBeVisible();
  await page.getByRole('button', { name: /^Sample \d+ items$/ }).click();
  await drawnStudy(page);
  await labelByKeyboard(page, ['4', '2', '5', '3', '4', '4', '2', '5', '3', '4', '4', '5'], 30);
  await goTo(page, '/studies/1/results');
  await expect(page.getByText(/^Of the 10,000 of the first phase: .*\(95\.5\u00a0%\)\.$/)).toBeVisible();
  await expect(page.getByText(/^Of all 20,500: .* wider to either side\)\.$/)).toBeVisible();
});

test('a look at a server that does not answer is stopped by a button, there too', async ({ page, app }) => {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const blocks: Buffer[] = [];
    for await (const block of request) blocks.push(block as Buffer);
    asked.push(Buffer.concat(blocks).toString());
    if (asked.at(-1)!.startsWith('KILL QUERY')) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await makeProject(page, app, 'pool');
    await goTo(page, '/data/source');
    await page.getByRole('combobox', { name: 'Engine' }).selectOption('clickhouse');
    await page.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill(String((server.address() as AddressInfo).port));
    await page.getByRole('textbox', { name: 'Table' }).fill('prod.chats');
    await page.getByRole('combobox', { name: 'Password from' }).selectOption('typed');
    await page.getByLabel('Password', { exact: true }).fill('much-too-secret');
    await expectAccessible(page, 'the place of a server');
    await page.getByRole('button', { name: 'Look at the columns' }).press('Enter');
    await expect.poll(() => asked.length).toBe(1);
    await page.getByRole('button', { name: 'Stop' }).press('Enter');
    await expect(page.getByText('Stopped. Nothing was stored.')).toBeVisible();
    await expect.poll(() => asked.filter((sql) => sql.startsWith('KILL QUERY')).length).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('of an engine that is not asked the queries are shown, and the files that come back are taken', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'pool');
  await goTo(page, '/data/source');
  await page.getByRole('combobox', { name: 'Engine' }).selectOption('snowflake');
  await expect(page.getByRole('button', { name: 'Show the first query' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Table' }).fill('LOGS.CHATS');
  await page.getByRole('textbox', { name: 'Id of the row' }).fill('conv');
  await page.getByRole('textbox', { name: 'Question' }).fill('asked');
  await page.getByRole('textbox', { name: 'Response' }).fill('reply');
  await page.getByRole('textbox', { name: 'System' }).fill('bot');
  await page.getByRole('textbox', { name: 'Score for the draw' }).fill('judge');
  await page.getByRole('textbox', { name: 'Rows to copy' }).fill('50');
  await page.getByText('For researchers: method and seed').click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('7');
  await page.getByRole('button', { name: 'Show the first query' }).press('Enter');
  await expect(page.getByText(/FROM "LOGS"\."CHATS"/)).toBeVisible();
  await expectAccessible(page, 'printed queries');
  const { histogram, taken } = answersOf(7);
  const files = { histogram: path.join(app.dataDir, 'h.csv'), rows: path.join(app.dataDir, 'r.csv') };
  writeFileSync(files.histogram, histogram);
  writeFileSync(files.rows, taken);
  await page.getByRole('textbox', { name: 'File with its result' }).fill(files.histogram);
  await page.getByRole('button', { name: 'Show the second query' }).press('Enter');
  await expect(page.getByText('Of 2,000 rows.')).toBeVisible();
  await page.getByRole('textbox', { name: 'File with its rows' }).fill(files.rows);
  await page.getByRole('button', { name: 'Draw 30 rows and start labeling' }).press('Enter');
  await expect(page.getByText(/gave more than .* rows, where fewer were asked for/)).toBeVisible();
  writeFileSync(files.rows, answersOf(7, await boundShown(page)).taken);
  await page.getByRole('button', { name: 'Draw 30 rows and start labeling' }).press('Enter');
  await labelByKeyboard(page, ['4'], 30);
});

/** The digits that the second query compares hashes with. */
async function boundShown(page: Page): Promise<string> {
  const sql = await page.locator('pre').nth(1).textContent();
  return /< '([0-9a-f]{16})'/.exec(sql!)![1]!;
}

const scoreLevel = (judge: number) => Math.floor(judge * 16_384 + 0.5);

/** What the two queries would give, with every row unless a bound is given. */
function answersOf(seed: number, below?: string) {
  const hashed = rows.map((row) => ({ ...row, h: drawHash(seed, row.conv) }));
  const levels = Map.groupBy(hashed, ({ judge }) => (judge === null ? '' : String(scoreLevel(judge))));
  const lines = [...levels].map(([level, some]) => {
    const bits = some.reduce((sum, { h }) => sum + Number.parseInt(h.slice(0, 6), 16), 0);
    return `${level},${some.length},0,${bits}`;
  });
  const asked = hashed.filter(({ h }) => below === undefined || h < below);
  const cells = asked.map((row) => [row.conv, row.h, row.judge, row.asked, row.reply].map(csvCell).join(','));
  return {
    histogram: ['pool_level,pool_items,pool_nameless,pool_hashes', ...lines].join('\n'),
    taken: ['id,h,score,question,response', ...cells].join('\n'),
  };
}
