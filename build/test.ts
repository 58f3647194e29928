import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDesktop } from './electron-bundle.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { findBrowser, noBrowser } from './find-browser.ts';
import { root, runCommand } from './run-command.ts';
import {
  closingWords,
  listedOutcomes,
  noOutcomes,
  type Outcomes,
  playwrightOutcomes,
  vitestOutcomes,
} from './test-outcomes.ts';

interface Step {
  name: string;
  needsBrowser?: boolean;
  run(): Promise<number>;
  outcomes?(): Outcomes;
}

const reports = path.join(root, 'out', 'test');
const unitReport = path.join(reports, 'unit.json');
const e2eReport = path.join(reports, 'e2e.json');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

// One after the other: beside the unit tests, a page that waits for a busy machine fails tests that are right.
const steps: readonly Step[] = [
  { name: 'lint', run: () => runCommand('biome', ['ci', '--diagnostic-level=warn', '.']) },
  { name: 'types', run: () => runCommand('npm', ['run', '--silent', 'types']) },
  { name: 'unit', needsBrowser: true, run: unitTests, outcomes: () => vitestOutcomes(readJson(unitReport)) },
  {
    name: 'e2e',
    needsBrowser: true,
    run: endToEnd,
    outcomes: () => (findBrowser() ? playwrightOutcomes : listedOutcomes)(readJson(e2eReport)),
  },
];

function unitTests(): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  return runCommand('vitest', ['run', ...reporters]);
}

async function endToEnd(): Promise<number> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport };
  const browser = findBrowser();
  if (!browser) return runCommand('playwright', ['test', '--list', '--reporter=json'], env);
  await ensureDesktop();
  const withBrowser = { ...env, ASSAY_BROWSER: browser };
  return runCommand('playwright', ['test', '--reporter=list,json', '--retries=2'], withBrowser);
}

/** Looks for a browser, installing one where that can be done, before any time is spent. False: there is none. */
async function browserFirst(isWanted: boolean): Promise<boolean> {
  // A name that no file has: what looks for a browser later finds none.
  if (!isWanted) process.env.ASSAY_BROWSER = 'none';
  else if (await ensureBrowser()) return true;
  const why = isWanted
    ? `${noBrowser}\nNone could be installed here either.`
    : 'Without a browser, as asked.';
  const outcome = isWanted ? 'the run will end with exit code 1; --without-browser accepts that' : '';
  console.log(`${why} What needs one is skipped and counted${outcome && `, and ${outcome}`}.`);
  return false;
}

/** Runs one step after the other and stops at the first that fails; what failed is said again at the end. */
async function main({ only, withoutBrowser }: { only?: string; withoutBrowser: boolean }): Promise<number> {
  const chosen = steps.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) {
    console.error(`--only takes one of: ${steps.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  rmSync(reports, { recursive: true, force: true });
  const needsBrowser = chosen.some((step) => step.needsBrowser);
  const hasBrowser = !needsBrowser || (await browserFirst(!withoutBrowser));
  const sum = noOutcomes();
  const times: string[] = [];
  for (const step of chosen) {
    console.log(`\n== ${step.name}`);
    const start = performance.now();
    const exitCode = await step.run();
    times.push(`${step.name} ${Math.round((performance.now() - start) / 1000)} s`);
    add(sum, outcomesOf(step));
    if (exitCode !== 0) {
      console.error(`\n${step.name} failed.\n${sum.failures.join('\n')}`);
      console.error(`\n${closingWords({ ...sum, failed: Math.max(1, sum.failed) })}`);
      return exitCode;
    }
  }
  console.log(`\n${times.join(', ')}`);
  console.log(closingWords(sum, hasBrowser ? '' : ', most of them for want of a browser'));
  return hasBrowser || withoutBrowser ? 0 : 1;
}

/** A step that broke before it wrote its report counts nothing. */
function outcomesOf({ outcomes }: Step): Outcomes {
  try {
    return outcomes?.() ?? noOutcomes();
  } catch {
    return noOutcomes();
  }
}

function add(sum: Outcomes, more: Outcomes): void {
  sum.passed += more.passed;
  sum.failed += more.failed;
  sum.skipped += more.skipped;
  sum.failures.push(...more.failures);
  sum.flaky.push(...more.flaky);
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    'without-browser': { type: 'boolean', default: false },
  },
});
// Where a test can make many rounds it makes them; see `rounds` in test/support.
if (values.long) process.env.ASSAY_LONG_TESTS = 'true';
process.exitCode = await main({
  ...(values.only !== undefined && { only: values.only }),
  withoutBrowser: values['without-browser'],
});
