import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { StudyField } from '../../shared/contract/index.ts';
import { huntedSentence } from '../../shared/failure-words.ts';
import { startLlmServer } from '../llm-server/server.ts';
import { expectAccessible } from './accessible.ts';
import { bare } from './fixtures.ts';
import { openFormIn } from './form-project.ts';
import type { FormProject } from './make-form-project.ts';
import { collectPageErrors } from './page-errors.ts';
import { invite, openPortal, sidewaysScroll, smallTargets } from './phone.ts';
import { addEndpoint, goTo } from './steps.ts';

interface Opened {
  /** Opens a project of its own at its label screen; gives the folder that it is in. */
  label: (project: FormProject) => Promise<string>;
}

const test = bare.extend<Opened>({
  label: async ({ page }, use) => {
    const errors = collectPageErrors(page);
    const ends: (() => Promise<void>)[] = [];
    await use(async (project) => {
      const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-failures-'));
      const close = await openFormIn(dataDir, page, project);
      ends.push(async () => {
        await close();
        rmSync(dataDir, { recursive: true, force: true });
      });
      return dataDir;
    });
    for (const end of ends) await end();
    expect(errors, 'errors in the console of the page').toEqual([]);
  },
});
test.slow();

const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.ASSAY_SHOTS) await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/${name}.png` });
};

const failures = (mayMake = true): StudyField => ({
  name: 'failures',
  question: 'What went wrong?',
  required: true,
  form: { kind: 'failures', mayMake },
});
const done = (page: Page, count: number, of: number) =>
  expect(page.getByRole('progressbar', { name: `${count} of ${of} done` })).toBeAttached();
const field = (page: Page) => page.getByRole('combobox', { name: /^Failure modes/ });

test('what went wrong is said beside a rating by keys alone, and taken back', async ({ page, label }) => {
  await label({ items: 4, fields: [failures()] });
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('What went wrong? needs an answer.').first()).toBeVisible();
  // The first mode is made, with a note and the place.
  await page.keyboard.press('w');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('Wrong date');
  await expect(page.getByRole('option', { name: 'Make “Wrong date”' })).toBeVisible();
  await expectAccessible(page, 'a failure mode being made');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Wrong date' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Says Monday for Tuesday');
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expectAccessible(page, 'a place being marked');
  await shot(page, 'mark-place');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('blockquote')).toHaveText(/Reply 2 Second reply/);
  await shot(page, 'label-coded');
  await expectAccessible(page, 'what went wrong');
  await page.keyboard.press('Enter');
  await done(page, 1, 4);
  // The next has nothing wrong.
  await page.keyboard.press('5');
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: 'Nothing wrong', pressed: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await done(page, 2, 4);
  // A few letters find the mode; Enter in the empty field sends.
  await page.keyboard.press('1');
  await page.keyboard.press('w');
  await page.keyboard.type('dat');
  await expect(page.getByRole('option', { name: 'Wrong date' })).toHaveAttribute('aria-selected', 'true');
  await shot(page, 'label-choose');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await done(page, 3, 4);
  // All of it is taken back, and comes again.
  await page.keyboard.press('u');
  await done(page, 2, 4);
  await expect(page.getByRole('button', { name: 'Remove Wrong date' })).toBeVisible();
  await page.keyboard.press('Shift+U');
  await done(page, 3, 4);
  await expect(page.getByText('Item 4 of 4', { exact: true })).toBeVisible();
  // A draft is kept.
  await page.keyboard.press('w');
  await page.keyboard.type('Too long');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove Too long' })).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove Too long' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(
    page.getByRole('button', { name: 'Change the key for “What went wrong?”, now w' }),
  ).toBeVisible();
});

test('a study asks for failures alone: one key says that nothing is wrong', async ({ page, label }) => {
  await label({ items: 3 });
  await goTo(page, '/studies/new');
  await page.getByRole('radio', { name: 'Beside the rating' }).check();
  await page.getByRole('checkbox', { name: 'Annotators may add failure modes' }).check();
  await expect(page.getByRole('button', { name: 'Change what is asked…' })).toBeVisible();
  await page.getByRole('radio', { name: 'Alone, without a rating' }).click();
  await expect(page.getByRole('button', { name: 'Change what is asked…' })).toHaveCount(0);
  await expectAccessible(page, 'a new study that asks what went wrong');
  await page
    .getByRole('group', { name: 'Ask what went wrong' })
    .or(page.getByRole('radiogroup'))
    .first()
    .scrollIntoViewIfNeeded();
  await shot(page, 'setup');
  await page.getByRole('button', { name: /^Sample \d/ }).click();
  await expect(page).toHaveURL(/studies\/2\//);
  await goTo(page, '/studies/2/label');
  await expect(page.getByText('Item 1 of 3', { exact: true })).toBeVisible();
  await page.keyboard.press('o');
  await done(page, 1, 3);
  await page.keyboard.press('w');
  await page.keyboard.type('Rude');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await done(page, 2, 3);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Saved: Something wrong. Another answer replaces it.')).toBeVisible();
  await shot(page, 'label-alone');
});

test('on a page that was handed out modes are chosen and made on a phone', async ({
  page,
  browser,
  label,
}) => {
  const dataDir = await label({ items: 3, fields: [failures()] });
  // The lead has one mode already.
  await page.keyboard.press('w');
  await page.keyboard.type('Wrong date');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Wrong date' })).toBeVisible();
  await goTo(page, '/studies/1/team/hand-out');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file to send', exact: true }).click();
  const file = path.join(dataDir, 'batch.html');
  await (await downloading).saveAs(file);
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const guest = await context.newPage();
  const errors = collectPageErrors(guest);
  await guest.goto(`file://${file}`);
  await guest.getByRole('textbox').fill('Ada');
  await guest.getByRole('button', { name: 'Begin' }).tap();
  await guest.getByRole('button', { name: /^4/ }).first().tap();
  await field(guest).tap();
  await field(guest).fill('wr');
  await guest.getByRole('option', { name: 'Wrong date' }).tap();
  await field(guest).fill('Too short');
  await guest.getByRole('option', { name: 'Make “Too short”' }).tap();
  await expect(guest.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  expect(await smallTargets(guest)).toEqual([]);
  expect(await sidewaysScroll(guest)).toBe(0);
  await expectAccessible(guest, 'what went wrong on a phone');
  await shot(guest, 'phone');
  await guest.getByRole('button', { name: /^Give answers/ }).tap();
  await guest.getByRole('button', { name: /^2/ }).first().tap();
  // What this page made is offered for the next item.
  await field(guest).tap();
  await guest.getByRole('option', { name: 'Too short' }).tap();
  await guest.getByRole('button', { name: /^Give answers/ }).tap();
  await expect(guest.getByText('2 of 3 done')).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

const seen = async (page: Page, name: string) => {
  if (!process.env.ASSAY_SHOTS) return;
  for (const [scheme, width, height] of [
    ['light', 1280, 800],
    ['dark', 1280, 800],
    ['light', 1920, 1080],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${process.env.ASSAY_SHOTS}/${name}-${width}-${scheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
};

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const questions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `chat-${i + 1}`,
    conversation: [{ role: 'user', content: `When does the museum open on ${days[i % 5]}?` }],
    responses: { one: [`It opens at ${8 + (i % 4)} on ${days[(i + (i % 6 === 0 ? 1 : 0)) % 5]}.`] },
    judge: { judge: { one: { quality: 1 + (i % 5) } } },
  }));

test('from conversations to the share of a failure, by keys alone', async ({ page, label }) => {
  const items = 80;
  await label({ records: questions(items), fields: [failures()] });
  let coded = 0;
  const send = async () => {
    await page.keyboard.press('Enter');
    coded += 1;
    await done(page, coded, items);
    // A key that comes before the next item would be about the one before.
    await expect(page.getByText(`Item ${coded + 1} of ${items}`, { exact: true })).toBeVisible();
  };
  await goTo(page, '/studies/1/failures');
  await expect(page.getByRole('heading', { name: 'Read first, then name' })).toBeVisible();
  await expectAccessible(page, 'failures before anything is coded');
  await page.getByRole('link', { name: 'Start labeling' }).press('Enter');
  await expect(page.getByText(`Item 1 of ${items}`, { exact: true })).toBeVisible();
  // Read: every fourth conversation has something wrong, in one's own words.
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press(i % 4 === 0 ? '2' : '5');
    if (i % 4 === 0) {
      await page.keyboard.press('w');
      await page.keyboard.press('Tab');
      await page.keyboard.type(
        ['Says Monday for Tuesday', 'The day is wrong', 'Opens at an odd hour'][i / 4]!,
      );
      await page.keyboard.press('Escape');
    } else await page.keyboard.press('o');
    await send();
  }
  // Name: two of the notes are one failure.
  await goTo(page, '/studies/1/failures');
  const notes = page.getByRole('region', { name: /^Notes to name/ });
  await expect(notes.getByRole('checkbox')).toHaveCount(3);
  await notes.getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('m');
  await page.keyboard.type('Gets a date wrong');
  await expectAccessible(page, 'notes being named');
  await page.keyboard.press('Enter');
  await expect(notes.getByRole('checkbox')).toHaveCount(1);
  await expect(page.getByText('2 notes named Gets a date wrong.')).toBeVisible();
  const mode = page.getByRole('button', { name: /^Gets a date wrong/ });
  await expect(mode).toBeVisible();
  // Look again at what was coded before it had its name.
  await mode.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Look again at 10 items/ })).toBeVisible();
  await mode.focus();
  await page.keyboard.press('l');
  const again = page.getByRole('dialog', { name: 'Look again: Gets a date wrong' });
  await expect(again.getByRole('button', { name: /^No/ })).toBeVisible();
  await expectAccessible(page, 'looking again');
  await shot(page, 'look-again');
  for (let left = 10; left > 0; left -= 1) {
    await expect(
      again.getByText(`${left} ${left === 1 ? 'item' : 'items'} left`, { exact: false }),
    ).toBeVisible();
    await page.keyboard.press('n');
  }
  await expect(again.getByText('All items were looked at.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(again).toHaveCount(0);
  // Define it; the meaning stays.
  await mode.focus();
  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Definition' }).fill('Names another day than the one asked for.');
  await page.getByRole('radio', { name: /^Yes, the same/ }).check();
  await expectAccessible(page, 'a failure mode being defined');
  await shot(page, 'define');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  // Count: the next ones are coded with the name.
  await goTo(page, '/studies/1/label');
  await expect(page.getByText(`Item 13 of ${items}`, { exact: true })).toBeVisible();
  for (let i = 0; i < 20; i += 1) {
    await page.keyboard.press(i % 5 === 0 ? '2' : '5');
    if (i % 5 === 0) {
      await page.keyboard.press('w');
      await page.keyboard.type(i === 10 ? 'Odd hour' : 'dat');
      await page.keyboard.press('Enter');
    } else await page.keyboard.press('o');
    await send();
  }
  await goTo(page, '/studies/1/failures');
  const largest = page.getByRole('region', { name: 'Largest failures' });
  await expect(
    largest.getByText(/^About \d+\s% of conversations get a date wrong, between \d+\s% and \d+\s%\.$/),
  ).toBeVisible();
  await expect(page.getByRole('figure', { name: 'How frequent is each failure?' })).toBeVisible();
  await mode.focus();
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'failures');
  await expect(page.getByRole('figure', { name: 'Have we read enough?' })).toBeVisible();
  await seen(page, 'failures');
  if (process.env.ASSAY_SHOTS) {
    await page.getByRole('heading', { name: /^Failure modes/ }).scrollIntoViewIfNeeded();
    await page.evaluate(() => document.querySelector('main')?.scrollTo(0, 420));
    await seen(page, 'failures-below');
  }
  await goTo(page, '/studies/1/results');
  const section = page.getByRole('region', { name: 'What went wrong' });
  await expect(section.getByText(/conversations get a date wrong, between/)).toBeVisible();
  await expectAccessible(page, 'results with failures');
  await section.scrollIntoViewIfNeeded();
  await shot(page, 'results');
  await section.getByRole('link', { name: 'Open the failures' }).press('Enter');
  await expect(largest).toBeVisible();
});

test('by link modes are chosen, and made where the lead lets annotators; the lead drags a note', async ({
  page,
  browser,
  label,
}) => {
  await label({ items: 4, fields: [failures()] });
  await page.keyboard.press('4');
  await page.keyboard.press('w');
  await page.keyboard.type('Wrong date');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await done(page, 1, 4);
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const guest = await invite(page, browser, 'Ada');
  const errors = collectPageErrors(guest);
  await guest.getByRole('button', { name: 'Begin' }).tap();
  await guest.getByRole('button', { name: /^4/ }).first().tap();
  await field(guest).tap();
  await guest.getByRole('option', { name: 'Wrong date' }).tap();
  await field(guest).fill('Too short');
  await guest.getByRole('option', { name: 'Make “Too short”' }).tap();
  await expect(guest.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  expect(await smallTargets(guest)).toEqual([]);
  expect(await sidewaysScroll(guest)).toBe(0);
  await expectAccessible(guest, 'what went wrong, by link');
  await guest.getByRole('button', { name: /^Save answers/ }).tap();
  await expect(guest.getByText('1 done', { exact: true })).toBeVisible();
  await expect(guest.locator('main[aria-busy=false]')).toBeAttached();
  await guest.getByRole('button', { name: /^2/ }).first().tap();
  await guest.getByRole('textbox', { name: 'What happened, in your words' }).fill('One word is no answer');
  await guest.getByRole('button', { name: /^Save answers/ }).tap();
  await expect(guest.getByText('2 done', { exact: true })).toBeVisible();
  // The lead sees both, and gives the note its name by the mouse.
  await goTo(page, '/studies/1/failures');
  const notes = page.getByRole('region', { name: /^Notes to name/ });
  const mode = page.getByRole('button', { name: /^Too short/ });
  await expect(notes.getByText('One word is no answer')).toBeVisible();
  await notes.getByText('One word is no answer').dragTo(mode);
  await expect(notes.getByText('No note is left to name.')).toBeVisible();
  expect(errors).toEqual([]);
  await guest.context().close();
});

/** Codes the open item as having failure modes of these names, or as having nothing wrong. */
async function codeItem(page: Page, names: readonly string[], note = ''): Promise<void> {
  await page.keyboard.press(names.length > 0 || note !== '' ? '2' : '5');
  if (names.length === 0 && note === '') await page.keyboard.press('o');
  else {
    await page.keyboard.press('w');
    await expect(field(page)).toBeFocused();
    for (const name of names) {
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
    }
    if (note !== '') {
      await page.keyboard.press('Tab');
      await page.keyboard.type(note);
    }
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Enter');
}

test('failure modes are merged, split, retired and found again by keys alone', async ({ page, label }) => {
  await label({ records: questions(8), fields: [failures()] });
  const coded = [['Wrong day'], ['False date'], [], ['Odd hour'], ['Wrong day']];
  for (const [i, names] of coded.entries()) {
    await expect(page.getByText(`Item ${i + 1} of 8`, { exact: true })).toBeVisible();
    await codeItem(page, names);
    await done(page, i + 1, 8);
  }
  await goTo(page, '/studies/1/failures');
  const mode = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  // Merge: g, a few letters, Enter chooses, Enter merges; the focus is back at the list.
  await mode('False date').focus();
  await page.keyboard.press('g');
  await expect(page.getByRole('combobox', { name: 'Merge “False date” into' })).toBeFocused();
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('False date becomes Wrong day. Who said what stays known.')).toBeVisible();
  await expectAccessible(page, 'two failure modes being merged');
  await page.keyboard.press('Enter');
  await expect(mode('False date')).toHaveCount(0);
  await expect(mode('Wrong day')).toContainText('3 of 5 coded');
  // Split: p, a name in each field, Enter.
  await mode('Odd hour').focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('textbox', { name: 'First failure mode' })).toBeFocused();
  await page.keyboard.type('Too early');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Too late');
  await expectAccessible(page, 'a failure mode being split');
  await page.keyboard.press('Enter');
  await expect(mode('Too early')).toBeVisible();
  await expect(mode('Too late')).toBeVisible();
  await expect(mode('Odd hour')).toHaveCount(0);
  // Arrows go from one to the next; Escape closes what is open.
  await mode('Wrong day').focus();
  await page.keyboard.press('Enter');
  await expect(mode('Wrong day')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(mode('Wrong day')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(':focus')).toHaveAttribute('aria-expanded', 'false');
  // Retired, it comes back.
  await mode('Too late').press('Enter');
  await page.getByRole('button', { name: 'Retire', exact: true }).press('Enter');
  await expect(mode('Too late')).toHaveCount(0);
  await page.getByText(/retired failure mode/).click();
  await page.getByRole('button', { name: /Too late/ }).click();
  await expect(mode('Too late')).toBeVisible();
});

test('a model suggests groups of notes; a person accepts one and dismisses the other', async ({
  page,
  label,
}) => {
  const groups = [
    { name: 'Wrong day', definition: 'Another day than asked for', notes: [1, 2] },
    { name: 'Impolite', definition: '', notes: [2, 3] },
  ];
  const server = await startLlmServer({ reply: () => JSON.stringify({ groups }) });
  await label({ records: questions(6), fields: [failures()] });
  for (const [i, note] of ['Says Monday', 'The day is wrong', 'No greeting'].entries()) {
    await expect(page.getByText(`Item ${i + 1} of 6`, { exact: true })).toBeVisible();
    await codeItem(page, [], note);
    await done(page, i + 1, 6);
  }
  await addEndpoint(page, server.url);
  await goTo(page, '/studies/1/failures');
  const notes = page.getByRole('region', { name: /^Notes to name/ });
  await notes.getByRole('button', { name: 'Suggest groups' }).press('Enter');
  const suggested = page.getByRole('region', { name: 'Suggested groups' });
  await suggested.getByRole('button', { name: /^Ask / }).press('Enter');
  await expect(suggested.getByText('From 3 notes. A group counts only once you accept it.')).toBeVisible();
  // Nothing is stored before that.
  await expect(notes.getByRole('checkbox')).toHaveCount(3);
  await expectAccessible(page, 'suggested groups');
  await suggested.getByRole('textbox').first().fill('Names another day');
  await suggested.getByRole('button', { name: 'Accept' }).first().press('Enter');
  await expect(page.getByRole('button', { name: /^Names another day/ })).toBeVisible();
  await expect(notes.getByRole('checkbox')).toHaveCount(1);
  for (const dismiss of await suggested.getByRole('button', { name: 'Dismiss' }).all())
    await dismiss.press('Enter');
  await expect(page.getByRole('button', { name: /^Impolite/ })).toHaveCount(0);
  await server.close();
});

test('a judge made of a failure mode scores all conversations and narrows its share, by keys alone', async ({
  page,
  label,
}) => {
  const groups = [{ name: 'Wrong day', definition: 'Another day than asked for', notes: [1, 2] }];
  let scored = 0;
  const server = await startLlmServer({
    reply: (request) =>
      JSON.stringify(request).includes('Another day than asked for')
        ? JSON.stringify({
            items: [{ item: 1, reason: 'so', scores: { 'Wrong day': Number(scored++ % 3 === 0) } }],
          })
        : JSON.stringify({ groups }),
  });
  await label({ records: questions(30), fields: [failures()] });
  for (const [i, note] of ['Says Monday', 'The day is wrong', 'No greeting'].entries()) {
    await expect(page.getByText(`Item ${i + 1} of 30`, { exact: true })).toBeVisible();
    await codeItem(page, [], note);
    await done(page, i + 1, 30);
  }
  await addEndpoint(page, server.url);
  await goTo(page, '/studies/1/failures');
  await page.getByRole('button', { name: 'Suggest groups' }).press('Enter');
  const suggested = page.getByRole('region', { name: 'Suggested groups' });
  await suggested.getByRole('button', { name: /^Ask / }).press('Enter');
  await suggested.getByRole('button', { name: 'Accept' }).first().press('Enter');
  const mode = page.getByRole('button', { name: /^Wrong day/ });
  await mode.press('Enter');
  await page.keyboard.press('d');
  const dialog = page.getByRole('dialog', { name: 'Let a judge narrow it: Wrong day' });
  await expect(dialog.getByRole('button', { name: /^Ask / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Score all of them' })).toBeFocused();
  await expectAccessible(page, 'the judge of a failure mode');
  // One press leaves the panel, and the mode has the focus again.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(mode).toBeFocused();
  await page.keyboard.press('d');
  await expect(dialog.getByRole('button', { name: /^Ask / })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Score all of them' })).toBeFocused();
  // It stops at the limit that was given, and goes on by another.
  await dialog.getByRole('textbox', { name: 'Most calls' }).press('1');
  await dialog.getByRole('button', { name: 'Score all of them' }).press('Enter');
  const raise = dialog.getByRole('button', { name: /^Raise the limit/ });
  await expect(raise).toBeVisible({ timeout: 30_000 });
  await raise.press('Enter');
  const raising = page.getByRole('dialog', { name: 'Raise the limit', exact: true });
  await raising.getByRole('textbox', { name: 'Most calls' }).fill('');
  await raising.getByRole('button', { name: 'Go on' }).press('Enter');
  await expect(dialog.getByText('It narrows the share from the next label on.')).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByText('All 30 items scored').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/Judge Failure: Wrong day v1/).first()).toBeVisible();
  await server.close();
});

test('scores of a judge of a failure mode that refused some join when a person says so', async ({
  page,
  label,
}) => {
  let asked = 0;
  const server = await startLlmServer({
    reply: () =>
      asked++ % 4 === 0
        ? { refusal: 'No.' }
        : JSON.stringify({ items: [{ item: 1, reason: 'so', scores: { 'Wrong day': asked % 2 } }] }),
  });
  await label({ records: questions(12), fields: [failures()] });
  await addEndpoint(page, server.url);
  await goTo(page, '/studies/1/failures');
  await page.getByRole('button', { name: 'Add failure mode' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Wrong day');
  await page.getByRole('textbox', { name: 'Definition' }).fill('Another day than asked for');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: /^Wrong day/ }).click();
  await page.getByRole('button', { name: /^Let a judge narrow it/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Let a judge narrow it: Wrong day' });
  await dialog.getByRole('button', { name: /^Ask / }).click();
  await dialog.getByRole('button', { name: 'Score all of them' }).click();
  await expect(
    dialog.getByText(/3 refused\. Its scores stand below: use them as they are, or not\.$/),
  ).toBeVisible({
    timeout: 30_000,
  });
  await expect(dialog.getByText('9 of 12 items scored; the others count as the mean')).toBeVisible();
  await dialog
    .getByRole('button', { name: /^Use from the next label on: Judge Failure: Wrong day v1/ })
    .click();
  await expect(dialog.getByText(/^it joined after draw \d$/)).toBeVisible();
  await server.close();
});

test('more examples are hunted outside of the sample, and never enter a share', async ({ page, label }) => {
  await label({ records: questions(30), fields: [failures()] });
  await goTo(page, '/studies/new');
  await page.getByRole('radio', { name: 'Alone, without a rating' }).click();
  await expect(page.getByRole('button', { name: 'Change what is asked…' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Sample size' }).fill('4');
  await page.getByRole('button', { name: 'Sample 4 items' }).click();
  await expect(page).toHaveURL(/studies\/2\//);
  await goTo(page, '/studies/2/label');
  await expect(page.getByText('Item 1 of 4', { exact: true })).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.type('Wrong day');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await done(page, 1, 4);
  await goTo(page, '/studies/2/failures');
  await page.getByRole('button', { name: /^Wrong day/ }).focus();
  await page.keyboard.press('f');
  const hunt = page.getByRole('dialog', { name: 'Find more: Wrong day' });
  await expect(hunt.getByText(huntedSentence)).toBeVisible();
  await expect(hunt.getByRole('textbox', { name: 'Words in the conversation' })).toBeFocused();
  await page.keyboard.type('museum');
  await page.keyboard.press('Enter');
  await expect(hunt.getByText('1 of 26 items · 0 examples found')).toBeVisible();
  await expectAccessible(page, 'items being hunted');
  await page.keyboard.press('y');
  await expect(hunt.getByText('2 of 26 items · 1 example found')).toBeVisible();
  await page.keyboard.press('n');
  await expect(hunt.getByText('3 of 26 items · 1 example found')).toBeVisible();
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect(hunt.getByText('1 of 26 items · 0 examples found')).toBeVisible();
  await page.keyboard.press('y');
  await expect(hunt.getByText('2 of 26 items · 1 example found')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hunt).toHaveCount(0);
  await expect(
    page.getByText(`1 item outside of the sample was coded, too. ${huntedSentence}`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Wrong day/ })).toContainText('1 of 1 coded');
});

test('a study with labels does not ask; a new one does, on the same sample', async ({ page, label }) => {
  await label({ records: questions(12) });
  const first = await page.getByRole('main').innerText();
  await page.keyboard.press('4');
  await done(page, 1, 12);
  await goTo(page, '/studies/1/setup');
  await page.getByRole('link', { name: 'on the same sample' }).press('Enter');
  await expectAccessible(page, 'failures of a study that does not ask');
  await page.getByRole('button', { name: 'Ask in a new study on the same sample' }).press('Enter');
  await expect(page).toHaveURL(/#\/studies\/2\/failures$/);
  await expect(page.getByRole('heading', { name: 'Read first, then name' })).toBeVisible();
  await goTo(page, '/studies/2/label');
  await expect(page.getByText('Item 1 of 12', { exact: true })).toBeVisible();
  const asked = /When does the museum open on \w+\?/;
  expect((await page.getByRole('main').innerText()).match(asked)?.[0]).toBe(first.match(asked)?.[0]);
});

test('where the lead does not allow it, pages and links make no failure mode', async ({
  page,
  browser,
  label,
}) => {
  const dataDir = await label({ items: 4, fields: [failures(false)] });
  // The lead may, here in the app.
  await codeItem(page, ['Wrong date']);
  await done(page, 1, 4);
  await goTo(page, '/studies/1/team/hand-out');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file to send', exact: true }).click();
  const file = path.join(dataDir, 'batch.html');
  await (await downloading).saveAs(file);
  const offline = await (await browser.newContext()).newPage();
  await offline.goto(`file://${file}`);
  await offline.getByRole('textbox').fill('Ada');
  await offline.getByRole('button', { name: 'Begin' }).click();
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const byLink = await invite(page, browser, 'Ben');
  await byLink.getByRole('button', { name: 'Begin' }).tap();
  for (const guest of [offline, byLink]) {
    await field(guest).click();
    await expect(guest.getByRole('option', { name: 'Wrong date' })).toBeVisible();
    await field(guest).fill('Too short');
    await expect(guest.getByText('No failure mode of this name. Enter writes it as a note.')).toBeVisible();
    await expect(guest.getByRole('option', { name: /^Make / })).toHaveCount(0);
    await field(guest).press('Enter');
    await expect(guest.getByLabel('What happened, in your words')).toHaveValue('Too short');
    await expect(field(guest)).toHaveValue('');
    await field(guest).fill('wr');
    await expect(guest.getByRole('option', { name: 'Wrong date' })).toBeVisible();
    await guest.context().close();
  }
});

test('the place where an agent went wrong is a step of its trace', async ({ page, label }) => {
  const trace = (i: number) => ({
    id: `run-${i}`,
    conversation: [
      { role: 'user', content: `Book flight ${i} for me.` },
      { role: 'tool_call', content: 'search({"to": "Oslo"})' },
      { role: 'tool', content: '3 flights' },
      { role: 'tool_call', content: 'book({"flight": 7})' },
      { role: 'tool', content: `{"booked": ${i}}` },
      { role: 'assistant', content: `Flight ${i} is booked.` },
    ],
    system: 'one',
    judge: { judge: { one: { quality: 1 + (i % 5) } } },
  });
  await label({ records: [1, 2, 3].map(trace), fields: [failures()] });
  await page.keyboard.press('2');
  await page.keyboard.press('w');
  await page.keyboard.type('Books the wrong flight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Books the wrong flight' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  const step = page.getByRole('button', { name: /^Step 2 went wrong/ });
  await step.focus();
  await expectAccessible(page, 'a step being marked');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Step 2/).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await done(page, 1, 3);
  await goTo(page, '/studies/1/failures');
  await expect(page.getByRole('button', { name: /^Books the wrong flight/ })).toContainText('1 of 1 coded');
});
