import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchCommand, launchLoopback } from '../test/e2e/launchers/loopback.ts';
import { goTo, labelByKeyboard, openSample } from '../test/e2e/steps.ts';
import { findBrowser, noBrowser } from './find-browser.ts';
import { ensureRenderer } from './renderer-bundle.ts';
import { root } from './run-command.ts';

/** Ratings that a person could have given to the first items of the sample's batch. */
const keys = [
  '4',
  '2',
  '4',
  '5',
  '3',
  '4',
  '3',
  '4',
  '2',
  '3',
  '3',
  '1',
  '4',
  '4',
  '4',
  '3',
  '5',
  '3',
  '2',
  '4',
];
const batchSize = 30;
/** The last is the smallest window at 200 % zoom. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 900, height: 800 },
  { width: 640, height: 400 },
];
const screens = [
  { name: 'studies', path: '/studies' },
  { name: 'results', path: '/studies/1/results' },
  { name: 'label', path: '/studies/1/label' },
  { name: 'team', path: '/studies/1/team' },
  { name: 'report', path: '/studies/1/report' },
  { name: 'setup', path: '/studies/1/setup' },
  { name: 'new-study', path: '/studies/new' },
  { name: 'data-sets', path: '/data' },
  { name: 'data', path: '/data/1' },
  { name: 'item', path: '/data/1/item/1' },
  { name: 'import', path: '/data/import' },
  { name: 'judges', path: '/judges' },
  { name: 'prompts', path: '/judges/prompts' },
  { name: 'endpoints', path: '/judges/endpoints' },
  { name: 'alignment', path: '/judges/alignment' },
  { name: 'lab', path: '/research/lab' },
  { name: 'protocols', path: '/research/protocols' },
  { name: 'personas', path: '/research/personas' },
  { name: 'validation', path: '/research/validation' },
  { name: 'validate', path: '/research/validation/open' },
  { name: 'comparison', path: '/research/comparison' },
  { name: 'papers', path: '/research/papers' },
  { name: 'help', path: '/help/start' },
  { name: 'word-list', path: '/help/words' },
  { name: 'settings', path: '/settings' },
];
const images = path.join(root, 'docs', 'images');
const helpImages = path.join(root, 'docs', 'help', 'images');
const all = path.join(root, 'out', 'screenshots');

/** Charts and tables come a moment after the heading. */
async function settle(page: Page): Promise<void> {
  await page.locator('main').waitFor();
  // A pointer left over a chart would have its words in the picture.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(2000);
}

/** Every screen in every size and both themes; a change of size or theme is drawn at once. */
async function shootAll(page: Page): Promise<void> {
  for (const { name, path: address } of screens) {
    await goTo(page, address);
    await settle(page);
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.waitForTimeout(300);
        await page.screenshot({ path: path.join(all, `${name}-${size.width}-${colorScheme}.png`) });
      }
    }
  }
}

/** The picture of the README. */
async function shootResults(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(sizes[0]!);
  await goTo(page, '/studies/1/results');
  await settle(page);
  await page.screenshot({ path: path.join(images, 'results.png') });
}

/** The pictures of the help, small enough to come with the app. */
async function shootHelp(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1040, height: 680 });
  for (const name of ['results', 'label'] as const) {
    await goTo(page, `/studies/1/${name}`);
    await settle(page);
    await page.screenshot({ path: path.join(helpImages, `${name}.png`) });
  }
}

/** The pictures of failure modes, from the example in which a person has read sixty conversations. */
async function shootFailures(page: Page): Promise<void> {
  const project = path.join(dataDir, 'library.assay');
  const coded = path.join(root, 'examples', 'failures', 'coded');
  const command = path.join(root, 'host', 'assay.js');
  execFileSync(process.execPath, [command, 'import', coded, '--project', project, '--data-dir', dataDir]);
  const library = await launchCommand(dataDir, project);
  try {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize(sizes[0]!);
    await page.goto(library.url);
    for (const [name, address] of [
      ['failures', '/studies/1/failures'],
      ['what-went-wrong', '/studies/1/label'],
    ] as const) {
      await goTo(page, address);
      await settle(page);
      await page.screenshot({ path: path.join(images, `${name}.png`) });
    }
  } finally {
    await library.close();
  }
}

const executablePath = findBrowser();
if (!executablePath) throw new Error(noBrowser);
await ensureRenderer();
for (const dir of [images, helpImages, all]) mkdirSync(dir, { recursive: true });
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-pictures-'));
const app = await launchLoopback(dataDir);
const browser = await chromium.launch({
  executablePath,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const page = await browser.newPage({ viewport: sizes[0]! });
  await page.goto(app.url);
  await openSample(page);
  await goTo(page, '/studies/1/label');
  await labelByKeyboard(page, keys, batchSize);
  await shootResults(page);
  await shootHelp(page);
  await shootFailures(page);
  if (process.argv.includes('--docs')) console.log(`Pictures are in ${path.relative(root, images)}.`);
  else {
    await shootAll(page);
    console.log(`Pictures are in ${path.relative(root, images)} and ${path.relative(root, all)}.`);
  }
} finally {
  await browser.close();
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}
