import { expect } from '@playwright/test';
import type { StudyField } from '../../shared/contract/index.ts';
import { bare as test } from './fixtures.ts';
import { openForm } from './form-project.ts';
import { collectPageErrors } from './page-errors.ts';

const fluency: StudyField = {
  name: 'fluency',
  question: 'How fluent?',
  required: true,
  form: { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' },
};
const grounded: StudyField = {
  name: 'grounded',
  question: 'Does the passage say so?',
  required: false,
  form: { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' },
};

test('thirty items with several questions are labeled without a mouse', async ({ page }) => {
  test.slow();
  const errors = collectPageErrors(page);
  const end = await openForm(page, { items: 30, fields: [fluency, grounded] });
  const { keyboard } = page;
  const done = (count: number) =>
    expect(page.getByRole('progressbar', { name: `${count} of 30 done` })).toBeAttached();
  const item = (place: number) =>
    expect(page.getByText(`Item ${place} of 30`, { exact: true })).toBeVisible();
  const answer = async (first: string) => {
    for (const key of [first, '4', 'n', 'Enter']) await keyboard.press(key);
  };

  await item(1);
  await answer('3');
  await done(1);
  await keyboard.press('u');
  await done(0);
  // While an item is on its way back, keys go nowhere.
  await expect(page.getByText('Taken back: 3.')).toBeVisible();
  await answer('5');
  await done(1);
  await keyboard.press('s');
  await keyboard.press('2');
  await done(2);
  await item(3);
  await keyboard.press('m');
  await keyboard.type('Looks odd.');
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /Note ✎/ })).toBeVisible();
  await keyboard.press('l');
  // What was put off comes back after three more, and says why.
  for (const place of [4, 5, 6, 3, ...Array.from({ length: 24 }, (_, i) => 7 + i)]) {
    await item(place);
    await expect(page.getByText('The estimate waits for this item.')).toHaveCount(place === 3 ? 1 : 0);
    await answer(String(1 + (place % 5)));
  }
  await done(30);
  await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeVisible();
  await end();
  expect(errors, 'errors in the console of the page').toEqual([]);
});
