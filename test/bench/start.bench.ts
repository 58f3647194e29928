import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../build/find-browser.ts';
import { ensureRenderer } from '../../build/renderer-bundle.ts';
import { peakMegabytes } from './memory.ts';
import { type BenchResult, projectOf } from './support.ts';

const itemCount = 100_000;
const root = path.resolve(import.meta.dirname, '../..');

/** From starting the host on a project of 100,000 items to a page one can work with, and the memory it took. */
export async function benchStart(): Promise<BenchResult> {
  const executablePath = findBrowser();
  if (!executablePath)
    return { name: 'start', figures: { skipped: 'no browser; run npm run setup:browser' } };
  await ensureRenderer();
  const { engine, folder } = await projectOf(itemCount);
  const project = engine.context.session.project!.path;
  await engine.close();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const started = performance.now();
  const host = spawn(
    process.execPath,
    ['host/cli.ts', 'serve', '--project', project, '--data-dir', path.join(folder, 'data'), '--json'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface({ input: host.stdout }), 'line')) as [string];
  const addressed = performance.now();
  await page.goto((JSON.parse(line) as { url: string }).url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const painted = performance.now();
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await page.getByRole('link', { name: 'items', exact: true }).first().click();
  await page.getByText('What does page 0 say').first().waitFor();
  const browsing = performance.now();
  const memory = peakMegabytes(host.pid!);
  host.kill('SIGTERM');
  await once(host, 'exit');
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    name: `start with a project of ${itemCount} items`,
    figures: {
      startToAddressMs: addressed - started,
      startToInteractiveMs: painted - started,
      startToBrowsingItemsMs: browsing - started,
      hostPeakMemoryMB: memory,
    },
  };
}

if (import.meta.main) console.log(await benchStart());
