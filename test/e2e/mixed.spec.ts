import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bare as test } from './fixtures.ts';
import { launchCommand } from './launchers/loopback.ts';
import { collectPageErrors } from './page-errors.ts';
import { sidewaysScroll } from './phone.ts';
import { goTo } from './steps.ts';

test.slow();

const root = path.resolve(import.meta.dirname, '../..');
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** What each item of the example shows beside its letters. */
const shown: readonly (readonly [name: string, selector: string])[] = [
  ['picture', 'main img[alt="Visits by month"]'],
  ['formula', 'main .katex .mfrac'],
  ['code', 'main code [data-code=keyword]'],
  ['table', 'main table td'],
  ['long', 'main h2, main h3, main h4, main strong'],
  ['right-to-left', 'main ol'],
  ['agent', 'main details summary'],
  ['recording', 'main audio'],
  ['five-replies', 'main :text("In the café.")'],
  ['empty', 'main em:text("(empty reply)")'],
];

test('what people are shown looks as it is meant, at every size, in both color schemes', async ({
  page,
}, info) => {
  const folder = info.outputPath('mixed');
  cpSync(path.join(root, 'examples', 'mixed'), folder, { recursive: true });
  const dataDir = info.outputPath('data');
  const assay = (...words: string[]) =>
    execFileSync('node', [path.join(root, 'host', 'assay.js'), ...words, '--data-dir', dataDir], {
      cwd: folder,
    });
  assay('init', 'mixed');
  assay('import', 'mixed.assay', 'mixed.jsonl');
  const study = ['--system', 'assistant', '--measure', 'criterion:quality=1..5', '--surrogate', 'none'];
  assay('study', 'create', 'mixed.assay', ...study, '--size', '10', '--seed', '1');
  const errors = collectPageErrors(page);
  const app = await launchCommand(dataDir, path.join(folder, 'mixed.assay'));
  await page.goto(app.url);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const [i, [name, selector]] of shown.entries()) {
      await goTo(page, `/data/1/item/${i + 1}`);
      await expect(page.getByRole('heading', { name: `Item ${name}` })).toBeVisible();
      await expect(page.locator(selector).first()).toBeVisible();
      expect.soft(await sidewaysScroll(page), `${name} at ${size.width}`).toBe(0);
      if (size.width === 1280) await expectAccessible(page, `the item ${name}`);
    }
    await goTo(page, '/studies/1/label');
    await expect(page.getByText(/^Item \d+ of 10$/).first()).toBeVisible();
    expect.soft(await sidewaysScroll(page), `the label screen at ${size.width}`).toBe(0);
    await expectAccessible(page, `the label screen at ${size.width}`);
  }
  for (let done = 1; done <= 10; done++) {
    await page.keyboard.press('4');
    await expect(page.getByRole('progressbar', { name: `${done} of 10 done` })).toBeAttached();
  }
  expect(errors).toEqual([]);
  await app.close();
});
