import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { openPortal, sidewaysScroll, smallTargets, visit } from './phone.ts';
import { drawStudy, goTo, openSample } from './steps.ts';

test.slow();

const beginButton = /^(Begin|I have read the guidelines)$/;
const codes = { done: 'D0NE-1', screenedOut: 'SCREEN-2', attentionFailed: 'ATTENT-3' };

/** Makes a link for somebody. */
async function linkFor(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Annotator' }).fill(name);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByText(`For ${name} alone`)).toBeVisible();
  return (await page.locator('pre', { hasText: '/#' }).textContent())!;
}

/** Comes in by a link, at a desk or on a phone, and begins. */
async function comeIn(browser: Browser, link: string, device: 'desk' | 'phone'): Promise<Page> {
  if (device === 'phone') {
    const guest = await visit(browser, link);
    await guest.getByRole('button', { name: beginButton }).tap();
    return guest;
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const guest = await context.newPage();
  await guest.goto(link);
  await guest.getByRole('button', { name: 'Continue' }).click();
  await guest.getByRole('button', { name: beginButton }).click();
  return guest;
}

const rating = (guest: Page) => guest.getByRole('group', { name: 'Rating' });
const settled = (guest: Page) => expect(guest.locator('main[aria-busy=false]')).toBeAttached();

/** Gives one rating, and waits until something else is on screen. */
async function rate(guest: Page, key: string): Promise<void> {
  await expect(rating(guest)).toBeVisible();
  await settled(guest);
  await guest.keyboard.press(key);
  await settled(guest);
}

/** Rates what is asked until nothing is. */
async function rateAll(guest: Page, key: string): Promise<number> {
  const over = guest.getByRole('heading', { name: /^(You are done|Done|Nothing is left|Thank you)/ });
  for (let n = 0; n < 12; n += 1) {
    await expect(rating(guest).or(over)).toBeVisible();
    if (await over.isVisible()) return n;
    const bar = guest.getByRole('banner').or(guest.locator('header')).first();
    const before = await bar.textContent();
    await rate(guest, key);
    await expect(async () => {
      expect((await over.isVisible()) || (await bar.textContent()) !== before).toBe(true);
    }).toPass();
  }
  throw new Error('There is always another item.');
}

const waitsFor = (guest: Page, people: number) =>
  expect(
    guest.getByRole('heading', {
      name: `Waiting for ${people === 1 ? '1 person' : `${people} people`} to finish practice`,
    }),
  ).toBeVisible();

/** A code, a qualification, one check for each person and a rule of exclusion; items are chosen from the list. */
async function askOfThem(page: Page): Promise<void> {
  await page.getByText('Choose from the items').click();
  await expect(page.getByText(/ items outside the sample; /)).toBeVisible();
  for (let n = 0; n < 3; n += 1) {
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: /^Add / }) })
      .nth(n);
    await row.getByRole('textbox').fill('5');
    await row.getByRole('button', { name: /^Add / }).click();
  }
  await expectAccessible(page, 'Team, items with a known answer');
  await page.getByRole('textbox', { name: 'An answer may be off by' }).fill('1');
  await page.getByRole('textbox', { name: 'Or this many checks each' }).fill('1');
  await page.getByRole('checkbox', { name: 'Start with a qualification, two tries' }).check();
  await page.getByRole('textbox', { name: 'Items per try' }).fill('1');
  await page.getByRole('checkbox', { name: 'Exclude annotators who fail the checks' }).check();
  await page.getByRole('textbox', { name: 'After this many checks' }).fill('1');
  await page.getByRole('checkbox', { name: 'Show a completion code and a return link at the end' }).check();
  await page.getByRole('textbox', { name: 'Completion code' }).fill(codes.done);
  await page.getByRole('textbox', { name: 'After this many items' }).fill('4');
  await page.getByText('Other endings').click();
  await page.getByRole('textbox', { name: 'Code for people who did not qualify' }).fill(codes.screenedOut);
  await page
    .getByRole('textbox', { name: 'Code for people who failed the checks' })
    .fill(codes.attentionFailed);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
}

test('eight people by link: one fails, one drops out, one never comes, one is late, one is excluded; the lead reaches the report', async ({
  page,
  browser,
}) => {
  await openSample(page);
  await drawStudy(page, { system: 'heron', size: 4, seed: 7 });
  const id = Number(/\/studies\/(\d+)\/setup$/.exec(page.url())?.[1]);
  const tab = (name: string) => goTo(page, `/studies/${id}/team/${name}`);
  await tab('quality');
  await askOfThem(page);
  await tab('practice');
  await page.getByRole('textbox', { name: 'Items', exact: true }).fill('2');
  await page.getByRole('button', { name: 'Start practice' }).click();
  await expect(page.getByText('Labeling is closed until practice is through')).toBeVisible();
  await tab('links');
  await openPortal(page);
  const links = new Map<string, string>();
  for (const name of ['Ada', 'Ben', 'Cas', 'Eve', 'Finn', 'Gil', 'Hal']) {
    links.set(name, await linkFor(page, name));
  }
  await tab('members');
  await page.getByRole('textbox', { name: 'Annotators per item' }).fill('2');
  await page.getByText(/^Mean of the labels, .*: change$/).click();
  await page.getByRole('radio', { name: /adjudicated|decision/i }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. The audit trail', { exact: false })).toBeVisible();

  // Finn never opens his link. Ada, Ben and Cas have phones.
  const enter = (name: string, device: 'desk' | 'phone') => comeIn(browser, links.get(name)!, device);
  const [ada, ben, cas] = [
    await enter('Ada', 'phone'),
    await enter('Ben', 'phone'),
    await enter('Cas', 'phone'),
  ];
  const [eve, gil, hal] = [
    await enter('Eve', 'desk'),
    await enter('Gil', 'desk'),
    await enter('Hal', 'desk'),
  ];
  for (const guest of [ada, ben, cas, gil, hal]) await rate(guest, '5');

  await rate(eve, '1');
  await eve.getByRole('button', { name: beginButton }).click();
  await rate(eve, '1');
  await expect(eve.getByText('You did not qualify: thank you.', { exact: false })).toBeVisible();
  await expect(eve.getByText(codes.screenedOut)).toBeVisible();

  // Each page says what its person waits for, and changes with it.
  const practice = async (guest: Page) => {
    await expect(guest.getByText('Practice, round 1')).toBeVisible();
    await rate(guest, '5');
    await rate(guest, '1');
  };
  await practice(ada);
  await waitsFor(ada, 5);
  await practice(ben);
  await waitsFor(ben, 4);
  await waitsFor(ada, 4);
  expect(await smallTargets(ada)).toEqual([]);
  expect(await sidewaysScroll(ada)).toBe(0);
  await expectAccessible(ada, 'waiting on a phone');
  await rate(cas, '5');
  await tab('members');
  await page.getByRole('button', { name: 'Cas drops out' }).click();
  await page.getByRole('button', { name: 'Reassign' }).click();
  for (const guest of [ada, ben]) await waitsFor(guest, 3);
  await practice(gil);
  await practice(hal);
  for (const guest of [ada, ben, gil, hal]) await waitsFor(guest, 1);

  // The app asks the lead about Finn where they watch the team, and labeling opens on all pages.
  await tab('links');
  await expect(page.getByText('Practice waits for Finn.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on without Finn' }).click();
  for (const guest of [ada, ben, gil, hal]) await expect(rating(guest)).toBeVisible();

  await rateAll(gil, '1');
  await expect(gil.getByText(codes.attentionFailed)).toBeVisible();
  const dee = await comeIn(browser, await linkFor(page, 'Dee'), 'desk');
  await rate(dee, '5');
  await expect(rating(dee)).toBeVisible();
  for (const [guest, key] of [
    [ada, '4'],
    [ben, '5'],
    [hal, '5'],
    [dee, '5'],
    [hal, '5'],
  ] as const) {
    await rateAll(guest, key);
  }
  for (const guest of [ada, ben, hal, dee]) {
    await expect(
      guest.getByRole('heading', { name: /^(You are done|Done: everything is labeled)$/ }),
    ).toBeVisible();
  }
  expect(await smallTargets(ada)).toEqual([]);

  await tab('adjudication');
  await expect(page.getByText(/^\d+ disagreements?, 0 decided\./)).toBeVisible();
  const all = Number(/^(\d+) /.exec((await page.getByText(/^\d+ disagreements?, /).textContent())!)?.[1]);
  expect(all).toBeGreaterThan(0);
  for (let decided = 1; decided <= all; decided += 1) {
    await expect(page.getByRole('heading', { name: /^Item \d+, helpful$/ })).toBeVisible();
    // The keys are about an item once its form is there.
    await expect(async () => {
      await page.keyboard.press('4');
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused({ timeout: 1000 });
    }).toPass();
    await page.keyboard.type('it answers the question');
    await page.keyboard.press('Enter');
    await expect(page.getByText(new RegExp(`^${all} disagreements?, ${decided} decided\\.`))).toBeVisible();
  }
  await tab('quality');
  await expect(page.getByRole('row').filter({ hasText: 'Gil' })).toContainText('0 of 1 checks right');
  await expect(page.getByRole('row').filter({ hasText: 'Eve' })).toContainText('Not qualified');
  await goTo(page, `/studies/${id}/results`);
  await expect(page.getByText(/\b4 of 300 /).first()).toBeVisible();
  await goTo(page, `/studies/${id}/report`);
  const report = page.frameLocator('iframe');
  await expect(report.getByRole('heading', { name: 'Agreement of the annotators' })).toBeVisible();
  await report.getByText('Annex for researchers').click();
  await expect(report.getByRole('cell', { name: / dropped out; what they had left/ })).toBeVisible();
  await expect(report.getByText(/Practice went on without/).first()).toBeVisible();
  for (const guest of [ada, ben, cas, dee, eve, gil, hal]) await guest.context().close();
});
