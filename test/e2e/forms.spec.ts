import { expect, type Page } from '@playwright/test';
import type { LabelForm, StudyField } from '../../shared/contract/index.ts';
import { expectAccessible } from './accessible.ts';
import { bare } from './fixtures.ts';
import { openForm } from './form-project.ts';
import type { FormProject } from './make-form-project.ts';
import { collectPageErrors } from './page-errors.ts';
import { drawnStudy, goTo } from './steps.ts';

/** Each test has a project of its own, served on loopback: how the app is reached makes no difference to a form. */
const test = bare.extend<{ label: (project: FormProject) => Promise<void> }>({
  label: async ({ page }, use) => {
    const errors = collectPageErrors(page);
    const ends: (() => Promise<void>)[] = [];
    await use(async (project) => void ends.push(await openForm(page, project)));
    for (const end of ends) await end();
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
});
test.slow();

// An empty bar has no width, so it is there and not visible.
const done = (page: Page, count: number, of = 6) =>
  expect(page.getByRole('progressbar', { name: `${count} of ${of} done` })).toBeAttached();
const rating = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: 'worst', highLabel: 'best' };
const points = ['Very bad', 'Bad', 'Middling', 'Good', 'Very good'].map((label, i) => ({
  value: i + 1,
  label,
}));

const text = (name: string): StudyField => ({ name, question: '', required: false, form: { kind: 'text' } });
const fluency: StudyField = { name: 'fluency', question: 'How fluent?', required: true, form: rating };
const grounded: StudyField = {
  name: 'grounded',
  question: 'Does the passage say so?',
  required: true,
  form: { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' },
};

test('named points show their names and take one key', async ({ page, label }) => {
  await label({ form: { ...rating, points } });
  await expect(page.getByRole('group', { name: 'Rating' }).getByRole('button')).toHaveCount(5);
  await expect(page.getByText('Very good')).toBeVisible();
  await expectAccessible(page, 'named points');
  await page.keyboard.press('4');
  await done(page, 1);
});

test('options are given by their keys', async ({ page, label }) => {
  const options = [
    { label: 'Right', value: 5, key: 'r' },
    { label: 'Near', value: 3 },
    { label: 'Wrong', value: 1 },
  ];
  await label({ form: { kind: 'category', options } });
  await page.keyboard.press('r');
  await done(page, 1);
  await page.keyboard.press('2');
  await done(page, 2);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Near', pressed: true })).toBeVisible();
});

test('each reply gets its value by one key, then the item is done', async ({ page, label }) => {
  await label({ form: { ...rating, perTurn: true } });
  await page.keyboard.press('4');
  await expect(page.getByText('1 of 2 answered')).toBeVisible();
  await done(page, 0);
  await page.keyboard.press('2');
  await done(page, 1);
});

test('several questions are answered by keys and sent by Enter', async ({ page, label }) => {
  await label({ fields: [fluency, grounded, text('reason')] });
  await page.keyboard.press('4');
  await page.keyboard.press('Enter');
  await expect(page.getByText('How fluent? needs an answer.').first()).toBeVisible();
  await page.keyboard.press('3');
  await page.keyboard.press('y');
  await page.keyboard.press('a');
  await page.keyboard.type('short');
  await expectAccessible(page, 'several questions');
  await page.keyboard.press('Control+Enter');
  await done(page, 1);
  await page.keyboard.press('u');
  await done(page, 0);
  await expect(page.getByRole('textbox', { name: 'reason' })).toHaveValue('short');
  await page.keyboard.press('Shift+U');
  await done(page, 1);
});

test.describe('an answer in the passage', () => {
  const form: LabelForm = { kind: 'answer', turns: 1, fromPassage: true };
  const passage = (page: Page) => page.getByRole('group', { name: /^Passage to pick from/ });

  test('is picked word by word with the keyboard', async ({ page, label }) => {
    await label({ form, metric: 'f1-coqa' });
    await expect(passage(page)).toBeFocused();
    // "The river Aa": the first arrow stands on "The".
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: /turn 1/ })).toHaveValue('river Aa');
    await expectAccessible(page, 'an answer in the passage');
    await page.getByRole('textbox', { name: /turn 2/ }).fill('the lake');
    await page.keyboard.press('Control+Enter');
    await done(page, 1);
  });

  test('is picked with the mouse', async ({ page, label }) => {
    const evidence: StudyField = {
      name: 'evidence',
      question: 'Where?',
      required: true,
      form: { kind: 'span' },
    };
    await label({ fields: [evidence] });
    await page.keyboard.press('5');
    const box = (await passage(page).boundingBox())!;
    await page.mouse.dblclick(box.x + 50, box.y + 16);
    await expect(page.getByRole('region', { name: 'Where?' }).locator('blockquote')).toHaveText(/river|The/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save answers' }).click();
    await done(page, 1);
  });
});

test('guidelines are Markdown with examples, and nothing in them runs or calls out', async ({
  page,
  label,
}) => {
  const guidelines = [
    '# How to rate',
    '> [!good]',
    '> Names the **source**.',
    '',
    '> [!bad]',
    '> Guesses.',
    '',
    '<script>window.harmed = true</script><img src=x onerror="window.harmed = true">',
    '![spy](https://example.org/spy.png) [go](javascript:alert(1)) [out](https://example.org/)',
  ].join('\n');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('example.org')) calls.push(request.url());
  });
  await label({ guidelines });
  await page.keyboard.press('g');
  const panel = page.getByRole('region', { name: 'Guidelines' });
  await expect(panel.getByRole('figure', { name: 'Good example' })).toContainText('Names the source.');
  await expect(panel.getByRole('figure', { name: 'Bad example' })).toContainText('Guesses.');
  await expect(panel.locator('script, img, a, iframe')).toHaveCount(0);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
  expect(calls).toEqual([]);
});

test('guidelines stand beside a long reply, which opens at its start, also under an open passage', async ({
  page,
  label,
}) => {
  const long = `Beginning of the reply.\n\n${'Words that say the same again. '.repeat(1400)}`;
  const records = [0, 1].map((i) => ({
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    context: 'The river Aa is short.',
    responses: { one: [long] },
    judge: { judge: { one: { quality: 1 + i } } },
  }));
  await label({ records, guidelines: 'Rate **how good** it is.' });
  const reading = page.getByRole('region', { name: /^Item [12]$/ });
  const beginning = reading.getByText('Beginning of the reply.');
  await expect(page.getByRole('region', { name: 'Passage' })).toBeVisible();
  await expect(beginning).toBeInViewport();
  await page.keyboard.press('g');
  const guidelines = page.getByRole('region', { name: 'Guidelines' });
  await expect(guidelines).toContainText('Rate how good it is.');
  const [left, right] = [(await reading.boundingBox())!, (await guidelines.boundingBox())!];
  expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(right.y).toBeLessThanOrEqual(left.y);
  await reading.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await expect(beginning).not.toBeInViewport();
  await page.keyboard.press('4');
  await expect(page.getByText('Item 2 of 2', { exact: true })).toBeVisible();
  await expect(beginning).toBeInViewport();
});

test('at 200 % nothing is lost and the page does not scroll sideways', async ({ page, label }) => {
  // 200 % of zoom on 1280x800 is a page of 640x400.
  await page.setViewportSize({ width: 640, height: 400 });
  await label({ fields: [fluency, grounded, text('reason')] });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Save answers' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Save answers' })).toBeVisible();
});

test('a form is set up with the study, and seen before it is drawn', async ({ page, label }) => {
  await label({});
  await page.evaluate(() => {
    location.hash = '/studies/new';
  });
  await page.getByRole('button', { name: 'Change what is asked…' }).click();
  await page.getByRole('checkbox', { name: 'Name every point (Likert)' }).check();
  await page.getByRole('checkbox', { name: 'Ask for a reason' }).check();
  const preview = page.getByRole('region', { name: 'Preview of the form' });
  await expect(preview.getByRole('button', { name: /Very good/ })).toBeVisible();
  await expect(preview.getByRole('textbox', { name: 'Why?' })).toBeVisible();
  await expectAccessible(page, 'the form of a new study');
  await page.getByRole('button', { name: /^Sample \d/ }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  await expect(page.getByRole('button', { name: 'Add a question' })).toBeVisible();
});

test('further questions are added to a study, and only reworded once there are labels', async ({
  page,
  label,
}) => {
  await label({});
  await goTo(page, '/studies/1/setup');
  await page.getByRole('button', { name: 'Add a question' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('How fluent?');
  await page.getByRole('button', { name: 'Save questions' }).click();
  await expect(page.getByRole('button', { name: 'Save questions' })).toBeDisabled();
  await expectAccessible(page, 'further questions of a study');
  await goTo(page, '/studies/1/label');
  await expect(page.getByText('How fluent?').first()).toBeVisible();
  await page.keyboard.press('4');
  await page.keyboard.press('3');
  await page.keyboard.press('Enter');
  await done(page, 1);
  await goTo(page, '/studies/1/setup');
  await page.getByRole('textbox', { name: 'question 1' }).fill('How smooth?');
  await page.getByRole('button', { name: 'Save questions' }).click();
  await expect(page.getByRole('button', { name: 'Save questions' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Add a question' })).toHaveCount(0);
  await goTo(page, '/studies/1/label');
  await expect(page.getByText('How smooth?').first()).toBeVisible();
});
