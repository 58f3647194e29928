import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import type { StudyField } from '../../shared/contract/index.ts';
import { expectAccessible } from './accessible.ts';
import { bare } from './fixtures.ts';
import { openForm } from './form-project.ts';
import { collectPageErrors } from './page-errors.ts';
import { goTo } from './steps.ts';

const test = bare.extend<{ errors: string[] }>({
  errors: async ({ page }, use) => {
    const errors = collectPageErrors(page);
    await use(errors);
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
});
test.slow();

const found = '<img src=x onerror="window.harmed = true">3 flights';
const run = (i: number) => ({
  id: `run-${i}`,
  conversation: [
    { role: 'user', content: `Book flight ${i} for me.` },
    { role: 'tool_call', content: 'search({"to": "Oslo"})', duration_ms: 320, cost_usd: 0.002 },
    { role: 'tool', content: found },
    { role: 'tool_call', content: 'book({"flight": 7})', duration_ms: 40, depth: 1 },
    { role: 'tool', content: `{"booked": ${i}}` },
    { role: 'assistant', content: `Flight ${i} is booked.` },
  ],
  system: 'agent',
  human: { agent: { quality: [3] } },
  judge: { judge: { agent: { quality: 1 + (i % 5) } } },
});

const yesNo = { kind: 'binary' as const, noLabel: 'No', yesLabel: 'Yes' };
const rating = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: 'worst', highLabel: 'best' };
/** A form that judges the way that a run took, beside what came of it. */
const fields: StudyField[] = [
  { name: 'outcome', question: 'Was it done?', required: true, form: rating },
  { name: 'tools', question: 'Were the right tools called?', required: true, form: yesNo },
  { name: 'waste', question: 'Which step was needless?', required: false, form: { kind: 'text' } },
];

const steps = (page: Page): Locator =>
  page
    .getByRole('main')
    .locator('details', { hasText: '2 steps: search, book · 320 ms, $0.002' })
    .filter({ visible: true });

/** The steps are folded, open by keyboard, and show calls and results as the texts that they are. */
async function expectFolded(page: Page): Promise<void> {
  await expect(steps(page)).toHaveCount(1);
  await expect(page.getByText('Oslo', { exact: true })).toHaveCount(0);
  await steps(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(steps(page).getByText('Oslo', { exact: true })).toBeVisible();
  await expect(steps(page).getByText('320 ms · $0.002')).toBeVisible();
  await expect(steps(page).getByText('inside a step')).toBeVisible();
  await expect(steps(page).getByText(found)).toBeVisible();
  await expect(steps(page).getByRole('listitem')).toHaveCount(2);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
}

/** Answers the open item: how good, how it ended, the way there, a remark. */
async function judge(page: Page): Promise<void> {
  await page.keyboard.press('4');
  await page.keyboard.press('5');
  await page.keyboard.press('y');
  await page.getByRole('textbox', { name: 'Which step was needless?' }).fill('None');
  await page.keyboard.press('Control+Enter');
}

test('an agent’s run has its steps folded on the label screen, the item page and the handed-out page, and is judged by its way, too', async ({
  page,
  context,
  errors,
}, info) => {
  const close = await openForm(page, {
    records: [1, 2, 3, 4].map(run),
    system: 'agent',
    fields,
  });
  await expectFolded(page);
  await expectAccessible(page, 'an agent’s run to label');
  await judge(page);
  await expect(page.getByRole('progressbar', { name: '1 of 4 done' })).toBeAttached();
  await expect(page.getByText('Oslo', { exact: true })).toHaveCount(0);

  await goTo(page, '/data/1/item/1');
  await expectFolded(page);
  await expectAccessible(page, 'an agent’s run as an item');

  await goTo(page, '/studies/1/team/hand-out');
  await page.getByRole('radio', { name: /web page/i }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file to send', exact: true }).click();
  const file = info.outputPath('batch.html');
  await (await downloading).saveAs(file);
  const theirs = await context.newPage();
  errors.push(...collectPageErrors(theirs));
  await theirs.goto(pathToFileURL(path.resolve(file)).href);
  await theirs.getByRole('textbox', { name: 'Your name' }).fill('Ana');
  await theirs.keyboard.press('Enter');
  await expectFolded(theirs);
  await expectAccessible(theirs, 'an agent’s run handed out');
  await judge(theirs);
  await expect(theirs.getByRole('progressbar', { name: /^1 of \d done$/ })).toBeAttached();
  await close();
});

const asksSteps: StudyField[] = [
  {
    name: 'failures',
    question: 'What went wrong?',
    required: true,
    form: { kind: 'failures', mayMake: true },
  },
];

test('steps are rated by keys, with a note, and the failures screen says which tool goes wrong', async ({
  page,
}, info) => {
  const close = await openForm(page, {
    records: [1, 2, 3].map(run),
    system: 'agent',
    fields: asksSteps,
  });
  await page.keyboard.press('[');
  await expect(
    page.getByRole('group', { name: 'Step 1: was it right?' }).getByRole('button', { name: 'Right' }),
  ).toBeFocused();
  await page.keyboard.press('y');
  const second = page.getByRole('group', { name: 'Step 2: was it right?' });
  await expect(second.getByRole('button', { name: 'Right' })).toBeFocused();
  await page.keyboard.press('n');
  await expect(second.getByRole('button', { name: 'Wrong' })).toHaveAttribute('aria-pressed', 'true');
  await second.getByRole('button', { name: 'Note' }).click();
  await page.keyboard.type('It booked twice.');
  await expect(steps(page).getByText('2 rated')).toBeVisible();
  await expectAccessible(page, 'steps that are rated');
  await page.screenshot({ path: info.outputPath('steps-1280.png'), fullPage: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'steps that are rated on a phone');
  await page.screenshot({ path: info.outputPath('steps-390.png') });
  await page.setViewportSize({ width: 1280, height: 800 });
  // Of the run nothing is said yet: its own key says it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('4');
  await page.keyboard.press('o');
  await expect(steps(page).getByText('2 rated')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('progressbar', { name: '1 of 3 done' })).toBeAttached();
  await goTo(page, '/studies/1/failures');
  const table = page.getByRole('region', { name: 'Steps that are wrong' });
  await expect(table.getByRole('row', { name: /^book 1 of 3 1 / })).toBeVisible();
  await expect(page.getByText('Step 2: It booked twice.')).toBeVisible();
  await expectAccessible(page, 'which steps go wrong');
  await page.screenshot({ path: info.outputPath('failures-1280.png'), fullPage: true });
  await close();
});
