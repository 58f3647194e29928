import { rmSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../build/find-browser.ts';
import { launchCommand } from '../e2e/launchers/loopback.ts';
import { type BenchResult, projectOf } from './support.ts';

const frames = 300;
/** Three rows a frame, as a wheel that is turned fast does. */
const step = 108;

/**
 * Scrolling the table of items against a bare table of as many rows as are in sight whose texts are written anew each frame:
 * what the page's thread works for a frame, which has to stay under 16.7 ms for 60 frames a second.
 */
export async function benchScroll(count: number): Promise<BenchResult> {
  const executablePath = findBrowser();
  const name = `scrolling the table of ${count.toLocaleString('en-US')} items, ${frames} frames of three rows`;
  if (!executablePath) return { name, figures: { skipped: 'no browser; run npm run setup:browser' } };
  const { engine, folder } = await projectOf(count);
  await engine.close();
  const app = await launchCommand(path.join(folder, 'data'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(app.url);
  await page.getByRole('button', { name: /bench/ }).first().click();
  await page.getByRole('link', { name: 'Data', exact: true }).first().click();
  const grid = page.getByRole('grid', { name: 'Items' });
  await page.getByRole('link', { name: 'items', exact: true }).click();
  await grid.getByRole('row').nth(10).waitFor();
  await settled(page, tableScroller);
  const table = await settled(page, tableScroller);
  const bare = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await bare.setContent(bareTable);
  await settled(bare, bareScroller);
  const floor = await settled(bare, bareScroller);
  await browser.close();
  await app.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    name,
    figures: {
      tableMillisecondsAFrame: table.perFrame,
      tableSlowestFrameMilliseconds: table.slowest,
      bareTableMillisecondsAFrame: floor.perFrame,
      ratio: table.perFrame / floor.perFrame,
    },
  };
}

/** The part that scrolls, for the function that runs in the page. */
const tableScroller = '[role=grid]';
const bareScroller = '#bare';

/** Scrolls frame by frame; the page's own count of what its thread did tells the work, whatever the screen's rate is. */
async function settled(page: Page, selector: string) {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  const worked = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await worked();
  const slowest = await page.evaluate(
    async ([where, times, by]) => {
      const part = document.querySelector(where)!;
      let last = performance.now();
      let longest = 0;
      for (let i = 0; i < times; i++) {
        part.scrollTop += by;
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      }
      return longest;
    },
    [selector, frames, step] as const,
  );
  return { perFrame: ((await worked()) - before) / frames, slowest };
}

const bareTable = `<!doctype html><style>
  #bare { height: 640px; overflow: auto; position: relative; font: 14px sans-serif }
  .row { position: absolute; left: 0; right: 0; height: 36px; display: grid; grid-template-columns: 40px 64px 150px 1fr 1fr 104px 104px }
</style><div id="bare"><div id="all" style="height: 16000000px; position: relative"></div></div><script>
  const part = document.getElementById('bare'), all = document.getElementById('all');
  const draw = () => {
    const first = Math.max(0, Math.floor(part.scrollTop / 36) - 8);
    all.replaceChildren(...Array.from({ length: 34 }, (_, i) => {
      const row = document.createElement('div');
      row.className = 'row';
      row.style.top = (first + i) * 36 + 'px';
      for (const text of ['', first + i, 'item-' + (first + i), 'What does page say about the canal?', 'It says that the canal is 12 miles long.', 4, 3]) {
        const cell = document.createElement('div');
        cell.textContent = text;
        row.append(cell);
      }
      return row;
    }));
  };
  part.addEventListener('scroll', draw);
  draw();
</script>`;

if (import.meta.main) console.log(await benchScroll(100_000));
