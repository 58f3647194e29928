import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { goTo, makeProject } from './steps.ts';

/** Files of replies to the same prompts; the last one lacks two prompts and has one of its own. */
function replies(app: RunningApp, names: readonly string[]): string[] {
  return names.map((name, at) => {
    const isLast = at === names.length - 1;
    const numbers = Array.from({ length: 12 }, (_, i) => i).filter((i) => !isLast || i > 1);
    const lines = numbers.map((i) => ({
      id: `q${i}`,
      prompt: `What is ${i}?`,
      response: `${name} says ${i}.`,
    }));
    const own = isLast ? [{ id: 'own', prompt: 'What else?', response: 'Nothing.' }] : [];
    const file = path.join(app.dataDir, `${name}.jsonl`);
    writeFileSync(file, [...lines, ...own].map((line) => `${JSON.stringify(line)}\n`).join(''));
    return file;
  });
}

/** Drops files on the window, as a browser hands them over. */
async function drop(page: Page, files: readonly string[]): Promise<void> {
  const dropped = files.map((file) => ({ name: path.basename(file), text: readFileSync(file, 'utf8') }));
  await page.evaluate((all) => {
    const transfer = () => {
      const dataTransfer = new DataTransfer();
      for (const { name, text } of all) dataTransfer.items.add(new File([text], name));
      return { dataTransfer, bubbles: true, cancelable: true };
    };
    document.body.dispatchEvent(new DragEvent('dragenter', transfer()));
    document.querySelector('[class*="Dropzone-root"]')!.dispatchEvent(new DragEvent('drop', transfer()));
  }, dropped);
}

/** How often a mouse was pressed from now on, over all pages that are opened. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.evaluate(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    // A click by keyboard has no detail.
    document.addEventListener('click', ({ detail }) => detail > 0 && countClick(), true);
  });
  return () => clicks;
}

/** Goes to a control with the tab key, as somebody without a mouse does, and presses it. */
async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
  await page.keyboard.press('Enter');
}

test('three files dropped together lead to the first pair in one click', async ({ page, app }) => {
  await goTo(page, '/');
  const clicks = await countClicks(page);
  await drop(page, replies(app, ['alpha', 'beta', 'gamma']));
  await expect(page.getByRole('heading', { name: 'Import 3 files' })).toBeVisible();
  const matrix = page.getByRole('table', { name: 'Items by systems' });
  await expect(matrix.getByRole('columnheader')).toHaveText(['Items', 'alpha', 'beta', 'gamma']);
  await expect(matrix.getByRole('row', { name: '10 items yes yes yes' })).toBeVisible();
  await expect(matrix.getByRole('row', { name: '2 items yes yes no' })).toBeVisible();
  await expect(page.getByText('11 items: 10 matches by id, 1 in this file alone.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'What the study does' })).toHaveValue('all');
  await expectAccessible(page, 'several files');
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await expect(page.getByText('Which of the two replies is better?').first()).toBeVisible();
  await expect(page).toHaveURL(/studies\/ranking\/\d+\/label/);
  expect(clicks()).toBe(1);
});

test('reasoning in several files is answered once, by keyboard alone', async ({ page, app }) => {
  const files = ['alpha', 'beta'].map((name) => {
    const file = path.join(app.dataDir, `${name}.csv`);
    const rows = Array.from(
      { length: 12 },
      (_, i) => `${i},What is ${i}?,<think>${name} thinks.</think>${name} says ${i}.`,
    );
    writeFileSync(file, ['id,question,response', ...rows].join('\n'));
    return file;
  });
  await goTo(page, '/');
  const clicks = await countClicks(page);
  await drop(page, files);
  await expect(page.getByText(/12 of 12 replies begin with a model’s reasoning/).first()).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Keep reasoning apart' }));
  await expect(page.getByRole('button', { name: 'Keep reasoning apart' })).toBeHidden();
  await expectAccessible(page, 'reasoning of several files');
  await press(page, page.getByRole('button', { name: 'Start labeling' }));
  await expect(page.getByText('Which of the two replies is better?').first()).toBeVisible();
  await expect(page.getByText('thinks.')).toBeHidden();
  expect(clicks()).toBe(0);
});

test('whose the scores of a file are is answered for it alone, by keyboard', async ({ page, app }) => {
  const scores = path.join(app.dataDir, 'fluency.csv');
  writeFileSync(
    scores,
    ['id,fluency', ...Array.from({ length: 8 }, (_, i) => `q${i + 2},${(i % 4) + 1}`)].join('\n'),
  );
  await goTo(page, '/');
  await drop(page, [...replies(app, ['alpha']), scores]);
  await expect(page.getByText(/fluency.csv: fluency \(1 to 4\): are these people’s scores/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'People’s scores' }));
  await expect(page.getByText('Scores: people (fluency).')).toBeVisible();
  await expect(page.getByText('8 scores.')).toBeVisible();
});

test('two files are compared; a system gets another name before anything is stored', async ({
  page,
  app,
}) => {
  await makeProject(page, app, 'Pairs');
  await goTo(page, '/data/import');
  await drop(page, replies(app, ['alpha', 'beta']));
  const name = page.getByRole('textbox', { name: 'System of beta.jsonl' });
  await expect(name).toHaveValue('beta');
  await name.fill('clone');
  await name.press('Enter');
  const matrix = page.getByRole('table', { name: 'Items by systems' });
  await expect(matrix.getByRole('columnheader', { name: 'clone' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'What the study does' })).toHaveValue('two');
  await page.getByRole('button', { name: 'Start labeling' }).click();
  await expect(page.getByText('Which of the two replies is better?').first()).toBeVisible();
});

test('files are ticked in a folder, and one is left out', async ({ page, app }) => {
  replies(app, ['alpha', 'beta', 'gamma']);
  await makeProject(page, app, 'Ticked');
  await goTo(page, '/data/import');
  await page.getByRole('textbox', { name: 'Folder' }).fill(app.dataDir);
  await page.getByRole('textbox', { name: 'Folder' }).press('Enter');
  for (const name of ['alpha', 'beta', 'gamma'])
    await page.getByRole('checkbox', { name: `Choose ${name}.jsonl` }).check();
  await page.getByRole('button', { name: 'Import 3 files' }).click();
  await page.getByRole('button', { name: 'Leave gamma.jsonl out' }).click();
  await expect(page.getByRole('heading', { name: 'Import 2 files' })).toBeVisible();
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: 'Imported into alpha, beta' })).toBeVisible();
});

test('what the columns hold is said once for all files', async ({ page, app }) => {
  const files = ['alpha', 'beta'].map((name) => {
    const file = path.join(app.dataDir, `${name}.csv`);
    const rows = Array.from({ length: 12 }, (_, i) => `What is ${i}?,said ${name} ${i},${i}`);
    writeFileSync(file, ['frage,text_neu,zahl', ...rows].join('\n'));
    return file;
  });
  await goTo(page, '/');
  await drop(page, files);
  await page.getByRole('button', { name: 'Columns of beta.csv' }).click();
  await page.getByRole('combobox', { name: 'What frage holds' }).selectOption('question');
  await page.getByRole('combobox', { name: 'What text_neu holds' }).selectOption('response');
  await page.getByRole('button', { name: 'Use for all files' }).click();
  await expect(page.getByRole('textbox', { name: 'System of beta.csv' })).toHaveValue('beta');
  const matrix = page.getByRole('table', { name: 'Items by systems' });
  await expect(matrix.getByRole('row', { name: '12 items yes yes' })).toBeVisible();
});

test('one more file is added later as a system of its own', async ({ page, app }) => {
  const [first, clone] = replies(app, ['first', 'clone']);
  await makeProject(page, app, 'Later');
  await goTo(page, '/data/import');
  await drop(page, [first!]);
  await page.getByRole('button', { name: 'Only import' }).click();
  await page.getByRole('link', { name: 'Browse the items' }).click();
  await page.getByRole('link', { name: 'Add a file to this data set' }).click();
  await drop(page, [clone!]);
  await expect(page.getByText('10 items were there already.')).toBeVisible();
  await expect(page.getByText('New systems: clone.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to first' }).click();
  await expect(page.getByRole('heading', { name: 'Added to first' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare assistant and clone' }).click();
  await expect(page.getByText('Which of the two replies is better?').first()).toBeVisible();
});
