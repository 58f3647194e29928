import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { elsewhere, merge, savedFile } from './exchange-steps.ts';
import { expect, test } from './fixtures.ts';
import type { RunningApp } from './launchers/launcher.ts';
import { invite, openPortal, sidewaysScroll, smallTargets } from './phone.ts';
import { drawnStudy, goTo, makeProject } from './steps.ts';

const systems = ['ash', 'birch', 'cherry', 'dogwood'];
const drawn = 3;
const pairs = 6;

/** A file of systems that people rated, none of whose replies are the same; each ends with this. */
function fileOf(app: RunningApp, name: string, systems: readonly string[], end: string): string {
  const file = path.join(app.dataDir, `${name}.jsonl`);
  const lines = Array.from({ length: 12 }, (_, i) =>
    JSON.stringify({
      id: `item-${i}`,
      conversation: [{ role: 'user', content: `What is number ${i}?` }],
      ...(systems.length === 6 && { context: 'Numbers are counted.' }),
      responses: Object.fromEntries(systems.map((one, s) => [one, `It is ${100 * i + s}.${end}`])),
      human: Object.fromEntries(systems.map((name, s) => [name, { quality: [1 + ((i + s) % 5)] }])),
    }),
  );
  writeFileSync(file, lines.join('\n'));
  return file;
}

async function importFour(page: Page, app: RunningApp, name = 'four', of = systems, end = ''): Promise<void> {
  await makeProject(page, app, 'Ranked');
  await goTo(page, '/data/import');
  await page.getByRole('heading', { name: 'Import data' }).waitFor();
  const file = fileOf(app, name, of, end);
  if (app.runsIn === 'loopback') await page.locator('main input[type=file]').setInputFiles(file);
  else {
    await app.answerFile(file);
    await page.getByRole('button', { name: 'Choose a file…' }).click();
  }
  await page.getByRole('button', { name: 'Only import' }).click();
  await expect(page.getByRole('heading', { name: `Imported into ${name}` })).toBeVisible();
}

/** Presses a control that has the focus brought to it, without a mouse. */
async function press(page: Page, name: string, role: 'button' | 'link' = 'button'): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

/** Makes a ranking of the four systems, whose replies stand on one page. */
async function rankOnPages(page: Page, app: RunningApp, end = ''): Promise<void> {
  await importFour(page, app, 'four', systems, end);
  await goTo(page, '/studies/new/1');
  await page.getByRole('radio', { name: 'Rank all 4' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('combobox', { name: 'What to find' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Sample size' }).fill(String(drawn));
  await page.getByRole('button', { name: `Sample ${drawn} items` }).click();
  await goTo(page, `${await drawnStudy(page)}/setup`);
  await expect(page.getByRole('heading', { name: 'Quality of 4 systems on four' })).toBeVisible();
}

const preferred = 'Preference (left, tie or right)';
for (const [form, of, measure, keys, name] of [
  ['ratings on one page', drawn, null, ['5241', '2435', '4352'], 'Quality of 4 systems on'],
  ['ratings of two', pairs * drawn, null, ['52', '24', '43'], 'Quality of 4 systems on'],
  ['an order on one page', drawn, preferred, ['1234', '2114', '4321'], 'Preference of 4 systems on'],
  ['preferences', pairs * drawn, preferred, ['1', '3', '2'], 'Preference of 4 systems on'],
] as const) {
  test(`four systems are ranked by ${form}, from the file to the report, by keyboard`, async ({
    page,
    app,
  }) => {
    await importFour(page, app);
    await goTo(page, '/studies/new/1');
    await page.getByRole('radio', { name: 'Rank all 4' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('combobox', { name: 'What to find' }).selectOption('The best 2');
    if (measure !== null)
      await page.getByRole('combobox', { name: 'What is measured' }).selectOption({ label: measure });
    if (of !== drawn) await page.getByRole('radio', { name: 'Two replies at a time' }).check();
    await page.getByRole('textbox', { name: 'Sample size' }).fill(String(drawn));
    await press(page, `Sample ${drawn} items for each pair`);
    await goTo(page, `${await drawnStudy(page)}/setup`);
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'What to find' })).toHaveValue('2');
    await press(page, 'Start labeling', 'link');
    const item = page.getByText(new RegExp(`^Item \\d+ of ${of}$`)).first();
    for (let done = 1, shown = 'none'; done <= of; done++) {
      await expect(item).toBeVisible();
      // A key that is pressed before the next item stands there is of none.
      await expect(item).not.toHaveText(shown);
      shown = await item.innerText();
      if (of === drawn) await expect(page.getByRole('region', { name: /^Reply \d/ })).toHaveCount(4);
      for (const key of keys[done % keys.length]!) await page.keyboard.press(key);
      await expect(page.getByRole('progressbar', { name: `${done} of ${of} done` })).toBeVisible();
    }
    await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('still to be decided for the best 2');
    await expect(page.getByRole('main')).not.toContainText(/birch|dogwood/);
    await press(page, 'See the results', 'link');
    const said = page.getByRole('region', { name: 'Ranking', exact: true });
    await expect(said).toContainText(`${of} of ${of} answered, to find the best 2. The sample is used up`);
    const standing = page.getByRole('figure', { name: 'Place of each system' });
    await expect(standing).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Bradley-Terry' }).first()).toBeVisible({
      visible: measure !== null,
    });
    await expectAccessible(page, `a ranking by ${form}`);
    await goTo(page, '/studies/ranking/1/team');
    await expect(page.getByText(`${of} of ${of} items final`)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: `: ${of} of ${of} done` })).toBeVisible();
    await page.getByRole('link', { name: 'Agreement' }).click();
    await expect(page.getByText('No item has labels of two annotators yet')).toBeVisible();
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByRole('link', { name: 'Send to annotators' }).click();
    await expect(page.getByText(`All ${of} items`)).toBeVisible();
    await expect(page.getByRole('radio', { name: /^A file for Assay/ })).toBeEnabled();
    await expectAccessible(page, `sending a ranking by ${form}`);
    await press(page, 'Report', 'link');
    await expect(page.getByTitle('Preview of the report')).toHaveAttribute(
      'srcdoc',
      new RegExp(`<h1>${name}`),
    );
    await expectAccessible(page, `the report of a ranking by ${form}`);
  });
}

test('a ranking is labeled by a link on a phone, its replies on one page; the lead sees it as one', async ({
  page,
  app,
  browser,
}) => {
  await rankOnPages(page, app);
  await goTo(page, '/studies/ranking/1/team/links');
  await openPortal(page);
  const guest = await invite(page, browser, 'Ada');
  await guest.getByRole('button', { name: 'Begin' }).tap();
  for (let done = 1; done <= drawn; done++) {
    const panel = guest.getByRole('complementary', { name: 'Question' });
    await expect(guest.getByRole('region', { name: 'Reply 1' })).toBeInViewport({ ratio: 1 });
    if (done === 1) {
      expect(await smallTargets(guest)).toEqual([]);
      expect(await sidewaysScroll(guest)).toBe(0);
      await expectAccessible(guest, 'a page of a ranking on a phone');
      // One reply is in sight, with its question; a tap turns to another.
      await guest.getByRole('button', { name: 'Reply 3', exact: true }).tap();
      await expect(guest.getByRole('region', { name: /^Reply \d/ })).toHaveCount(1);
      await expect(guest.getByRole('region', { name: 'Reply 3' })).toBeInViewport({ ratio: 1 });
      await panel.getByRole('button', { name: /^4/ }).tap();
      await expect(guest.getByRole('button', { name: 'Reply 3: Rated 4' })).toBeVisible();
      await expect(guest.getByRole('button', { name: 'Reply 4' })).toHaveAttribute('aria-pressed', 'true');
    }
    const due = done === 1 ? [4, 1, 2] : [1, 2, 3, 4];
    for (const reply of due) {
      await expect(panel.getByText(`Reply ${reply}`)).toBeVisible();
      await panel.getByRole('button', { name: new RegExp(`^${reply + 1}`) }).tap();
    }
    await expect(guest.getByText(`${done} done`, { exact: true })).toBeVisible();
    await expect(guest.locator('main[aria-busy=false]')).toBeAttached();
  }
  await expect(guest.getByRole('heading', { name: 'Done: everything is labeled' })).toBeVisible();
  await expect(page.getByText(`${drawn} items answered in the last hour`, { exact: false })).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page, 'Team of a ranking, invite by link');
  await goTo(page, '/studies/ranking/1/team/quality');
  await expect(page.getByRole('row').filter({ hasText: 'Ada' })).toContainText('Yes');
  await expectAccessible(page, 'Team of a ranking, quality');
  await goTo(page, '/studies/ranking/1/team');
  await expect(page.getByRole('progressbar', { name: `Ada: ${drawn} of ${drawn} done` })).toBeVisible();
  await guest.context().close();
});

test('pages of a ranking go out as a file, are rated in another Assay by keyboard, and come back', async ({
  page,
  app,
  browser,
}) => {
  await rankOnPages(page, app);
  await goTo(page, '/studies/ranking/1/team/hand-out');
  await page.getByRole('radio', { name: /^A file for Assay/ }).click();
  const batch = await savedFile(page, app, 'Save the file to send', 'pages.assay-batch');
  const labels = path.join(app.dataDir, 'ana.assay-labels');
  await elsewhere(browser, batch, async (theirs) => {
    await expect(theirs.getByRole('heading', { name: `${drawn} items to label` })).toBeVisible();
    await theirs.getByRole('textbox', { name: 'Your name' }).fill('Ana');
    await theirs.keyboard.press('Enter');
    for (let done = 1; done <= drawn; done++) {
      await expect(theirs.getByText(`Item ${done} of ${drawn}`, { exact: true })).toBeVisible();
      await expect(theirs.getByRole('region', { name: /^Reply \d/ })).toHaveCount(4);
      if (done === 1) await expectAccessible(theirs, 'a page of a handed-out ranking');
      for (const key of '5241') await theirs.keyboard.press(key);
      await expect(theirs.getByRole('progressbar', { name: `${done} of ${drawn} done` })).toBeVisible();
    }
    await expect(theirs.getByRole('heading', { name: 'All done' })).toBeVisible();
    await expect(theirs.getByRole('main')).not.toContainText(/ash|birch|cherry|dogwood/);
    const downloading = theirs.waitForEvent('download');
    await theirs.getByRole('main').getByRole('button', { name: 'Save the labels' }).focus();
    await theirs.keyboard.press('Enter');
    await (await downloading).saveAs(labels);
  });
  await merge(page, labels);
  await page.getByRole('combobox', { name: /Whose labels are these/ }).selectOption('Ana, a new person');
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(page.getByText(`${drawn} answers of Ana added`)).toBeVisible();
  await goTo(page, '/studies/ranking/1/team');
  await expect(page.getByText(`${drawn} of ${drawn} items final`)).toBeVisible();
});

test('a page whose rating is known is given as a check, in words that say how', async ({ page, app }) => {
  await rankOnPages(page, app);
  await goTo(page, '/studies/ranking/1/team/quality');
  const gold = page.getByRole('textbox', { name: 'Items with a known answer' });
  await expect(page.getByText('A line each: id, system = rating', { exact: false })).toBeVisible();
  const chance = page.getByRole('textbox', { name: 'Chance of a check after each item, %' });
  await chance.fill('20 %');
  await chance.blur();
  await expect(chance).toHaveValue('20');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await gold.fill('item-0, elm = 1');
  await save.click();
  await expect(page.getByText(/not a rating of a reply|is in the sample/)).toBeVisible();
  const saved = page.getByText('Saved.', { exact: true });
  // Some of the items are in the sample: those are no checks.
  for (let i = 0; i < 12 && !(await saved.isVisible()); i++) {
    await gold.fill(`item-${i}, birch = 1, Please choose 1 for this one.`);
    await save.click();
    await expect(saved.or(page.getByText(`Item "item-${i}" is in the sample`))).toBeVisible();
  }
  await expect(saved).toBeVisible();
  await expect(page.getByText('1 item so far', { exact: false })).toBeVisible();
  await expectAccessible(page, 'checks between pages');
});

test('long replies in a row scroll together, or each alone, by keys', async ({ page, app }) => {
  await rankOnPages(page, app, ' And so on.'.repeat(400));
  await goTo(page, '/studies/ranking/1/label');
  const pane = page.locator('#label-reading');
  const reply = (number: number) => page.getByRole('region', { name: `Reply ${number}`, exact: true });
  const down = (place: Locator) => place.evaluate(({ scrollTop }) => scrollTop);
  await expect(reply(1)).toBeInViewport();
  await expect(reply(4)).not.toBeInViewport();
  await page.keyboard.press('PageDown');
  await expect.poll(() => down(pane)).toBeGreaterThan(0);
  expect(await down(reply(1))).toBe(0);
  // Each alone: the framed one moves, and another key goes on to the next.
  await page.keyboard.press('=');
  await expect(page.getByRole('button', { name: 'Scroll apart' })).toHaveAttribute('aria-pressed', 'true');
  await expect(reply(1)).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect.poll(() => down(reply(1))).toBeGreaterThan(0);
  await page.keyboard.press('3');
  await expect(reply(1)).toContainText('Rated 3');
  await expect(reply(2)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(reply(4)).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('PageDown');
  await expect.poll(() => down(reply(4))).toBeGreaterThan(0);
  expect(await down(reply(2))).toBe(0);
  await expectAccessible(page, 'a row of replies that scroll alone');
  await page.keyboard.press('=');
  for (const key of '124') await page.keyboard.press(key);
  await expect(page.getByRole('progressbar', { name: `1 of ${drawn} done` })).toBeVisible();
});

test('six replies stand on a page without scrolling sideways, and Enter goes from number to number', async ({
  page,
  app,
}) => {
  const six = ['ash', 'birch', 'cherry', 'dogwood', 'elm', 'fir'];
  await importFour(page, app, 'six', six);
  await goTo(page, '/studies/new/1');
  await page.getByRole('button', { name: 'New rating criterion…' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('depth');
  await page.getByRole('textbox', { name: 'Highest value of the criterion' }).fill('100');
  await page.getByRole('textbox', { name: 'Highest value of the criterion' }).press('Enter');
  const measured = page.getByRole('combobox', { name: 'What is measured' }).locator('option:checked');
  await expect(measured).toHaveText(/^depth/);
  await page.getByRole('radio', { name: 'Rank all 6' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('2');
  await press(page, 'Sample 2 items for each pair');
  await drawnStudy(page);
  const field = (number: number) => page.getByRole('textbox', { name: `Reply ${number}`, exact: true });
  await expect(page.getByText('Enter goes on to the next question', { exact: false })).toBeVisible();
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (let number = 1; number <= 6; number++) {
      const box = await page.getByRole('region', { name: `Reply ${number}`, exact: true }).boundingBox();
      expect(box!.x + box!.width).toBeLessThan(width - 300);
    }
    // With the passage beside them three still stand in a line where the window is wide.
    await expect(page.getByText('Numbers are counted.')).toBeVisible();
    const [first, third] = await Promise.all(
      [1, 3].map((number) =>
        page.getByRole('region', { name: `Reply ${number}`, exact: true }).boundingBox(),
      ),
    );
    expect(third!.y === first!.y).toBe(width === 1920);
    expect(await page.locator('#label-reading').evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(
      0,
    );
  }
  await expect(field(1)).toBeFocused();
  await page.keyboard.type('80');
  await page.keyboard.press('Enter');
  await expect(field(2)).toBeFocused();
  await page.keyboard.type('x');
  for (let number = 3; number <= 6; number++) {
    await page.keyboard.press('Enter');
    await expect(field(number)).toBeFocused();
    await page.keyboard.type(String(number));
  }
  // The one that is no number has the focus, and is said to be none.
  await page.keyboard.press('Enter');
  await expect(field(2)).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: '“x” is not a number.' })).toBeVisible();
  await field(2).selectText();
  await page.keyboard.type('70');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('progressbar', { name: '1 of 2 done' })).toBeVisible();
});

test('of twelve systems the one that is rated is in sight, and the places come before the pairs', async ({
  page,
  app,
}) => {
  const twelve = Array.from({ length: 12 }, (_, i) => `model-${String.fromCharCode(97 + i)}`);
  await importFour(page, app, 'twelve', twelve);
  await goTo(page, '/studies/new/1');
  await page.getByRole('radio', { name: 'Rank all 12' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Sample size' }).fill('2');
  await page.getByRole('button', { name: 'Sample 2 items' }).click();
  await drawnStudy(page);
  const panel = page.getByRole('complementary', { name: 'Question' });
  await expect(panel.getByText('Keys rate the framed reply', { exact: false })).toBeInViewport();
  const ratingOf = (number: number) => panel.locator('[aria-current=step]', { hasText: `Reply ${number}` });
  for (let number = 1; number <= 12; number++) {
    await expect(ratingOf(number).first()).toBeInViewport({ ratio: 0.9 });
    await expect(page.getByRole('region', { name: `Reply ${number}`, exact: true })).toBeInViewport();
    await page.keyboard.press(String(1 + (number % 5)));
  }
  await expect(page.getByRole('progressbar', { name: '1 of 2 done' })).toBeVisible();
  await expect(ratingOf(1).first()).toBeInViewport({ ratio: 0.9 });
  await goTo(page, '/studies/ranking/1/results');
  const said = page.getByRole('region', { name: 'Ranking', exact: true });
  await expect(said).toContainText('any of the 12 systems may be the best');
  await expect(page.getByRole('figure', { name: 'Place of each system' })).toBeInViewport();
  await page.getByText('All 66 pairs').click();
  const apart = page.getByRole('figure', { name: 'How far are the systems apart?' });
  await apart.getByRole('img').hover();
  await expectAccessible(page, 'a ranking of twelve, with the pointer on its chart');
});
