import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { StudyField } from '../../shared/contract/index.ts';
import { expectAccessible } from './accessible.ts';
import { bare as test } from './fixtures.ts';
import { openForm, openFormIn } from './form-project.ts';
import { inHosts } from './launchers/loopback.ts';
import { collectPageErrors } from './page-errors.ts';
import { goTo } from './steps.ts';
import type { storedSpans } from './stored-spans.ts';

const system = 'نموذج ٢';
const criterion = 'جودة';
const arabic = 'وُلدت سلمى حداد، المديرة، في مدينة تنوخ سنة ١٨٧١. وكانت تحب الكتب.';
// The first character, and one of the next sentence, take two UTF-16 code units. The passage is longer than what is laid
// out at once, so that its last line stands by itself.
const chinese = [
  `𠮷田图书馆在东京。${'馆长叫王小明，他喜欢读书𠀋。'.repeat(399)}`,
  '大阪离这里很远，坐火车要三个小时。',
].join('\n');

const texts = {
  arabic: { question: 'من هي المديرة؟', context: arabic, reply: 'المديرة هي سلمى حداد.' },
  chinese: { question: '图书馆在哪里？', context: chinese, reply: '图书馆在东京。' },
};
const records = (['arabic', 'chinese', 'arabic', 'chinese'] as const).map((language, i) => {
  const { question, context, reply } = texts[language];
  return {
    id: `${language}-${i}`,
    conversation: [{ role: 'user', content: question }],
    context,
    responses: { [system]: reply },
    judge: { judge: { [system]: { [criterion]: 1 + i } } },
  };
});
const evidence: StudyField = { name: 'evidence', question: 'Where?', required: true, form: { kind: 'span' } };

const passageOf = (page: Page) => page.getByRole('group', { name: /^Passage to pick from/ });
const directionOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).direction);
const selection = (page: Page) => page.evaluate(() => window.getSelection()?.toString());

/** Presses a key until the passage has this selected; each press chooses one word. */
async function walkTo(page: Page, key: string, words: string): Promise<void> {
  for (let press = 0; press < 25 && (await selection(page)) !== words; press += 1)
    await page.keyboard.press(key);
  expect(await selection(page)).toBe(words);
}

/** Draws the mouse over a piece of the beginning of the passage, from its first character to its last. */
async function dragOver(page: Page, words: string): Promise<void> {
  const { x, y, width, height, isRtl } = await passageOf(page).evaluate((root, piece) => {
    const node = document.createTreeWalker(root, NodeFilter.SHOW_TEXT).nextNode() as Text;
    root.closest('section')!.scrollTo(0, 0);
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(piece));
    range.setEnd(node, node.data.indexOf(piece) + piece.length);
    const box = range.getBoundingClientRect();
    const { x, y, width, height } = box;
    return { x, y, width, height, isRtl: getComputedStyle(node.parentElement!).direction === 'rtl' };
  }, words);
  const ends = [x + 1, x + width - 1];
  const [from, to] = isRtl ? ends.toReversed() : ends;
  await page.mouse.move(from!, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(to!, y + height / 2, { steps: 4 });
  await page.mouse.up();
}

/** By keyboard, then by mouse. In Chinese no space stands between words. */
const picks = {
  arabic: ['سلمى حداد', 'تنوخ'],
  chinese: ['大阪', '𠮷田图书馆'],
};

async function pickByKeyboard(page: Page, language: keyof typeof picks): Promise<void> {
  const [first, ...rest] = picks[language][0]!.split(' ');
  await page.getByRole('button', { name: /^Pick in the passage/ }).click();
  await expect(passageOf(page)).toBeFocused();
  if (language === 'arabic') {
    await walkTo(page, 'ArrowLeft', first!);
    await walkTo(page, 'Shift+ArrowLeft', [first, ...rest].join(' '));
  } else {
    await page.keyboard.press('End');
    await page.keyboard.press('End');
    await walkTo(page, 'ArrowLeft', first!);
  }
  await page.keyboard.press('Enter');
}

test('passages in Arabic and Chinese are read, picked from and told of in their own direction', async ({
  page,
}) => {
  test.slow();
  const errors = collectPageErrors(page);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-scripts-'));
  const close = await openFormIn(dataDir, page, { records, system, criterion, fields: [evidence] });
  const seen = { arabic: 0, chinese: 0 };
  const reading = page.locator('#label-reading');
  for (let place = 1; place <= records.length; place += 1) {
    await expect(page.getByText(`Item ${place} of 4`, { exact: true })).toBeVisible();
    const isArabic = (await reading.getByText(texts.arabic.reply).count()) > 0;
    const language = isArabic ? 'arabic' : 'chinese';
    const direction = isArabic ? 'rtl' : 'ltr';
    for (const text of [texts[language].question, texts[language].reply]) {
      expect(await directionOf(reading.getByText(text, { exact: true }))).toBe(direction);
    }
    expect(await directionOf(passageOf(page).locator('[data-start]').first())).toBe(direction);
    await page.keyboard.press('4');
    const isFirst = seen[language]++ === 0;
    if (isFirst) await pickByKeyboard(page, language);
    else await dragOver(page, picks[language][1]!);
    const picked = page.getByRole('region', { name: 'Where?' }).locator('blockquote');
    await expect(picked).toHaveText(picks[language][isFirst ? 0 : 1]!);
    expect(await directionOf(picked)).toBe(direction);
    if (place === 1) await expectAccessible(page, `a passage in ${language}`);
    await page.getByRole('button', { name: 'Save answers' }).click();
  }
  await expect(page.getByRole('heading', { name: 'Sample finished' })).toBeVisible();

  await goTo(page, '/studies/1/results');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(criterion);
  // Two names that run to the left stand side by side in the order of the sentence.
  const hero = page.getByRole('region', { name: 'Estimate' }).locator('bdi');
  await expect(hero).toHaveText([criterion, system]);
  const [first, second] = await hero.evaluateAll((names) =>
    names.map((one) => one.getBoundingClientRect().left),
  );
  expect(first).toBeLessThan(second!);
  await close();
  const reader = path.join(import.meta.dirname, 'stored-spans.ts');
  const spans = new Map(await inHosts<typeof storedSpans>(reader, 'storedSpans', dataDir));
  for (const language of ['arabic', 'chinese'] as const) {
    const { question, context } = texts[language];
    const expected = picks[language].map((text) => {
      const start = context.indexOf(text);
      return { text, start, end: start + text.length };
    });
    expect(spans.get(question)).toEqual(expected);
  }
  expect(errors, 'errors in the console of the page').toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a system whose name has 300 letters and no space makes no screen scroll sideways', async ({ page }) => {
  const longName = `model ${'x'.repeat(294)}`;
  const items = Array.from({ length: 6 }, (_, i) => ({
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `What is ${i}?` }],
    responses: { [longName]: `It is ${i}.` },
    judge: { judge: { [longName]: { quality: 1 + (i % 5) } } },
  }));
  const end = await openForm(page, { system: longName, records: items });
  for (const done of [1, 2]) {
    await page.keyboard.press('4');
    await expect(page.getByRole('progressbar', { name: `${done} of 6 done` })).toBeVisible();
  }
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['/studies', '/studies/1/results', '/studies/1/setup', '/studies/1/team']) {
      await goTo(page, address);
      await page.locator('main').getByRole('heading').first().waitFor();
      const over = () => page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth);
      await expect.poll(over, address).toBeLessThanOrEqual(0);
    }
  }
  await end();
});
