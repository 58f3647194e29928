import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { goTo, makeProject } from './steps.ts';

const names = ['pear', 'apple', 'fig', 'bean'];
const lines = names.map((name, place) =>
  JSON.stringify({
    id: name,
    question: `What is a ${name}?`,
    responses: { 'alpha one': `A ${name} is round.`, beta: `A ${name} is long.` },
    human: { 'alpha one': { good: [place + 1] } },
    meta: { ...(place !== 2 && { topic: place < 2 ? 'fruit' : 'legume' }) },
  }),
);

/** A project with these items, and the table of them. */
async function openTable(page: Page, app: RunningApp, written: readonly string[] = lines): Promise<void> {
  const file = path.join(app.dataDir, 'plants.jsonl');
  writeFileSync(file, written.join('\n'));
  await makeProject(page, app, 'Plants');
  await page.evaluate(async (from) => {
    await fetch('/rpc/import/start', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { path: from, datasetName: 'plants' } }),
    });
  }, file);
  await goTo(page, '/data');
  await page.getByRole('link', { name: 'plants', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Items' })).toBeVisible();
}

const shownNames = (page: Page) => page.locator('[role=row] a').allTextContents();

test('items are sorted and filtered, the way back undoes it, and keys select and open', async ({
  page,
  app,
}) => {
  if (app.runsIn === 'desktop') return test.skip(true, 'the table is the same page');
  await openTable(page, app);
  await expect.poll(() => shownNames(page)).toEqual(names);
  await page.getByRole('columnheader', { name: /^Item/ }).getByRole('button').click();
  await expect.poll(() => shownNames(page)).toEqual(['apple', 'bean', 'fig', 'pear']);
  await page.getByRole('button', { name: 'topic: filter and more' }).click();
  await expect(page.getByLabel('No value')).toBeVisible();
  await page.getByLabel('fruit', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => shownNames(page)).toEqual(['apple', 'pear']);
  await page.goBack();
  await expect.poll(() => shownNames(page)).toEqual(['apple', 'bean', 'fig', 'pear']);
  await page.goBack();
  await expect.poll(() => shownNames(page)).toEqual(names);
  await page.getByRole('grid').focus();
  for (const key of ['ArrowDown', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Flag', exact: true }).click();
  await expect(page.getByLabel('Flagged')).toHaveCount(2);
  await page.getByRole('grid').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Item fig' })).toBeVisible();
});

test('replies are compared word by word, and header and cells line up', async ({ page, app }) => {
  if (app.runsIn === 'desktop') return test.skip(true, 'the table is the same page');
  await openTable(page, app);
  await page.getByLabel('Compare replies word by word with those of').selectOption('alpha one');
  await expect(page.locator('ins').first()).toHaveText('long.');
  await expect(page.locator('del').first()).toContainText('round.');
  const heads = await page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  const cells = await page
    .locator('#row-0 [role=gridcell]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
  expect(cells).toEqual(heads);
});

test('the palette finds an item by a word of it and opens it', async ({ page, app }) => {
  if (app.runsIn === 'desktop') return test.skip(true, 'the palette is the same page');
  await openTable(page, app);
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('bean');
  await expect(page.locator('mark', { hasText: 'bean' }).first()).toBeVisible();
  await page.getByRole('dialog').getByText('bean · plants').click();
  await expect(page.getByRole('heading', { name: 'Item bean' })).toBeVisible();
});

test('where systems differ is one choice away, and a cell opens the item at it', async ({ page, app }) => {
  if (app.runsIn === 'desktop') return test.skip(true, 'the table is the same page');
  const scores: [number, number][] = [
    [5, 5],
    [1, 4],
    [4, 1],
    [2, 5],
  ];
  const both = scores.map(([alpha, beta], place) =>
    JSON.stringify({
      id: names[place],
      question: `What is a ${names[place]}?`,
      responses: { 'alpha one': `A ${names[place]} is round.`, beta: `A ${names[place]} is long.` },
      human: { 'alpha one': { good: [alpha] }, beta: { good: [beta] } },
    }),
  );
  await openTable(page, app, both);
  const look = page.getByRole('combobox', { name: 'Show items by what to look for' });
  await look.selectOption({ label: 'good · people' });
  await expect.poll(() => shownNames(page)).toEqual(['apple', 'fig', 'bean']);
  await expect(page.getByRole('columnheader', { name: /Systems differ/ })).toBeVisible();
  await page.getByRole('row').nth(1).getByText('A apple is long.').click();
  const reply = page.locator('[data-aimed]');
  await expect(reply.getByRole('heading', { name: 'beta' })).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect.poll(() => shownNames(page)).toEqual(['apple', 'fig', 'bean']);
  await page.goto(address);
  await expect(page.locator('[data-aimed]').getByText('A apple is long.')).toBeVisible();
  await expectAccessible(page, 'item at a cell');
  await page.goBack();
  await expect.poll(() => shownNames(page)).toEqual(['apple', 'fig', 'bean']);
  await page.getByRole('grid', { name: 'Items' }).focus();
  await page.keyboard.press('ArrowDown');
  const cell = page.locator('[role=gridcell][data-active]');
  for (let press = 0; press < 9 && !(await cell.getByText('A fig is long.').isVisible()); press++)
    await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('grid', { name: 'Items' })).toHaveAttribute(
    'aria-activedescendant',
    (await cell.getAttribute('id'))!,
  );
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-aimed]').getByText('A fig is long.')).toBeVisible();
});
