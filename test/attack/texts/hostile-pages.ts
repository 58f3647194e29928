import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { findBrowser, noBrowser } from '../../../build/find-browser.ts';
import { ensureRenderer } from '../../../build/renderer-bundle.ts';
import type { Engine } from '../../../core/engine.ts';
import { startHttpHost } from '../../../host/http-server.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { ratedRecords } from '../../core/support/rated-records.ts';
import { type Attack, must } from '../frame/attack.ts';
import { openBrowser } from '../frame/browser.ts';
import { engineIn, jsonLines, label } from '../frame/projects.ts';

const root = path.join(import.meta.dirname, '../../..');
const mark = "(window.hostile=1,document.title='hostile')";
const away = 'http://away.example';

/** Texts that run a script, or ask somebody, where a page takes them for markup. */
const hostile: readonly string[] = [
  `<img src=x onerror="${mark}">`,
  `<script>${mark}</script>`,
  `</script><script>${mark}</script>`,
  `</textarea></title></style><svg onload="${mark}">`,
  `"><iframe srcdoc="<script>parent.hostile=1</script>"></iframe>`,
  `' autofocus onfocus="${mark}" x='`,
  `<img src="${away}/img">`,
  `![x](${away}/markdown)`,
  `[x](javascript:${mark})`,
  `<link rel=stylesheet href="${away}/css"><style>@import "${away}/style"</style>`,
  `<meta http-equiv=refresh content="0;url=${away}/refresh">`,
  `<base href="${away}/"><form action="${away}"><button autofocus>x</button></form>`,
  `<a href="${away}" ping="${away}/ping">x</a><object data="${away}/object"></object>`,
  `{{constructor.constructor("${mark}")()}} \${${mark}}`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${mark}">`,
  `]]><!--><svg><animate onbegin="${mark}" attributeName=x dur=1s>`,
];

const screens = (studyId: number) => [
  '/',
  '/data',
  '/data/1',
  '/data/1/item/1',
  '/studies',
  ...['label', 'results', 'report', 'team', 'plan', 'sample'].map((tab) => `/studies/${studyId}/${tab}`),
  '/judges',
  '/judges/alignment',
];

/** A project all of whose texts are hostile, with a study that has labels. */
async function hostileProject(engine: Engine, folder: string, rng: Rng): Promise<number> {
  const { client } = engine;
  const text = () =>
    `${hostile[uniformInt(rng, 0, hostile.length - 1)]} ${hostile.join('\n').slice(0, 4000)}`;
  const short = () => hostile[uniformInt(rng, 0, hostile.length - 1)]!.slice(0, 90);
  await client.project.create({ path: path.join(folder, 'p.assay') });
  const [system, criterion] = [`s ${short()}`, `c ${short()}`];
  const records = ratedRecords(20).map((record, i) => ({
    ...record,
    id: `${i} ${short()}`,
    group: short(),
    conversation: [{ role: 'user', content: text() }],
    context: text(),
    reference: [text()],
    responses: { [system]: text() },
    human: { [system]: { [criterion]: [1 + (i % 5)] } },
    judge: {},
  }));
  const source = path.join(folder, 'items.jsonl');
  writeFileSync(source, jsonLines(records));
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { jobId } = await client.import.start({
    path: source,
    datasetName: `d ${short()}`,
    scales: [{ kind: 'criterion', name: criterion, scale }],
  });
  await waitForJob(engine, jobId);
  const { id: studyId } = await client.study.create({
    datasetId: (await client.dataset.list({}))[0]!.id,
    system,
    measure: { kind: 'criterion', criterion },
    surrogate: { kind: 'none' },
    preset: 'uniform',
    size: 15,
    name: `n ${short()}`,
    question: text().slice(0, 2000),
    guidelines: text(),
  });
  for (let n = 0; n < 12; n++) await label(engine, studyId, { person: 'Ana', n });
  return studyId;
}

/** A page in which nothing of the texts may run and from which nothing may leave. */
export async function watchedPage(browser: Browser, own: string) {
  const context = await browser.newContext();
  const left: string[] = [];
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(own) || /^(data|blob|about):/.test(url)) return route.continue();
    left.push(url);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    left.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const check = async (place: string) => {
    for (const frame of page.frames()) {
      const ran = await frame
        .evaluate("'hostile' in window || document.title === 'hostile'")
        .catch(() => false);
      must(ran === false, `${place}: a script of a text ran`);
    }
    must(left.length === 0, `${place}: asked for ${left.join(', ')}`);
  };
  return { page, check, close: () => context.close() };
}

/** Asks a page again and again, from outside: its policy lets nothing be evaluated within. */
export async function comesTrue(page: Page, condition: string): Promise<boolean> {
  for (let look = 0; look < 300; look++) {
    if (await page.evaluate(condition)) return true;
    await page.waitForTimeout(100);
  }
  return false;
}

/** Waits until a page shows something and has come to rest, then goes through it by keyboard. */
async function goThrough(page: Page): Promise<void> {
  const isThere = "document.body.innerText.trim().length > 40 && !document.querySelector('[aria-busy=true]')";
  must(await comesTrue(page, isThere), 'a page stays empty');
  for (let press = 0; press < 4; press++) await page.keyboard.press('Tab');
  await page.waitForTimeout(100);
}

export const hostilePages: Attack = {
  name: 'hostile-pages',
  what: 'hostile texts in a real browser: all screens of a study, its report, its handed-out page',
  tries: { all: 12, quick: 1, test: 1 },
  cannotRun: () => (findBrowser() ? null : noBrowser),
  async prepare({ later }) {
    await ensureRenderer();
    const browser = await openBrowser(later);
    return async ({ rng, folder, later: afterwards }) => {
      const engine = engineIn(folder);
      const host = await startHttpHost({ engine, pageDir: path.join(root, 'out', 'renderer') });
      afterwards(() => host.close());
      const studyId = await hostileProject(engine, folder, rng);
      const address = host.newAddress();
      const app = await watchedPage(browser, new URL(address).origin);
      afterwards(() => app.close());
      await app.page.goto(address);
      for (const screen of screens(studyId)) {
        await app.page.evaluate(`location.hash = ${JSON.stringify(screen)}`);
        await goThrough(app.page);
        await app.check(screen);
        if (screen.endsWith('/label')) await mustShow(app.page, screen);
      }
      const report = await engine.client.report.render({ studyId, format: 'html' });
      const handed = await engine.client.batch.out({ studyId, count: 5, shape: 'page' });
      for (const [name, content] of Object.entries({ report: report.content, handed: contentOf(handed) })) {
        const file = path.join(folder, `${name}.html`);
        writeFileSync(file, content);
        const url = pathToFileURL(file).href;
        const opened = await watchedPage(browser, url);
        afterwards(() => opened.close());
        await opened.page.goto(url);
        await goThrough(opened.page);
        await opened.check(name);
        await mustShow(opened.page, name);
      }
    };
  },
};

/** What was tried is there to be read: else nothing was tried. */
async function mustShow(page: Page, place: string): Promise<void> {
  const isShown = await comesTrue(page, "document.body.innerText.includes('onerror=')");
  must(isShown, `${place} shows none of the texts`);
}

export function contentOf(handed: object): string {
  must('content' in handed && typeof handed.content === 'string', 'no page was handed out');
  return handed.content;
}
