import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { findBrowser, noBrowser } from '../../../build/find-browser.ts';
import { ensureRenderer } from '../../../build/renderer-bundle.ts';
import { startHttpHost } from '../../../host/http-server.ts';
import { type Attack, must } from '../frame/attack.ts';
import { openBrowser } from '../frame/browser.ts';
import { engineIn } from '../frame/projects.ts';
import { Transcript } from '../frame/wire.ts';
import {
  fewerThanAGroup,
  type Ground,
  type Kind,
  kinds,
  mustBeStrict,
  mustLookAlike,
  type Ready,
  type World,
  worldOf,
} from './worlds.ts';

const built = (name: string) => path.join(import.meta.dirname, '../../../out', name);

export const blindPages: Attack = {
  name: 'blind-pages',
  what: 'worlds that differ in checks, systems and what others said look alike in a real browser, element by element',
  tries: { all: 18, quick: 9, test: 1 },
  cannotRun: () => (findBrowser() ? null : noBrowser),
  async prepare({ later }) {
    await ensureRenderer();
    const browser = await openBrowser(later);
    return async ({ number, ...ground }) => {
      const kind = kinds[number % kinds.length]!;
      const seenIn = (world: World, at: Ground) => pagesOf(kind, world, { ...at, browser });
      await mustLookAlike({ kind, seenIn }, ground);
    };
  },
};

/** The page after each step of a visit. */
async function pagesOf(
  kind: Kind,
  world: World,
  { browser, ...ground }: Ground & { browser: Browser },
): Promise<readonly string[]> {
  const ready = await worldOf(kind, world, ground, built('team-page'));
  const visit = await visitIn(browser, kind !== 'ranking-of-pairs');
  ground.later(() => visit.close());
  if (kind === 'handed-file') await labelFile(visit, ready, ground);
  else if (kind === 'handed-page') await labelPage(visit, ready, ground);
  else await comeByLink(visit, ready, kind);
  await ready.ben.leave();
  await mustBeStrict(ready, world);
  return visit.lines();
}

/** Somebody at a browser, whose page is written down after everything that they do. */
interface Visit {
  readonly page: Page;
  see(what: string): Promise<void>;
  press(key: string): Promise<void>;
  click(button: string): Promise<void>;
  lines(): readonly string[];
  close(): Promise<void>;
}

/** Looks, 40 ms apart, that find a page the same: on a busy machine one is slow to show what has come. */
const calmLooks = 5;
/** What is under way, and the empty place of a screen whose code is being loaded. */
const isLoading = /aria-busy="true"|Saving draft…|role="status"[^>]*min-height[^>]*><\/div>/;

async function visitIn(browser: Browser, tellsTexts: boolean): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  const page = await context.newPage();
  const transcript = new Transcript({ tellsTexts });
  let asking = 0;
  const isCounted = (url: string) => !/\/(visit\/events|event\/subscribe)$/.test(new URL(url).pathname);
  page.on('request', (request) => (asking += isCounted(request.url()) ? 1 : 0));
  const answered = (request: { url(): string }) => (asking -= isCounted(request.url()) ? 1 : 0);
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
  const see = async (what: string) => {
    let last = '';
    let calm = 0;
    for (let look = 0; calm < calmLooks; look += 1) {
      await page.waitForTimeout(40);
      const now = await page.evaluate<string>(shown);
      calm = asking === 0 && now === last && !isLoading.test(now) ? calm + 1 : 0;
      must(look < 400, `a page does not come to rest after ${what}`);
      last = now;
    }
    transcript.add(`${what}: ${anonymous(last)}`);
  };
  return {
    page,
    see,
    async press(key) {
      await page.keyboard.press(key);
      await see(key);
    },
    async click(button) {
      await page.getByRole('button', { name: button }).first().click();
      await see(button);
    },
    lines: () => transcript.lines,
    close: () => context.close(),
  };
}

/** All that a page shows, its focus and what stands in its fields included; scripts and styles were looked at as they came. */
const shown = `(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const one of copy.querySelectorAll('script, style')) one.textContent = '';
  const fields = [...document.querySelectorAll('input, textarea, select')].map((one) => [one.id, one.value, one.checked]);
  const at = document.activeElement;
  // By its place: a part of its text would have parts of names that differ from world to world.
  const focus = at === null ? '' : at.tagName + ' ' + [...document.querySelectorAll('*')].indexOf(at);
  return copy.outerHTML + '\\n' + JSON.stringify(fields) + '\\n' + focus + '\\n' + document.title;
})()`;

/** Without what a browser or a run makes up anew each time. */
const anonymous = (html: string): string =>
  html
    .replaceAll(/mantine-[a-z0-9]{9}/g, 'mantine-id')
    .replaceAll(/Batch [\w-]{6}/g, 'Batch')
    .replaceAll(/-[\w-]{6}(?=\\.assay)/g, '-id')
    .replaceAll(/[\d,]+ items an hour · about [^<]* left/g, 'pace')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'door');

/** Comes in by a link at the annotators' door, works, and leaves. */
async function comeByLink(visit: Visit, { portal, link }: Ready, kind: Kind): Promise<void> {
  const { page, see, click } = visit;
  await page.goto(`${portal.origin}${link}`);
  await see('the link');
  await click('Continue');
  await click('Begin');
  if (kind === 'validation') await validateConversations(visit);
  else {
    await work(visit, kind === 'rating-excluded' ? fewerThanAGroup : 9, async (n) => {
      if (n % 3 === 1) {
        await click('Messages');
        await page.getByRole('textbox').fill('Why?');
        await click('Send');
        await click('Back to the items');
      }
      if (n % 4 === 2) {
        await page.reload();
        await see('a reload');
      }
    });
  }
  await click('Leave');
}

/** Answers items by their keys, with looks back, skips and other texts between. */
async function work(visit: Visit, answers: number, between: (n: number) => Promise<void>): Promise<void> {
  const { page, press } = visit;
  for (let n = 0; n < answers; n += 1) {
    const groups = page.locator('aside [role=group]');
    must((await groups.count()) > 0, `nothing is asked after ${n} answers`);
    await between(n);
    if (n % 3 === 0) await press('g');
    if (n % 4 === 3) {
      await press('k');
      await press('j');
    }
    if (n === 5) {
      await press('s');
      await press('1');
      continue;
    }
    const count = await groups.count();
    for (let given = 0; given < count; given += 1) await press('3');
    if (count > 1) await press('Enter');
  }
}

async function validateConversations({ page, see, click }: Visit): Promise<void> {
  await click('Validate answers');
  for (let step = 0; step < 14; step += 1) {
    const read = page.getByRole('button', { name: 'I have read the passage' });
    const asked = page.getByRole('region', { name: 'Question' }).getByRole('group');
    const choices = asked.getByRole('button');
    if (await read.count()) await click('I have read the passage');
    else if (await choices.count()) {
      const name = await asked.getAttribute('aria-label');
      await choices.nth((await choices.count()) - 1).click();
      await see(`an answer to ${name}`);
      if (step % 5 === 3) await click('Take back');
    } else break;
  }
  await click('Back to the items');
}

/** Labels a page that was handed out, opened as a file. */
async function labelPage(visit: Visit, { engine, studyId }: Ready, { folder }: Ground): Promise<void> {
  const { content } = await engine.client.batch.out({
    ...{ studyId, from: 1, count: 20, shape: 'page', wholeRanking: true },
  });
  const file = path.join(folder, 'handed.html');
  writeFileSync(file, content!);
  await visit.page.goto(pathToFileURL(file).href);
  await visit.see('the page');
  await visit.page.getByRole('textbox').fill('Ada');
  await visit.click('Begin');
  await work(visit, 8, async (n) => {
    if (n % 4 !== 2) return;
    await visit.page.reload();
    await visit.see('a reload');
  });
}

/** Labels a batch that was handed out as a file, in an Assay of one's own. */
async function labelFile(visit: Visit, { engine, studyId }: Ready, { folder, later }: Ground): Promise<void> {
  const file = path.join(folder, 'ada.assay-batch');
  await engine.client.batch.out({ studyId, from: 1, count: 20, shape: 'file', path: file });
  const theirs = engineIn(path.join(folder, 'theirs'));
  const host = await startHttpHost({ engine: theirs, pageDir: built('renderer') });
  later(() => host.close());
  await theirs.client.project.open({ path: file });
  await visit.page.goto(host.newAddress());
  await visit.see('the app');
  await visit.page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await visit.click('Start labeling');
  await work(visit, 8, async () => {});
}
