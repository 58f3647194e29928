import { rmSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../build/find-browser.ts';
import { ensureRenderer } from '../../build/renderer-bundle.ts';
import { launchCommand } from '../e2e/launchers/loopback.ts';
import { makeFormProject } from '../e2e/make-form-project.ts';
import { type BenchResult, median, temporaryFolder } from './support.ts';

const warmUp = 5;

/**
 * The app's own time per label in the browser: from the key to the paint that shows the next item, over the loopback
 * host, the label on disk in between. `passageWords` makes the items long.
 */
export async function benchLabel(labels: number, passageWords = 0): Promise<BenchResult> {
  await ensureRenderer();
  const dataDir = temporaryFolder();
  await makeFormProject(dataDir, { items: labels + warmUp + 1, passageWords });
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
    const times = await timesOf(page, labels + warmUp);
    const storing = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('label/submit'))
        .map(({ duration }) => duration),
    );
    const measured = times.slice(warmUp).sort((a, b) => a - b);
    return {
      name: `Own time per label in the browser, ${labels} labels${passageWords > 0 ? `, passages of ${passageWords} words` : ''}`,
      figures: {
        'median ms': median(measured),
        'of it until stored, median ms': median(storing),
        'p95 ms': measured[Math.floor(0.95 * measured.length)]!,
        'most ms': measured.at(-1)!,
      },
    };
  } finally {
    await browser.close();
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Presses a key for each item inside the page, and waits for the paint of the next one. */
function timesOf(page: Page, count: number): Promise<number[]> {
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
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (itemOnScreen() === from) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
      });
    const times: number[] = [];
    for (let i = 0; i < labels; i += 1) {
      const next = changed(itemOnScreen());
      const start = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: String(1 + (i % 5)), bubbles: true }));
      await next;
      await painted();
      times.push(performance.now() - start);
      // Time to read: the next item is fetched ahead in it.
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    return times;
  }, count);
}
