import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { findBrowser } from '../../../build/find-browser.ts';
import { ensureHandedPage } from '../../../build/renderer-bundle.ts';
import type { Engine } from '../../../core/engine.ts';
import { batchPage, bundledPart } from '../../../core/labeling/offline-batches/batch-page.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { mergeBatch, previewMerge } from '../../../core/labeling/offline-batches/merge-batch.ts';
import type { ReturnedBatch } from '../../../core/labeling/offline-batches/returned-batch.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject, temporaryFolder } from '../support/test-engine.ts';
import { labeledStudyOf } from '../verify/labeled-studies.ts';

vi.setConfig({ testTimeout: 120_000 });
const browserPath = findBrowser();
if (!browserPath) console.warn('No browser is installed here, so the handed-out page is not opened.');

// Pages are made of what was bundled last; here that is of the sources as they are.
beforeAll(ensureHandedPage);

test('what every page carries is small, and no letter of it leaves its place', () => {
  for (const [name, most] of [
    ['page', 509_000],
    ['parts', 880_000],
  ] as const) {
    const { script, style } = bundledPart(name);
    expect(script.length + style.length).toBeLessThan(most);
    expect(script).not.toMatch(/<\/?script|<!--/i);
    // Queries of widths hold `<=`; nothing else of it could begin an element.
    expect(style).not.toMatch(/<(?!=)|@import|url\((?!data:font\/woff2;base64,[\w+/=]+\))/);
  }
});

interface Opened {
  page: Page;
  engine: Engine;
  /** Saves the answers and reads the file. */
  saved(): Promise<string>;
}

type Study = Pick<Awaited<ReturnType<typeof labeledStudyOf>>, 'engine' | 'studyId'>;

/** Opens a page of three items from a file; it may load nothing and fail in nothing. */
async function withPage(
  to: string | null,
  work: (opened: Opened) => Promise<void>,
  study: () => Promise<Study> = () => labeledStudyOf('no label yet'),
): Promise<void> {
  const { engine, studyId } = await study();
  const people = to === null ? [] : await engine.client.annotator.add({ name: to });
  const annotatorId = people.find(({ name }) => name === to)?.id;
  const folder = temporaryFolder();
  const file = path.join(folder, 'batch.html');
  const range = { from: 1, count: 3, annotatorId };
  writeFileSync(file, batchPage(await handOut(engine.context, studyId, range)));
  const browser = await chromium.launch({ executablePath: browserPath!, args: ['--no-sandbox'] });
  try {
    const context: BrowserContext = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      if (!/^(file|blob|data):/.test(request.url())) faults.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    const saved = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save answers' }).click(),
      ]);
      const back = path.join(folder, 'back.assay-labels');
      await download.saveAs(back);
      await page.getByText(`Saved as ${download.suggestedFilename()}. Send this file back.`).waitFor();
      return readFileSync(back, 'utf8');
    };
    await work({ page, engine, saved });
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
  }
}

test.runIf(browserPath)('a page opened from a file takes answers and gives back a file that merges', () =>
  withPage(null, async ({ page, engine, saved }) => {
    for (const unfit of ['A\u202ena', 'A\u200bna', ' \u200d ']) {
      await page.getByLabel('Your name').fill(unfit);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('alert').filter({ hasText: /name/ }).waitFor();
      expect(await page.getByLabel('Your name').getAttribute('aria-invalid')).toBe('true');
    }
    await page.getByLabel('Your name').fill('  Zoe\u0308   Z. ');
    await page.keyboard.press('Enter');
    await page.getByText('Labeled by Zoë Z.').waitFor();
    await page.keyboard.press('4');
    await page.reload();
    await page.getByText('1 of 3 done').waitFor();
    await page.getByRole('button', { name: '2', exact: true }).click();
    await page.keyboard.press('s');
    const why = page.getByRole('region', { name: 'Why skip this item?' });
    await why.and(page.locator(':focus')).waitFor();
    // A digit gives a reason now, not a rating, and one without a reason nothing.
    await page.keyboard.press('9');
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Skip…' }).click();
    expect(await page.getByRole('button', { name: 'Skip', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Another reason').fill('  unclear ');
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'detached' });
    await page.keyboard.press('s');
    await page.getByLabel('Another reason').fill('  unclear ');
    await page.keyboard.press('Enter');
    await page.getByText('3 of 3 done').waitFor();
    await page.getByRole('status').filter({ hasText: 'Item 3 skipped: unclear' }).waitFor();
    // What was said before is offered beside what always is, and a standard reason takes its place.
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByText('You skipped this item: unclear').waitFor();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'unclear', pressed: true }).waitFor();
    await page.keyboard.press('3');
    await page.getByRole('heading', { name: 'All items are done' }).waitFor();
    const text = await saved();
    const skips = (JSON.parse(text) as ReturnedBatch).entries.flatMap(({ answer }) =>
      answer.kind === 'skip' ? [answer.reason] : [],
    );
    expect(skips).toEqual(['unclear', 'Not in a language I read']);
    const merged = await mergeBatch(engine.context, text, 'back', { as: 'Zoë Z.' });
    expect(merged).toMatchObject({ annotator: 'Zoë Z.', added: 3, after: { labeled: 2 } });
  }),
);

test.runIf(browserPath)('a page for one person greets them by name, asks for none, and keeps to it', () =>
  withPage('Ärne </script><b>', async ({ page, engine, saved }) => {
    await page.getByRole('heading', { name: 'Hello, Ärne </script><b>' }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByText('Labeled by Ärne </script><b>').waitFor();
    for (const key of ['4', '3']) await page.keyboard.press(key);
    // What a browser keeps can be changed by whoever sits there; the name of the page stays.
    await page.evaluate(() => {
      const key = Object.keys(localStorage)[0]!;
      const kept = JSON.parse(localStorage.getItem(key)!) as object;
      localStorage.setItem(key, JSON.stringify({ ...kept, annotator: 'Bob' }));
    });
    await page.reload();
    await page.getByText('2 of 3 done').waitFor();
    await page.getByText('Labeled by Ärne').waitFor();
    await page.keyboard.press('5');
    const text = await saved();
    const { annotator, issued } = JSON.parse(text) as ReturnedBatch;
    expect([annotator, issued?.annotator]).toEqual(['Ärne </script><b>', 'Ärne </script><b>']);
    const merged = await mergeBatch(engine.context, text, 'back');
    expect(merged).toMatchObject({ annotator: 'Ärne </script><b>', isNewPerson: false, added: 3 });
    expect(merged.batchSignedBy).toBe((await engine.context.signing.signer()).fingerprint);
  }),
);

/** Conversations of two replies, each rated by itself, with further questions on a criterion, a text and the passage. */
async function manyQuestions(): Promise<Study> {
  const { engine } = await engineWithProject();
  const records = Array.from({ length: 12 }, (_, i) => ({
    id: `item-${i}`,
    conversation: [
      { role: 'user', content: `First question ${i}?` },
      { role: 'user', content: `Second question ${i}?` },
    ],
    context: 'The river Aa is short. It ends in the lake.',
    responses: { one: [`First reply ${i}.`, `Second reply ${i}.`] },
  }));
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { datasetId } = await importHere(engine, asLines(records), 'turns.jsonl');
  for (const name of ['quality', 'tone']) {
    await engine.client.dataset.declareScale({ datasetId: datasetId!, kind: 'criterion', name, scale });
  }
  const rating = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
  const studyId = await studyHere(
    engine,
    {
      datasetId: datasetId!,
      system: 'one',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    },
    {
      preset: 'uniform',
      size: 3,
      form: { ...rating, perTurn: true },
      fields: [
        { name: 'tone', question: 'How polite?', required: true, form: rating },
        { name: 'why', question: 'Why?', required: false, form: { kind: 'text' } },
        { name: 'where', question: 'Where does it say so?', required: false, form: { kind: 'span' } },
      ],
    },
  );
  return { engine, studyId };
}

test.runIf(browserPath)('a page asks each reply and all further questions, and every answer comes back', () =>
  withPage(
    'Ana',
    async ({ page, engine, saved }) => {
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByText('Labeled by Ana').waitFor();
      for (const key of ['4', '5', '2']) await page.keyboard.press(key);
      await page.getByLabel('Why?').fill('curt');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /Pick in the passage/ }).click();
      for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Enter']) {
        await page.keyboard.press(key);
      }
      await page.getByRole('blockquote').filter({ hasText: 'river Aa' }).waitFor();
      // Answers on several questions are a draft until they are given.
      await page.reload();
      await page.getByRole('blockquote').filter({ hasText: 'river Aa' }).waitFor();
      await page.getByRole('button', { name: /Give answers/ }).click();
      await page.getByText('1 of 3 done').waitFor();
      for (const key of ['1', '2', '3', 'Enter']) await page.keyboard.press(key);
      await page.getByText('2 of 3 done').waitFor();
      // A question that needs an answer and has none keeps the form.
      for (const key of ['3', '3', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('alert').filter({ hasText: 'How polite? needs an answer.' }).waitFor();
      for (const key of ['1', 'Enter']) await page.keyboard.press(key);
      await page.getByText('3 of 3 done').waitFor();
      const first = await saved();
      const answers = (JSON.parse(first) as ReturnedBatch).entries.map(({ answer }) => answer);
      expect(answers).toEqual([
        {
          kind: 'turns',
          values: [4, 5],
          fields: { tone: 2, why: 'curt', where: { start: 4, end: 12, text: 'river Aa' } },
        },
        { kind: 'turns', values: [1, 2], fields: { tone: 3 } },
        { kind: 'turns', values: [3, 3], fields: { tone: 1 } },
      ]);
      const seen = await previewMerge(engine.context, first, 'back');
      expect(seen).toMatchObject({ added: 3, conflicts: [], before: { labeled: 0 }, after: { labeled: 3 } });
      const merged = await mergeBatch(engine.context, first, 'back');
      expect(merged).toMatchObject({ added: 3, before: { value: null }, after: { labeled: 3 } });
      // The mean of 4.5, 1.5 and 3 on a scale from 1 to 5.
      expect(merged.after.value).toBeCloseTo(3, 10);

      // A correction of one reply that leaves the mean as it is, and of a further question alone, is a correction.
      await page.getByRole('button', { name: /Back/ }).click();
      for (const key of ['2', 'ArrowRight', '4', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('heading', { name: 'All items are done' }).waitFor();
      await page.getByRole('button', { name: /Back/ }).click();
      await page.getByRole('button', { name: /Back/ }).click();
      for (const key of ['ArrowRight', 'ArrowRight', '5', 'Enter']) await page.keyboard.press(key);
      await page.getByRole('heading', { name: 'All items are done' }).waitFor();
      const corrected = await mergeBatch(engine.context, await saved(), 'back');
      expect(corrected).toMatchObject({ added: 0, changed: 2, known: 1, after: merged.after });

      const { client } = engine;
      await client.annotator.choose({ name: 'Ana' });
      const { batch, items } = await client.label.open({ studyId: merged.studyId });
      const shown = await Promise.all(items.map(({ ref }) => client.label.item({ batch, ref })));
      expect(shown.map(({ current }) => current)).toEqual([
        answers[0],
        { kind: 'turns', values: [1, 2], fields: { tone: 5 } },
        { kind: 'turns', values: [2, 4], fields: { tone: 1 } },
      ]);
    },
    manyQuestions,
  ),
);

/** Three items whose one reply is a text. */
async function repliesOf(text: string): Promise<Study> {
  const { engine } = await engineWithProject();
  const records = Array.from({ length: 3 }, (_, i) => ({
    id: `t${i}`,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    responses: { one: text },
  }));
  const { datasetId } = await importHere(engine, asLines(records), 'replies.jsonl');
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  await engine.client.dataset.declareScale({
    datasetId: datasetId!,
    kind: 'criterion',
    name: 'quality',
    scale,
  });
  const studyId = await studyHere(
    engine,
    {
      datasetId: datasetId!,
      system: 'one',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    },
    { preset: 'uniform', size: 3 },
  );
  return { engine, studyId };
}

const deep = `${'\\hat{'.repeat(200)}x${'}'.repeat(200)}`;

test.runIf(browserPath)(
  'formulas are set and code has its colors without a network; a faulty formula stands as written',
  () =>
    withPage(
      'Zoe',
      async ({ page }) => {
        await page.getByRole('button', { name: 'Begin' }).click();
        await page.locator('.katex .mfrac').first().waitFor();
        expect(await page.locator('code [data-code=keyword]').first().textContent()).toBe('return');
        expect(await page.getByText('$\\frac{1}{$').count()).toBeGreaterThan(0);
        expect(await page.locator('.katex a, .katex img').count()).toBe(0);
        // Set, it would end the page: browsers lay out by recursion.
        expect(await page.locator('code', { hasText: deep }).count()).toBeGreaterThan(0);
      },
      () =>
        repliesOf(
          `So $$\\frac{1}{2}$$ and $\\frac{1}{$, $\\href{javascript:alert(1)}{x}$, $${deep}$.\n\n\`\`\`js\nreturn 1;\n\`\`\``,
        ),
    ),
);

test('a page of plain texts, money among them, does without what sets formulas', async () => {
  const pageOf = async (text: string) => {
    const { engine, studyId } = await repliesOf(text);
    return batchPage(await handOut(engine.context, studyId, { from: 1, count: 3, annotatorId: undefined }));
  };
  expect((await pageOf('It costs $5, or $10.')).includes('KaTeX_Main')).toBe(false);
  expect((await pageOf('It is $x$.')).includes('KaTeX_Main')).toBe(true);
});
