import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { drawnStudy, goTo, openSample } from './steps.ts';

/** Draws a comparison of two of the sample's systems by way of the screens, and opens its batch. */
async function drawComparison(page: Page, size: number): Promise<string> {
  await openSample(page);
  await goTo(page, '/studies/new/1');
  await page.getByText('Compare two systems').click();
  await page.getByRole('combobox', { name: 'First system' }).selectOption('heron');
  await page.getByRole('combobox', { name: 'Second system' }).selectOption('sparrow');
  await page.getByRole('textbox', { name: 'Sample size' }).fill(String(size));
  await page.getByText('For researchers: method and seed').click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('3');
  await page.getByRole('button', { name: `Sample ${size} items` }).click();
  const id = /\d+$/.exec(await drawnStudy(page))![0];
  await expect(page.getByRole('group', { name: 'Left reply' })).toBeVisible();
  return id;
}

/** Answers the next items by the keys of each: two where left and right are rated. */
async function ratePairs(
  page: Page,
  pairs: readonly (string | readonly string[])[],
  size: number,
  done = 0,
): Promise<void> {
  for (const [at, keys] of pairs.entries()) {
    const i = done + at;
    await expect(page.getByText(`Item ${i + 1} of ${size}`, { exact: true })).toBeVisible();
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.getByRole('progressbar', { name: `${i + 1} of ${size} done` })).toBeVisible();
  }
}

test('two systems are compared by keyboard, side by side, up to the report', async ({ page }) => {
  const id = await drawComparison(page, 12);
  await expect(page.getByRole('region', { name: 'Left reply' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Right reply' })).toBeVisible();
  await expectAccessible(page, 'rating two replies');
  await ratePairs(page, ['53', '44', '51', '42', '33', '54', '25', '41', '53', '32'], 12);

  await page.keyboard.press('u');
  await expect(page.getByRole('progressbar', { name: '9 of 12 done' })).toBeVisible();
  await expect(page.getByText('Taken back: left 3, right 2.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('4');
  await expect(
    page.getByRole('group', { name: 'Right reply' }).getByRole('button', { pressed: true }),
  ).toHaveText(/4/);
  await page.keyboard.press('1');
  await expect(page.getByRole('progressbar', { name: '10 of 12 done' })).toBeVisible();

  await goTo(page, `/studies/${id}/results`);
  const estimate = page.getByRole('region', { name: 'Estimate', exact: true });
  await expect(estimate).toContainText('heron minus sparrow');
  await expect(estimate).toContainText(/10 of \d+ that differ labeled/);
  await expect(estimate).toContainText(/is better than|practically equal|Not decided yet/);
  await page.getByText('For researchers').click();
  await expect(page.getByRole('row', { name: /^Calibrated this study/ })).toBeVisible();
  await expectAccessible(page, 'the results of a comparison');

  await goTo(page, `/studies/${id}/report`);
  await expect(page.getByTitle('Preview of the report')).toHaveAttribute('srcdoc', /heron against sparrow/);
});

/** By a key the words that only one of two replies has are marked, in both colors. */
async function compareWords(page: Page): Promise<void> {
  const pane = page.getByRole('region', { name: /^Item \d+$/ });
  const marks = pane.locator('mark');
  await expect(marks).toHaveCount(0);
  await pane.focus();
  await page.keyboard.press('-');
  await expect(pane.getByText('Words that only one reply has are marked.')).toBeVisible();
  const [left, right] = await Promise.all(
    ['Left reply', 'Right reply'].map((name) => pane.getByRole('region', { name }).innerText()),
  );
  const words = (text: string) => new Set(text.match(/\p{L}+/gu));
  expect(await marks.count()).toBeGreaterThan(0);
  for (const marked of await pane
    .getByRole('region', { name: 'Left reply' })
    .locator('mark')
    .allInnerTexts()) {
    expect(left).toContain(marked.trim());
  }
  // A word of the left reply alone is marked there.
  const alone = [...words(left!.split('\n').slice(1).join(' '))].find((word) => !words(right!).has(word));
  if (alone) expect((await marks.allInnerTexts()).join(' ')).toContain(alone);
  await expectAccessible(page, 'two replies compared word by word');
  await expect(page.getByRole('button', { name: /^Differences/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('-');
  await expect(marks).toHaveCount(0);
}

/** In a narrow window one reply at a time, the question over it, and the answers in a bar. */
async function readOnPhone(page: Page): Promise<void> {
  const wide = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 844 });
  const pane = page.getByRole('region', { name: /^Item \d+$/ });
  const [left, right] = ['Left reply', 'Right reply'].map((name) => pane.getByRole('region', { name }));
  await expect(left!).toBeVisible();
  await expect(right!).toBeHidden();
  await pane.getByRole('button', { name: 'Right reply' }).click();
  await expect(right!).toBeVisible();
  await expect(left!).toBeHidden();
  const [first, last] = await Promise.all(
    [0, -1].map((at) =>
      page.getByRole('group', { name: 'Preference' }).getByRole('button').nth(at).boundingBox(),
    ),
  );
  expect(first!.y).toBe(last!.y);
  expect(first!.height).toBeGreaterThanOrEqual(44);
  const question = pane.getByRole('button', { expanded: false }).filter({ hasText: 'User' });
  const asked = pane.locator('[data-role="user"] > :last-child');
  // On a short phone the question leaves the pane before the replies end. While it is in view, no earlier one stands over them.
  await page.setViewportSize({ width: 390, height: 667 });
  await asked.last().evaluate((element) => element.scrollIntoView({ block: 'start' }));
  expect(await asked.count()).toBeGreaterThan(1);
  await expect(question).toBeHidden();
  await pane.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(question).toBeInViewport();
  expect(await question.innerText()).toContain(await asked.last().innerText());
  await pane.focus();
  await page.keyboard.press(',');
  await expect(pane.getByRole('button', { expanded: true })).toBeInViewport();
  await page.keyboard.press(',');
  await expectAccessible(page, 'reading a pair in a narrow window');
  await pane.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(question).toBeHidden();
  await page.setViewportSize(wide);
  await expect(left!).toBeVisible();
}

test('which of two replies is better: set up, labeled and read by keyboard, in five steps', async ({
  page,
}) => {
  await openSample(page);
  await goTo(page, '/studies/new/1');
  await page.getByText('Compare two systems').click();
  const measure = page.getByRole('combobox', { name: 'What is measured' });
  await measure.selectOption({ label: 'Preference (left, tie or right)' });
  await expect(page.getByText('Net win rate:')).toBeVisible();
  await page.getByRole('button', { name: 'Change what is asked' }).press('Enter');
  await page.getByRole('combobox', { name: 'In how many steps' }).selectOption('5');
  const preview = page.getByRole('region', { name: 'Preview of the form' });
  await expect(preview.getByRole('group', { name: 'Preference' }).getByRole('button')).toHaveCount(5);
  await expectAccessible(page, 'setting up a preference');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('12');
  await page.getByText('For researchers: method and seed').click();
  await page.getByRole('textbox', { name: 'Seed' }).fill('3');
  await page.getByRole('button', { name: 'Sample 12 items' }).press('Enter');
  const id = /\d+$/.exec(await drawnStudy(page))![0];
  const choices = page.getByRole('group', { name: 'Preference' });
  await expect(choices.getByRole('button')).toHaveText([
    /Left is much better/,
    /Left is better/,
    /Tie/,
    /Right is better/,
    /Right is much better/,
  ]);
  await expect(page.getByRole('heading', { name: 'Which of the two replies is better?' })).toBeVisible();
  await expectAccessible(page, 'preferring one of two replies');
  await readOnPhone(page);
  await compareWords(page);
  await ratePairs(
    page,
    ['1', '3', '5', '2', '4'].map((key) => [key]),
    12,
  );
  await ratePairs(page, [['ArrowLeft'], ['ArrowRight']], 12, 5);
  await page.keyboard.press('u');
  await expect(page.getByText('Taken back: right is better.')).toBeVisible();
  await page.keyboard.press('3');
  await expect(page.getByRole('progressbar', { name: '7 of 12 done' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByText('Saved: tie. Another answer replaces it.')).toBeVisible();
  await expect(choices.getByRole('button', { pressed: true })).toHaveText(/Tie/);

  await goTo(page, `/studies/${id}/results`);
  const estimate = page.getByRole('region', { name: 'Estimate', exact: true });
  await expect(estimate).toContainText(/Net win rate, .* over /);
  await expect(estimate).toContainText(/Win rate of .*, a tie counting half: [\d.]+ \([\d.]+ to [\d.]+\)/);
  await expectAccessible(page, 'the results of a preference');
  await goTo(page, `/studies/${id}/report`);
  await expect(page.getByTitle('Preview of the report')).toHaveAttribute('srcdoc', /the net win rate of/);
});

test('nothing that the page receives while rating tells which reply is whose', async ({ page, app }) => {
  test.skip(
    app.runsIn !== 'loopback',
    'reads what crosses HTTP; the same calls cross the port of the desktop',
  );
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (/\/rpc\/label\//.test(response.url())) answers.push(response.text());
  });
  await drawComparison(page, 5);
  await ratePairs(page, ['53', '44', '12'], 5);
  const bodies = await Promise.all(answers);
  expect(bodies.length).toBeGreaterThan(3);
  for (const telling of ['sparrow', 'heron', 'lenient-judge', 'systemId', 'seed', 'surrogate']) {
    expect(
      bodies.filter((body) => body.includes(telling)),
      telling,
    ).toEqual([]);
  }
  await expect(page.getByRole('main')).not.toContainText(/heron|sparrow/);
});

/** Rates both replies of the item on screen, and waits until so many are done. */
async function rateNext(page: Page, keys: string, done: number, of: number): Promise<void> {
  await expect(page.getByRole('group', { name: 'Left reply' })).toBeVisible();
  for (const key of keys) await page.keyboard.press(key);
  await expect(page.getByRole('progressbar', { name: `${done} of ${of} done` })).toBeVisible();
}

test('what is chosen while a criterion is being made stays chosen', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/new/1');
  await page.getByRole('button', { name: 'New rating criterion…' }).click();
  await page.getByRole('textbox', { name: 'Name of the criterion' }).fill('kindness');
  let goOn = () => {};
  const isChosen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/rpc/study/options', async (route) => {
    await isChosen;
    await route.continue();
  });
  const asked = page.waitForRequest('**/rpc/study/options');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await asked;
  await page.getByText('Rank all 3').click();
  goOn();
  await expect(page.getByRole('combobox', { name: 'What is measured' }).locator('option:checked')).toHaveText(
    /^kindness/,
  );
  await expect(page.getByRole('radio', { name: 'Rank all 3' })).toBeChecked();
});

test('a ranking of three systems is one study, from its setup to its report', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/new/1');
  await page.getByText('Compare two systems').click();
  await expectAccessible(page, 'setting up a comparison');
  await page.getByText('Rank all 3').click();
  await page.getByText('Two replies at a time').click();
  await page.getByRole('combobox', { name: 'What to find' }).selectOption('The best');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('4');
  await page.getByRole('button', { name: 'Sample 4 items for each pair' }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  await expect(page.getByRole('heading', { name: /^Helpfulness of 3 systems on/ })).toBeVisible();
  await expect(page.getByRole('link', { name: / against / })).toHaveCount(3);
  await expect(page.getByRole('combobox', { name: 'What to find' })).toHaveValue('1');
  await expect(page.getByText('3 of 3 pairs are undecided. 12 items of the sample')).toBeVisible();
  await expectAccessible(page, 'the setup of a ranking');

  await page.getByRole('link', { name: 'Start labeling' }).click();
  for (let done = 1; done <= 4; done++) await rateNext(page, done % 2 ? '52' : '24', done, 12);
  await expect(page.getByRole('main')).not.toContainText(/heron|sparrow/);
  await page.keyboard.press('u');
  await expect(page.getByRole('progressbar', { name: '3 of 12 done' })).toBeVisible();
  // Keys pressed before the item is back would meet another one, and are dropped.
  await expect(page.getByText('Item 4 is on screen.')).toBeAttached();
  for (let done = 4; done <= 12; done++) await rateNext(page, done % 2 ? '52' : '24', done, 12);
  await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeVisible();
  await page.getByRole('link', { name: 'See the results' }).click();

  const said = page.getByRole('region', { name: 'Ranking', exact: true });
  await expect(said).toContainText('12 of 12 answered');
  await expect(said).toContainText('answered, to find the best. The sample is used up');
  await expect(said).toContainText(/decided yet|is best|to be decided/);
  await expect(page.getByRole('figure', { name: 'How far are the systems apart?' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Place of each system' })).toBeVisible();
  await expectAccessible(page, 'a ranking');

  await page.getByRole('link', { name: 'Report', exact: true }).click();
  await expect(page.getByTitle('Preview of the report')).toHaveAttribute(
    'srcdoc',
    /<h1>Helpfulness of 3 systems on/,
  );
  await goTo(page, '/studies');
  const cards = page.getByRole('list', { name: 'Studies' });
  await expect(cards.getByRole('link', { name: /^Helpfulness of 3 systems on/ })).toBeVisible();
  await expect(cards.getByRole('link', { name: / against / })).toHaveCount(0);
  await expectAccessible(page, 'a ranking among the studies');
});
