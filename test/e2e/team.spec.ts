import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { invite, openPortal, smallTargets, visit } from './phone.ts';
import { drawStudy, goTo, openSample } from './steps.ts';

async function addAnnotator(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New annotator' }).fill(name);
  await page.getByRole('textbox', { name: 'New annotator' }).press('Enter');
  await expect(page.getByRole('button', { name: `Edit ${name}` })).toBeVisible();
}

/** Chooses who labels by the name that is always shown. */
async function becomes(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^labeling: /i }).click();
  const dialog = page.getByRole('dialog', { name: 'Who is labeling?' });
  await dialog.getByRole('button', { name }).click();
  await expect(dialog).toBeHidden();
}

async function rate(page: Page, key: string, done: number, of: number): Promise<void> {
  await expect(page.getByRole('group', { name: 'Rating' })).toBeVisible();
  await page.keyboard.press(key);
  await expect(page.getByRole('progressbar', { name: `${done} of ${of} done` })).toBeVisible();
}

test.slow();

test('three annotators share a batch, two to each item', async ({ page }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team');
  await expect(page.getByRole('navigation', { name: 'Parts of Team' })).toBeVisible();
  for (const name of ['Ada Lovelace', 'Ben', 'Cas']) {
    await addAnnotator(page, name);
    await page.getByRole('checkbox', { name }).check();
  }
  await page.getByRole('textbox', { name: 'Annotators per item' }).fill('2');
  await page.getByText(/^Mean of the labels, .*: change$/).click();
  await page.getByRole('radio', { name: 'Majority' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ada Lovelace: 0 of 20 done' })).toBeAttached();
  await expectAccessible(page, 'Team, members');

  await goTo(page, '/studies/1/label');
  await expect(page.getByRole('heading', { name: 'Who is labeling?' })).toBeVisible();
  await expectAccessible(page, 'Who is labeling?');
  await page.getByRole('group', { name: 'Annotators' }).getByRole('button', { name: 'Ada Lovelace' }).click();
  await rate(page, '4', 1, 20);
  await rate(page, '2', 2, 20);
  await expectAccessible(page, 'Label with its annotator');
  await becomes(page, 'Ben');
  await rate(page, '4', 1, 20);
  await goTo(page, '/studies/1/team');
  await expect(page.getByRole('button', { name: /^Labeling: Ben\b/ })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ada Lovelace: 2 of 20 done' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Ben: 1 of 20 done' })).toBeVisible();
});

test('an annotator comes in by a link and labels on a phone; the lead sees it', async ({ page, browser }) => {
  await openSample(page);
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  await page.getByRole('textbox', { name: 'Annotator' }).fill('Ada');
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = (await page.locator('pre', { hasText: '/#' }).textContent())!;
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await expectAccessible(page, 'Team, invite by link');

  const guest = await visit(browser, link);
  await expect(guest.getByRole('heading', { name: 'Hello, Ada' })).toBeVisible();
  expect(guest.url()).not.toContain('#');
  await expectAccessible(guest, 'greeting of an annotator');
  await guest.getByRole('button', { name: /^(Begin|I have read the guidelines)$/ }).tap();
  const ratings = guest.getByRole('group', { name: 'Rating' });
  await expect(ratings).toBeVisible();
  expect(await smallTargets(guest)).toEqual([]);
  await expectAccessible(guest, 'an item on a phone');
  await ratings.getByRole('button').first().tap();
  await expect(guest.getByText('1 done', { exact: true })).toBeVisible();
  await expect(guest.locator('main[aria-busy=false]')).toBeAttached();
  await answer(guest, '2', 2);
  await guest.reload();
  await expect(guest.getByText('2 done', { exact: true })).toBeVisible();

  await guest.getByRole('button', { name: 'Messages' }).tap();
  await guest.getByRole('textbox', { name: 'Write to the person who invited you' }).fill('Does a joke help?');
  expect(await smallTargets(guest)).toEqual([]);
  await expectAccessible(guest, 'messages on a phone');
  await guest.getByRole('button', { name: 'Send' }).tap();
  await expect(guest.getByRole('listitem')).toHaveText([/about an item.*Does a joke help\?/]);
  await guest.getByRole('button', { name: 'Back to the items' }).tap();
  const messages = page.getByRole('log', { name: 'Messages' });
  await expect(messages.getByText('Does a joke help?')).toBeVisible();
  await messages.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('textbox', { name: /^Message about item / }).fill('Only if it answers.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(guest.getByRole('button', { name: 'Messages (1 new)' })).toBeVisible();

  await expect(page.getByText('Used; the browser has access')).toBeVisible();
  await answersOffline(guest);
  await goTo(page, '/studies/1/team/members');
  await expect(page.getByRole('progressbar', { name: /^Ada: 5 of / })).toBeVisible();
  await goTo(page, '/studies/1/team/links');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Taken back')).toBeVisible();
  await expect(guest.getByRole('heading', { name: 'No access' })).toBeVisible();
  await guest.context().close();
});

/** Answers three items while the connection is gone; they are saved once it is back. */
async function answersOffline(guest: Page): Promise<void> {
  const saved = async (name: string) => {
    const item = (await guest.locator('main').textContent()) ?? '';
    await guest.keyboard.press('3');
    await expect(guest.getByText(name, { exact: false })).toBeVisible();
    // The next item is on screen: what is fetched ahead is there without the connection.
    await expect(async () => expect(await guest.locator('main').textContent()).not.toBe(item)).toPass();
  };
  await guest.context().setOffline(true);
  await saved('Your answer is not saved yet.');
  await saved('2 answers are not saved yet.');
  await saved('3 answers are not saved yet.');
  expect(await smallTargets(guest)).toEqual([]);
  await expectAccessible(guest, 'answers that wait for the connection');
  await guest.context().setOffline(false);
  await expect(guest.getByText('5 done', { exact: true })).toBeVisible();
  await expect(guest.getByText('not saved yet', { exact: false })).toHaveCount(0);
}

/** Answers the item at hand by a key, and waits for what comes next. */
async function answer(guest: Page, key: string, done: number): Promise<void> {
  await expect(guest.getByRole('group', { name: 'Rating' })).toBeVisible();
  await guest.keyboard.press(key);
  await expect(guest.getByText(new RegExp(`^${done} (of \\d+ )?done$`))).toBeVisible();
  await expect(guest.locator('main[aria-busy=false]')).toBeAttached();
}

const waitsFor = (people: number) =>
  `Waiting for ${people === 1 ? '1 person' : `${people} people`} to finish practice`;

test('a lead and three annotators: links, practice, overlap, a drop-out, adjudication, report', async ({
  page,
  browser,
}) => {
  await openSample(page);
  await drawStudy(page, { system: 'heron', size: 4, seed: 7 });
  const id = Number(/\/studies\/(\d+)\/setup$/.exec(page.url())?.[1]);
  await goTo(page, `/studies/${id}/team/practice`);
  await page.getByRole('textbox', { name: 'Items', exact: true }).fill('2');
  await page.getByRole('button', { name: 'Start practice' }).click();
  await expect(page.getByText('Labeling is closed until practice is through')).toBeVisible();
  await goTo(page, `/studies/${id}/team/links`);
  await openPortal(page);
  const guests: Page[] = [];
  for (const name of ['Ada', 'Ben', 'Cas']) guests.push(await invite(page, browser, name));
  const [ada, ben, cas] = guests as [Page, Page, Page];
  await goTo(page, `/studies/${id}/team/members`);
  await page.getByRole('textbox', { name: 'Annotators per item' }).fill('2');
  await page.getByText(/^Mean of the labels, .*: change$/).click();
  await page.getByRole('radio', { name: /adjudicated|decision/i }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. The audit trail', { exact: false })).toBeVisible();

  for (const guest of guests) {
    await guest.getByRole('button', { name: /^(Begin|I have read the guidelines)$/ }).tap();
    await expect(guest.getByText('Practice, round 1')).toBeVisible();
    await answer(guest, '5', 1);
    await guest.keyboard.press('1');
    // Whoever is through last has the batch opened.
    if (guest !== cas)
      await expect(guest.getByRole('heading', { name: waitsFor(guest === ada ? 2 : 1) })).toBeVisible();
  }
  await expect(cas.getByText('0 done', { exact: true })).toBeVisible();
  await expect(cas.getByRole('group', { name: 'Rating' })).toBeVisible();
  // Pages that wait look again by themselves.
  for (const guest of [ada, ben]) await expect(guest.getByRole('group', { name: 'Rating' })).toBeVisible();

  // Cas holds the first item and drops out; it goes to whoever asks next.
  await goTo(page, `/studies/${id}/team/members`);
  await page.getByRole('button', { name: 'Cas drops out' }).click();
  await page.getByRole('button', { name: 'Reassign' }).click();
  await expect(page.getByText('Left to the others: 1 item.')).toBeVisible();
  // The form below would take him back with the next change of anything in it.
  await expect(page.getByRole('checkbox', { name: 'Cas' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Ada' })).toBeChecked();
  await expectAccessible(page, 'Team, members after a drop-out');
  await answer(ada, '4', 1);
  await answer(ben, '4', 1);
  await answer(ben, '2', 2);
  for (const done of [2, 3, 4]) await answer(ada, '4', done);
  for (const done of [3, 4]) await answer(ben, '4', done);
  for (const [guest, name] of [
    [ada, 'Done: everything is labeled'],
    [ben, 'Done: everything is labeled'],
  ] as const) {
    await expect(guest.getByRole('heading', { name, exact: true })).toBeVisible();
    expect(await smallTargets(guest)).toEqual([]);
    await expectAccessible(guest, 'nothing left on a phone');
  }

  await goTo(page, `/studies/${id}/team/adjudication`);
  await expect(page.getByText('1 disagreement, 0 decided.', { exact: false })).toBeVisible();
  // Which item it is depends on whether Ada's or Ben's page looked again first.
  await expect(page.getByRole('heading', { name: /^Item [12], helpful$/ })).toBeVisible();
  await page.keyboard.press('4');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await page.keyboard.type('it answers the question');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 disagreement, 1 decided.', { exact: false })).toBeVisible();
  await goTo(page, `/studies/${id}/results`);
  await expect(page.getByText(/\b4 of 300 /).first()).toBeVisible();
  await goTo(page, `/studies/${id}/report`);
  const report = page.frameLocator('iframe');
  await expect(report.getByRole('heading', { name: 'Agreement of the annotators' })).toBeVisible();
  await report.getByText('Annex for researchers').click();
  await expect(report.getByText('it answers the question').first()).toBeVisible();
  await expect(report.getByRole('cell', { name: / dropped out; what they had left/ })).toBeVisible();
  for (const guest of guests) await guest.context().close();
});

test('a crowd is asked for consent and to qualify, and gets its code', async ({ page, browser }) => {
  await openSample(page);
  await drawStudy(page, { system: 'heron', size: 4, seed: 7 });
  const id = Number(/\/studies\/(\d+)\/setup$/.exec(page.url())?.[1]);
  await goTo(page, `/studies/${id}/team/quality`);
  await page
    .getByRole('textbox', { name: 'Consent, before anything else' })
    .fill('Your answers are **published**.');
  await page.getByRole('checkbox', { name: 'Show a completion code and a return link at the end' }).check();
  await page.getByRole('textbox', { name: 'Completion code' }).fill('C0FFEE');
  await page.getByRole('textbox', { name: 'After this many items' }).fill('1');
  await page.getByRole('textbox', { name: 'Return link' }).fill('https://crowd.example/done');
  await expectAccessible(page, 'Team, quality');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await goTo(page, `/studies/${id}/team/links`);
  await openPortal(page);
  await page.getByRole('checkbox', { name: 'For anyone with the link', exact: false }).check();
  await page.getByRole('button', { name: 'Make a link' }).click();
  const link = new URL((await page.locator('pre', { hasText: '/#' }).textContent())!);
  link.searchParams.set('PROLIFIC_PID', 'p-17');
  const guest = await visit(browser, link.href);
  await expect(guest.getByText('Your answers are published.')).toBeVisible();
  expect(await smallTargets(guest)).toEqual([]);
  await expectAccessible(guest, 'consent on a phone');
  await guest.getByRole('button', { name: 'I agree' }).tap();
  await guest.getByRole('button', { name: /^(Begin|I have read the guidelines)$/ }).tap();
  await expect(guest.getByRole('group', { name: 'Rating' })).toBeVisible();
  await guest.keyboard.press('4');
  await expect(guest.getByText('C0FFEE')).toBeVisible();
  // Nothing is left but to go back, by a link that a finger hits.
  await expect(guest.getByRole('link', { name: 'Go back to where you came from' })).toBeFocused();
  await expect(guest.getByRole('button', { name: 'Look for more' })).toHaveCount(0);
  expect(await smallTargets(guest)).toEqual([]);
  await expectAccessible(guest, 'the end on a phone');
  await goTo(page, `/studies/${id}/team/quality`);
  await expect(page.getByRole('row').filter({ hasText: 'p-17' })).toContainText('Yes');
  await guest.context().close();
});
