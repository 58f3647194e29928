import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { findBrowser, noBrowser } from '../../../build/find-browser.ts';
import { ensureRenderer } from '../../../build/renderer-bundle.ts';
import type { Engine } from '../../../core/engine.ts';
import { startHttpHost } from '../../../host/http-server.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { type Rng, uniformInt } from '../../../stats/index.ts';
import { pngFile } from '../../support/png.ts';
import { type Attack, must } from '../frame/attack.ts';
import { openBrowser } from '../frame/browser.ts';
import { engineIn, jsonLines } from '../frame/projects.ts';
import { comesTrue, contentOf, watchedPage } from './hostile-pages.ts';

const root = path.join(import.meta.dirname, '../../..');
/** A page must answer again within so long, on a busy machine. */
const patienceMs = 20_000;

/** A PNG that says it has a size, with a body of zeros for so many rows. */
const png = (width: number, height: number, rows = height): Buffer =>
  pngFile(width, height, 0, Buffer.alloc((1 + width) * rows));

/** A GIF of one point whose frames say that they are larger. */
function gif(frames: number, width: number, height: number): Buffer {
  const screen = Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff', 'latin1');
  const frame = Buffer.alloc(10);
  frame[0] = 0x2c;
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  const one = Buffer.concat([frame, Buffer.from('\u0002\u0002D\u0001\0', 'latin1')]);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => one), Buffer.from(';')]);
}

const script = "window.hostile=1;document.title='hostile'";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
const data = (media: string, bytes: Buffer | string) =>
  `data:${media};base64,${Buffer.from(bytes).toString('base64')}`;

interface Hostile {
  readonly name: string;
  /** Whether a picture may be shown; else people read that it is not. */
  readonly isShown?: boolean;
  text(rng: Rng): string;
}

const picture = (name: string, media: string, bytes: () => Buffer | string, isShown = false): Hostile => ({
  name,
  isShown,
  text: () => `![${name}](${data(media, bytes())})`,
});

const pictures: readonly Hostile[] = [
  picture('PNG of 60,000 times 60,000 points', 'image/png', () => png(60_000, 60_000, 20)),
  picture('PNG of 1 times 200,000,000 points', 'image/png', () => png(1, 200_000_000, 20)),
  picture('PNG of no points', 'image/png', () => png(0, 0, 1)),
  picture('PNG of 6,300 times 6,300 points, all alike', 'image/png', () => png(6_300, 6_300), true),
  picture('PNG of 30 points whose body is 200 MB', 'image/png', () => png(30, 30, 6_500_000), true),
  picture('PNG that ends in its body', 'image/png', () => png(900, 900).subarray(0, 60), true),
  picture('PNG of nothing behind its size', 'image/png', () => png(50, 50).subarray(0, 33), true),
  picture('GIF whose frame is 65,000 times 65,000 points', 'image/gif', () => gif(1, 65_000, 65_000)),
  picture('GIF of 20,000 frames', 'image/gif', () => gif(20_000, 40, 40), true),
  picture('SVG with a script', 'image/svg+xml', () => svg),
  picture('SVG that calls itself a PNG', 'image/png', () => svg),
  picture(
    'markup that calls itself a GIF',
    'image/gif',
    () => `GIF89a<script>${script}</script>${' '.repeat(40)}`,
    true,
  ),
  picture('50 MB', 'image/png', () => Buffer.concat([png(10, 10), Buffer.alloc(50 * 2 ** 20)])),
  picture('text', 'image/webp', () => 'no picture at all'),
  picture(
    'WAV of 4 GB by its own word',
    'audio/wav',
    () => Buffer.from('RIFF\u00ff\u00ff\u00ff\u00ffWAVEfmt ', 'latin1'),
    true,
  ),
  { name: 'a page in the place of a picture', text: () => `![x](data:text/html,<script>${script}</script>)` },
  { name: 'a script in the place of a picture', text: () => `![x](javascript:${script})` },
  { name: 'a picture from the network', text: () => '![x](http://away.example/x.png)' },
  { name: 'a file outside of the folder', text: () => '![x](../../../../etc/passwd.png)' },
];

const times = (text: string, count: number) => text.repeat(count);
const formulas: readonly Hostile[] = [
  { name: 'fractions 300 deep', text: () => `$$${times('\\frac{1}{', 180)}x${times('}', 180)}$$` },
  { name: 'roots 250 deep', text: () => `$$${times('\\sqrt{', 250)}x${times('}', 250)}$$` },
  { name: 'a macro that doubles itself', text: () => '$$\\def\\a{\\a\\a}\\a$$' },
  {
    name: 'macros that grow',
    text: () =>
      '$$\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c$$',
  },
  { name: 'a rule over the whole page', text: () => '$$\\rule{9999em}{9999em}$$' },
  {
    name: 'text moved over the page',
    text: () => '$$\\kern{-900em}\\raisebox{900em}{\\colorbox{red}{Studies}}$$',
  },
  { name: 'a link in a formula', text: () => `$$\\href{javascript:${script}}{x}$$` },
  { name: 'a picture in a formula', text: () => '$$\\includegraphics{http://away.example/x.png}$$' },
  { name: 'markup in a formula', text: () => `$$\\htmlData{x=<img src=x onerror="${script}">}{y}$$` },
  { name: 'markup for a formula', text: () => `$$<img src=x onerror="${script}">$$` },
  { name: '20,000 formulas', text: () => times('$x$ ', 20_000) },
  { name: '48 formulas of 2,000 letters', text: () => times(`$$${times('\\frac{a}{b}+', 160)}1$$\n\n`, 48) },
  {
    name: 'a matrix of 900 cells',
    text: () => `$$\\begin{matrix}${times(`${times('a&', 29)}a\\\\`, 30)}\\end{matrix}$$`,
  },
  { name: 'marks that open and never close', text: () => `${times('$$', 20_001)}${times('\\(', 20_000)}` },
  { name: 'quotes 3,000 deep', text: () => `\n\n${times('> ', 3_000)}x` },
  {
    name: 'lists 300 deep',
    text: () => `\n\n${Array.from({ length: 300 }, (_, i) => `${times('  ', i)}- x`).join('\n')}`,
  },
  { name: 'marks within marks', text: () => `${times('*a **b ', 5_000)}${times('** c*', 5_000)}` },
  { name: 'letters above letters', text: () => `$${times('\\hat{', 200)}x${times('}', 200)}$` },
];

/** What cannot be read, drawn by the dice among all that is known. */
async function project(engine: Engine, folder: string, rng: Rng, all: readonly Hostile[]): Promise<number> {
  await engine.client.project.create({ path: path.join(folder, 'p.assay') });
  const source = path.join(folder, 'items.jsonl');
  const records = all.map((one, i) => ({
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `What is this? ${i % 2 === 0 ? one.text(rng) : ''}` }],
    responses: { one: `Reply ${i}. ${i % 2 === 0 ? '' : one.text(rng)}` },
    human: { one: { quality: [1 + (i % 5)] } },
  }));
  writeFileSync(source, jsonLines(records));
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { jobId } = await engine.client.import.start({
    ...{ path: source, datasetName: 'hostile' },
    scales: [{ kind: 'criterion', name: 'quality', scale }],
  });
  await waitForJob(engine, jobId);
  const { id } = await engine.client.study.create({
    datasetId: (await engine.client.dataset.list({}))[0]!.id,
    ...{ system: 'one', measure: { kind: 'criterion', criterion: 'quality' }, surrogate: { kind: 'none' } },
    ...{ preset: 'uniform', size: all.length },
  });
  return id;
}

/** The page answers, its places still lie on top, and nothing waits any more. */
async function mustLive(page: Page, place: string): Promise<void> {
  const answers = await Promise.race([
    page.evaluate('1').then(
      () => true,
      () => false,
    ),
    new Promise<false>((done) => setTimeout(() => done(false), patienceMs).unref()),
  ]);
  must(answers, `${place}: the page does not answer within ${patienceMs / 1000} s`);
  must(await comesTrue(page, "!document.querySelector('[aria-busy=true]')"), `${place}: the page stays busy`);
}

const onTop = `[...document.querySelectorAll('nav a')].every((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return width === 0 || found === one || one.contains(found);
})`;

export const hostileMedia: Attack = {
  name: 'hostile-media',
  what: 'hostile pictures and formulas in a real browser: items, the label page, the handed-out page',
  tries: { all: 12, quick: 1, test: 1 },
  cannotRun: () => (findBrowser() ? null : noBrowser),
  async prepare({ later }) {
    await ensureRenderer();
    const browser = await openBrowser(later);
    const everything = [...pictures, ...formulas];
    return async ({ rng, number, folder, later: afterwards }) => {
      // Every try has a part of all, so that twelve tries have each of them four times.
      const all = everything.filter((_, i) => (i + number) % 3 === 0 || uniformInt(rng, 0, 9) === 0);
      const engine = engineIn(folder);
      const host = await startHttpHost({ engine, pageDir: path.join(root, 'out', 'renderer') });
      afterwards(() => host.close());
      const studyId = await project(engine, folder, rng, all);
      const address = host.newAddress();
      const app = await watchedPage(browser, new URL(address).origin);
      afterwards(() => app.close());
      await app.page.goto(address);
      for (const [i, one] of all.entries()) {
        await app.page.evaluate(`location.hash = '/data/1/item/${i + 1}'`);
        const isThere = `document.querySelector('main')?.innerText.includes('item-${i}')`;
        must(await comesTrue(app.page, isThere), `${one.name}: its item is not shown`);
        await mustLive(app.page, one.name);
        await app.check(one.name);
        must(await app.page.evaluate(onTop), `${one.name}: it lies over the places of the app`);
        const isPicture = pictures.includes(one);
        const shown = await app.page.evaluate("document.querySelectorAll('main img, main audio').length");
        if (isPicture && !one.isShown) must(shown === 0, `${one.name}: it is shown`);
      }
      await app.page.evaluate(`location.hash = '/studies/${studyId}/label'`);
      must(
        await comesTrue(app.page, "document.body.innerText.includes('What is this?')"),
        'no item to label',
      );
      for (const { name } of all) {
        await app.page.keyboard.press('3');
        await mustLive(app.page, `${name}, labeled`);
        await app.check(`${name}, labeled`);
      }
      const handed = await engine.client.batch.out({ studyId, count: all.length, shape: 'page' });
      const file = path.join(folder, 'handed.html');
      writeFileSync(file, contentOf(handed));
      const opened = await watchedPage(browser, pathToFileURL(file).href);
      afterwards(() => opened.close());
      await opened.page.goto(pathToFileURL(file).href);
      await mustLive(opened.page, 'the handed-out page');
      await opened.check('the handed-out page');
    };
  },
};
