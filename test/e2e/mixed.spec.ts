import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { bare as test } from './fixtures.ts';
import type { ServedApp } from './launchers/launcher.ts';
import { launchCommand } from './launchers/loopback.ts';
import { collectPageErrors } from './page-errors.ts';
import { invite, openPortal, sidewaysScroll } from './phone.ts';
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

/** Serves the example, with a study of all its items. */
async function mixedApp(info: TestInfo): Promise<ServedApp> {
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
  return launchCommand(dataDir, path.join(folder, 'mixed.assay'));
}

test('what people are shown looks as it is meant, at every size, in both color schemes', async ({
  page,
}, info) => {
  const errors = collectPageErrors(page);
  const app = await mixedApp(info);
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
  // A style that is added with an item would have the whole page styled anew.
  const styles = await page.evaluateHandle(() => {
    const added: string[] = [];
    const note = ({ addedNodes }: MutationRecord) => {
      for (const one of addedNodes) if (one instanceof HTMLStyleElement) added.push(one.outerHTML);
    };
    new MutationObserver((records) => records.forEach(note)).observe(document, {
      subtree: true,
      childList: true,
    });
    return added;
  });
  for (let done = 1; done <= 10; done++) {
    await page.keyboard.press('4');
    await expect(page.getByRole('progressbar', { name: `${done} of 10 done` })).toBeAttached();
    if (done !== 5) continue;
    // Two lines of numbers on a phone.
    const numbers = page.getByRole('region', { name: 'Estimate while labeling' });
    await expect(numbers).toContainText('5 labels to go.');
    expect.soft((await numbers.boundingBox())!.height).toBeLessThan(64);
  }
  expect(await styles.jsonValue()).toEqual([]);
  expect(errors).toEqual([]);
  await app.close();
});

test('the next item is drawn while one is read, unseen, and stays what it is when its turn comes', async ({
  page,
}, info) => {
  const app = await mixedApp(info);
  await page.goto(app.url);
  await goTo(page, '/studies/1/label');
  const ahead = page.locator('section[data-ahead]');
  let withMediaAhead = 0;
  for (const key of ['3', '4', '5', '1', '2', '3', '4', '5', '1']) {
    await expect(ahead).toHaveCount(1);
    await expect(ahead).not.toHaveAttribute('id');
    await expect(ahead).toBeHidden();
    const name = await ahead.getAttribute('aria-label');
    expect(name).not.toBe(await page.locator('#label-reading').getAttribute('aria-label'));
    // Neither read out nor reached by Tab.
    await expect(page.getByRole('region', { name: /^Item \d+$/ })).toHaveCount(1);
    await ahead
      .locator('button, [tabindex="0"]')
      .first()
      .focus({ timeout: 100 })
      .catch(() => undefined);
    expect(await ahead.evaluate((one) => one.contains(document.activeElement))).toBe(false);
    // The key of pictures and recordings is for the item on screen, also where it has none.
    const media = page.locator('#label-reading').locator('button[data-picture], audio');
    if ((await media.count()) === 0) {
      await page.keyboard.press(';');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      const playing = () => [...document.querySelectorAll('audio')].filter(({ paused }) => !paused).length;
      expect(await page.evaluate(playing)).toBe(0);
      if ((await ahead.locator('button[data-picture], audio').count()) > 0) withMediaAhead += 1;
    }
    await ahead.evaluate((one) => Object.assign(one, { isSame: true }));
    await page.keyboard.press(key);
    const shown = page.locator('#label-reading');
    await expect(shown).toHaveAttribute('aria-label', name!);
    await expect(shown).toBeVisible();
    await expect(shown).toBeFocused();
    expect(await shown.evaluate((one) => 'isSame' in one)).toBe(true);
  }
  expect(withMediaAhead).toBeGreaterThan(0);
  await app.close();
});

test('an annotator who came by a link sees pictures and formulas, and hears recordings', async ({
  page,
  browser,
}, info) => {
  const app = await mixedApp(info);
  await page.goto(app.url);
  await goTo(page, '/studies/1/team/links');
  await openPortal(page);
  const guest = await invite(page, browser, 'Ada');
  await guest.getByRole('button', { name: 'Begin' }).tap();
  const seen = new Set<string>();
  for (let done = 0; done < 10; done++) {
    const pane = guest.getByRole('region', { name: /^Item \d+$/ });
    await expect(pane).toBeVisible();
    await guest.waitForFunction(() => {
      const [image] = document.querySelectorAll<HTMLImageElement>('#label-reading img');
      const [player] = document.querySelectorAll<HTMLAudioElement>('#label-reading audio');
      const isDrawn = !image || (image.complete && image.naturalWidth > 0);
      // A formula stands as it was written until what sets it is there.
      const isWritten = [...document.querySelectorAll('#label-reading code')].some((one) =>
        /^(?:\$|\\\(|\\\[)/.test(one.textContent),
      );
      return isDrawn && !isWritten && (!player || player.duration > 0);
    });
    for (const kind of ['img', 'audio', '.katex', 'details', 'table']) {
      if ((await guest.locator(`#label-reading ${kind}`).count()) > 0) seen.add(kind);
    }
    expect(await sidewaysScroll(guest)).toBe(0);
    await guest.getByRole('complementary', { name: 'Question' }).getByRole('button', { name: /^4/ }).tap();
    await expect(guest.getByText(`${done + 1} done`, { exact: true })).toBeVisible();
    await expect(guest.locator('main[aria-busy=false]')).toBeAttached();
  }
  expect([...seen].sort()).toEqual(['.katex', 'audio', 'details', 'img', 'table']);
  await guest.context().close();
  await app.close();
});
