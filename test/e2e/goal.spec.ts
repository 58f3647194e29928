import { expectAccessible } from './accessible.ts';
import { bare, expect, test } from './fixtures.ts';
import { openForm } from './form-project.ts';
import { drawnStudy, goTo, labelByKeyboard, openSample } from './steps.ts';

test('a goal is set on Study, followed and changed on Results', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, ['4', '2', '5', '3', '4', '4', '2', '5', '3', '4', '4', '3'], 30);
  await goTo(page, '/studies/1/setup');
  await page.getByRole('textbox', { name: 'Most labels' }).fill('20');
  await page.getByRole('button', { name: 'Save goal' }).click();
  await expect(page.getByText('Go on: about 8 labels more.')).toBeVisible();

  await goTo(page, '/studies/1/results');
  await expect(page.getByText('Go on: about 8 labels more.')).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Where is it better, and where worse?' })).toBeVisible();
  await page.getByText(/^For researchers:/).click();
  await expect(
    page.getByText('needs 3 annotators and 10 items on which they disagree', { exact: false }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Change the goal…' }).click();
  await page.getByRole('textbox', { name: 'Threshold' }).fill('9');
  await expect(page.getByText('Give a value inside the scale', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save goal' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Threshold' }).fill('');
  await page.getByRole('textbox', { name: 'Most labels' }).fill('12');
  await page.getByRole('button', { name: 'Save goal' }).click();
  await expect(page.getByText('You can stop: the budget of 12 labels is spent.')).toBeVisible();
  await expectAccessible(page, 'Results with a goal');
});

test('a plan is chosen in Setup, seen on Study and changed there', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  const plans = page.getByRole('radiogroup', { name: 'How many labels do you mean to stop at?' });
  await expect(plans.getByRole('radio', { name: /^30 labels/ })).toBeChecked();
  await page.getByRole('textbox', { name: 'Most labels' }).fill('12');
  await expect(plans.getByRole('radio', { name: /^12 labels/ })).toBeChecked();
  await page.getByRole('button', { name: 'One look only' }).press('Enter');
  await plans.getByRole('radio', { name: /^I will look once, at 12 labels/ }).press('Space');
  const beside = page.getByRole('checkbox', { name: 'Show an approximate, narrower interval beside it' });
  await expect(beside).toBeDisabled();
  await expect(page.getByText('The approximate interval needs uniform draws.')).toBeVisible();
  await expectAccessible(page, 'Setup with a plan');
  await page.getByRole('button', { name: /^Sample \d/ }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  await expect(
    page.getByText(
      'One look at 12 labels, declared before the first label. Looks reached: none. Next: 12 labels.',
    ),
  ).toBeVisible();
  await page.getByText('For researchers: method, seed, frozen signals').click();
  await expect(page.getByText('by rule 4')).toBeVisible();

  await page.getByRole('button', { name: 'Change the plan…' }).click();
  await page.getByRole('radio', { name: '12 labels', exact: false }).first().press('Space');
  await page.getByRole('textbox', { name: 'Labels planned for' }).fill('20');
  await expectAccessible(page, 'Study with another plan');
  await page.getByRole('button', { name: 'Save plan' }).click();
  await expect(page.getByText(/^Planned for 20 labels/)).toBeVisible();
});

test('the approximate interval is declared with one look, and stands beside the one that bets', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/studies/new');
  await page.getByText(/^For researchers:/).click();
  await page.getByRole('radio', { name: /^Uniform with control variate/ }).press('Space');
  await page.getByRole('button', { name: 'One look only' }).press('Enter');
  await page.getByRole('radio', { name: /^I will look once, at 30 labels/ }).press('Space');
  await page
    .getByRole('checkbox', { name: 'Show an approximate, narrower interval beside it' })
    .press('Space');
  await expectAccessible(page, 'Setup with an approximate interval');
  await page.getByRole('button', { name: /^Sample \d/ }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  const declared = 'declared before the first label together with an approximate interval.';
  await expect(page.getByText(declared, { exact: false })).toBeVisible();
  await goTo(page, '/studies/2/results');
  await expect(page.getByText('The approximate interval from all signals:', { exact: false })).toBeVisible();
});

bare('one press narrows the later intervals of an earlier study, once', async ({ page }) => {
  const close = await openForm(page, { ofRule2: true });
  await page.keyboard.press('4');
  await expect(page.getByRole('progressbar', { name: '1 of 6 done' })).toBeAttached();
  await goTo(page, '/studies/1/setup');
  await expect(page.getByText(/^This narrows the interval from about 500 labels on/)).toBeVisible();
  await expectAccessible(page, 'Setup of a study of rule 2');
  await page.getByRole('button', { name: 'Narrow later intervals' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Narrow later intervals' })).toHaveCount(0);
  await goTo(page, '/studies/1/report');
  await expect(
    page
      .frameLocator('iframe')
      .getByText(/mended from draw 2 on/)
      .first(),
  ).toBeAttached();
  await close();
});
