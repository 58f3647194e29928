import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDesktop } from './electron-bundle.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { findBrowser, noBrowser } from './find-browser.ts';
import { root, runCommand } from './run-command.ts';
import { type Counts, playwrightCounts, vitestCounts } from './test-counts.ts';

interface Step {
  name: string;
  run(): Promise<number>;
  count?(): Counts;
}

const reports = path.join(root, 'out', 'test');
const unitReport = path.join(reports, 'unit.json');
const e2eReport = path.join(reports, 'e2e.json');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const steps: readonly Step[] = [
  { name: 'lint', run: () => runCommand('biome', ['ci', '--diagnostic-level=warn', '.']) },
  { name: 'types', run: () => runCommand('npm', ['run', '--silent', 'types']) },
  {
    name: 'unit',
    run: () =>
      runCommand('vitest', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${unitReport}`,
      ]),
    count: () => vitestCounts(readJson(unitReport)),
  },
  { name: 'e2e', run: endToEnd, count: () => playwrightCounts(readJson(e2eReport)) },
];

async function endToEnd(): Promise<number> {
  const browser = process.env.CI === 'true' ? await ensureBrowser() : findBrowser();
  if (!browser) {
    console.error(noBrowser);
    return 1;
  }
  await ensureDesktop();
  return runCommand('playwright', ['test', '--reporter=list,json'], {
    ASSAY_BROWSER: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport,
  });
}

/** Runs the steps in order and stops at the first that fails. */
async function main(only: string | undefined): Promise<number> {
  const chosen = steps.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) {
    console.error(`--only takes one of: ${steps.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  rmSync(reports, { recursive: true, force: true });
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, run, count } of chosen) {
    console.log(`\n== ${name}`);
    const exitCode = await run();
    if (exitCode === 0 || count) add(sum, counted(count));
    if (exitCode !== 0) {
      console.error(`\n${name} failed.\n${sum.passed} passed, ${Math.max(1, sum.failed)} failed`);
      return exitCode;
    }
  }
  if (sum.skipped > 0) console.log(`\n${sum.skipped} skipped`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return 0;
}

/** A step that broke before it wrote its report counts nothing. */
function counted(count: (() => Counts) | undefined): Counts {
  try {
    return count?.() ?? { passed: 0, failed: 0, skipped: 0 };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

function add(sum: Counts, more: Counts): void {
  sum.passed += more.passed;
  sum.failed += more.failed;
  sum.skipped += more.skipped;
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
process.exitCode = await main(values.only);
