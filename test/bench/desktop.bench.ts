import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureDesktop } from '../../build/electron-bundle.ts';
import { findBrowser } from '../../build/find-browser.ts';
import { startStandin } from '../electron-standin/start-standin.ts';
import { residentMegabytes } from './memory.ts';
import { type BenchResult, projectOf } from './support.ts';

const itemCount = 100_000;

/**
 * The desktop app on the stand-in for Electron: from starting main to the first paint and to a page one can work
 * with, and the memory of engine and page, without a project and with one of 100,000 items. Main's own memory is
 * left out: here it also holds what drives the browser.
 */
export async function benchDesktop(): Promise<BenchResult> {
  if (!findBrowser())
    return { name: 'desktop', figures: { skipped: 'no browser; run npm run setup:browser' } };
  await ensureDesktop();
  const { engine, folder } = await projectOf(itemCount);
  const project = engine.context.session.project!.path;
  await engine.close();
  const empty = await run([]);
  const full = await run([project]);
  rmSync(folder, { recursive: true, force: true });
  return {
    name: `desktop on the stand-in, without a project and with one of ${itemCount} items`,
    figures: {
      ...Object.fromEntries(Object.entries(empty).map(([name, value]) => [`empty: ${name}`, value])),
      ...Object.fromEntries(Object.entries(full).map(([name, value]) => [`project: ${name}`, value])),
    },
  };
}

async function run(args: readonly string[]): Promise<BenchResult['figures']> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));
  const startedAt = Date.now();
  const app = await startStandin({ dataDir, args });
  const page = await app.page();
  const ready = args.length > 0 ? page.getByText('100,000').first() : page.getByRole('heading', { level: 1 });
  await ready.waitFor();
  const interactiveAt = Date.now();
  const paintedAt = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint ? performance.timeOrigin + paint.startTime : null;
  });
  const enginePid = (await app.order('enginePid'))!;
  const pagePids = await app.order('pagePid');
  const figures = {
    startToFirstPaintMs: paintedAt === null ? 'not told' : paintedAt - startedAt,
    startToInteractiveMs: interactiveAt - startedAt,
    engineMemoryMB: residentMegabytes(enginePid),
    pageMemoryMB: pagePids.map(residentMegabytes).reduce<number | string>(larger, 0),
  };
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
  return figures;
}

/** Chromium keeps a small spare process beside the page's own. */
const larger = (a: number | string, b: number | string) =>
  typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : b;

if (import.meta.main) console.log(await benchDesktop());
