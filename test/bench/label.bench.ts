import { rmSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../build/find-browser.ts';
import { ensureRenderer } from '../../build/renderer-bundle.ts';
import { launchCommand } from '../e2e/launchers/loopback.ts';
import { makeFormProject } from '../e2e/make-form-project.ts';
import { png } from '../support/png.ts';
import { type BenchResult, median, temporaryFolder } from './support.ts';

const warmUp = 5;

/**
 * The app's own time per label in the browser: from the key to the paint that shows the next item, over the loopback
 * host, the label on disk in between. `passageWords` makes the items long; `mixed` has pictures, formulas, code and 30,000 letters.
 */
export async function benchLabel(
  labels: number,
  { passageWords = 0, mixed = false }: { passageWords?: number; mixed?: boolean } = {},
): Promise<BenchResult> {
  await ensureRenderer();
  const dataDir = temporaryFolder();
  const items = labels + warmUp + 1;
  const records = Array.from({ length: items }, (_, i) => mixedRecord(i));
  await makeFormProject(dataDir, mixed ? { records } : { items, passageWords });
  const app = await launchCommand(dataDir);
  const executablePath = findBrowser();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(app.url);
    await page.getByRole('button', { name: /forms/ }).first().click();
    await page.getByRole('heading', { level: 1, name: /forms/ }).waitFor();
    await page.evaluate(() => {
      location.hash = '/studies/1/label';
    });
    await page.getByRole('group', { name: 'Rating' }).waitFor();
    const late = await watchForLatePictures(page);
    const times = await timesOf(page, labels + warmUp);
    const storing = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('label/submit'))
        .map(({ duration }) => duration),
    );
    const timed = times.slice(warmUp);
    const measured = timed.map(({ ms }) => ms).sort((a, b) => a - b);
    const kinds = mixed ? [...Map.groupBy(timed, ({ kind }) => kind)] : [];
    return {
      name: `Own time per label in the browser, ${labels} labels${passageWords > 0 ? `, passages of ${passageWords} words` : ''}${mixed ? ', pictures, formulas, code and 30,000 letters in turn' : ''}`,
      figures: {
        'median ms': median(measured),
        'of it until stored, median ms': median(storing),
        'p95 ms': measured[Math.floor(0.95 * measured.length)]!,
        'most ms': measured.at(-1)!,
        ...Object.fromEntries(
          kinds.map(([kind, of]) => [`median ms, ${kind} (${of.length})`, median(of.map(({ ms }) => ms))]),
        ),
        ...(mixed && { 'pictures that came after their item': await late() }),
      },
    };
  } finally {
    await browser.close();
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Counts how often the page showed the name of a picture in its place, because it was not there yet. */
async function watchForLatePictures(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      const pane = document.querySelector('#label-reading');
      if (pane?.textContent?.includes('[picture: ')) seen.add(pane.getAttribute('aria-label') ?? '');
      document.body.dataset.late = String(seen.size);
    };
    new MutationObserver(look).observe(document.querySelector('main')!, {
      subtree: true,
      childList: true,
      attributeFilter: ['id'],
    });
  });
  return () => page.evaluate(() => Number(document.body.dataset.late ?? 0));
}

/** In turn a picture of its own, formulas, code with a table, and 30,000 letters laid out. */
function mixedRecord(i: number) {
  const long = Array.from(
    { length: 60 },
    (_, part) => `## Part ${part}\n\n${'It says **so** here. '.repeat(24)}`,
  );
  const replies = [
    `Visits by month:\n\n![chart](data:image/png;base64,${noisePicture(i).toString('base64')})`,
    Array.from({ length: 12 }, (_, n) => `$$x_{1,2} = \\frac{-${n + i} \\pm \\sqrt{b^2 - 4ac}}{2a}$$`).join(
      '\n\n',
    ),
    `\`\`\`python\n${'def visits(month: int) -> int:\n    return 40 + month  # by hand\n'.repeat(20)}\`\`\`\n\n| Month | Visits |\n|---|---|\n${'| May | 62 |\n'.repeat(20)}`,
    long.join('\n\n'),
  ];
  return {
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `Question ${i}: how many came, and why?` }],
    responses: { one: replies[i % replies.length] },
    judge: { judge: { one: { quality: 1 + (i % 5) } } },
  };
}

/** A picture that no other item has, and that is drawn smaller for no other. */
function noisePicture(seed: number): Buffer {
  let state = seed + 1;
  return png(640, 400, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return [(state >>> 16) & 255, (state >>> 8) & 252, 128];
  });
}

/** Presses a key for each item inside the page, and waits for the paint of the next one. */
function timesOf(page: Page, count: number): Promise<{ ms: number; kind: string }[]> {
  return page.evaluate(async (labels) => {
    const itemOnScreen = () => document.querySelector('#label-reading')?.getAttribute('aria-label') ?? '';
    const painted = () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        });
      });
    const changed = (from: string) =>
      new Promise<void>((resolve, reject) => {
        // A key that is lost would wait for ever.
        const late = setTimeout(
          () => reject(new Error(`No item after ${from} in 30 s: ${document.body.innerText.slice(0, 600)}`)),
          30_000,
        );
        const observer = new MutationObserver(() => {
          if (itemOnScreen() === from) return;
          observer.disconnect();
          clearTimeout(late);
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
    const kindOnScreen = () =>
      Object.entries({ picture: 'img', formulas: '.katex', code: 'pre', 'long text': 'h2, h3, h4' }).find(
        ([, selector]) => document.querySelector(`#label-reading :is(${selector})`),
      )?.[0] ?? 'text';
    const times: { ms: number; kind: string }[] = [];
    for (let i = 0; i < labels; i += 1) {
      const next = changed(itemOnScreen());
      const start = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: String(1 + (i % 5)), bubbles: true }));
      await next;
      await painted();
      times.push({ ms: performance.now() - start, kind: kindOnScreen() });
      // Time to read, less than people take: the next item is fetched and drawn in it.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return times;
  }, count);
}
