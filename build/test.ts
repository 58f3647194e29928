import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDesktop } from './electron-bundle.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { findBrowser, noBrowser } from './find-browser.ts';
import { root, runCommand } from './run-command.ts';
import { type Counts, listedCounts, playwrightCounts, vitestCounts } from './test-counts.ts';

interface Step {
  name: string;
  needsBrowser?: boolean;
  /** Steps of one stage run at once: each waits for half of its time, for a page or for a process that it started. */
  stage: number;
  /** What a step prints goes into `outputFile` where it runs beside another. */
  run(outputFile?: string): Promise<number>;
  count?(): Counts;
}

const reports = path.join(root, 'out', 'test');
const unitReport = path.join(reports, 'unit.json');
const e2eReport = path.join(reports, 'e2e.json');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

const steps: readonly Step[] = [
  { name: 'lint', stage: 1, run: () => runCommand('biome', ['ci', '--diagnostic-level=warn', '.']) },
  { name: 'types', stage: 2, run: () => runCommand('npm', ['run', '--silent', 'types']) },
  {
    name: 'unit',
    stage: 3,
    needsBrowser: true,
    run: unitTests,
    count: () => vitestCounts(readJson(unitReport)),
  },
  {
    name: 'e2e',
    stage: 3,
    needsBrowser: true,
    run: endToEnd,
    count: () => (findBrowser() ? playwrightCounts : listedCounts)(readJson(e2eReport)),
  },
];

function unitTests(): Promise<number> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  return runCommand('vitest', ['run', ...reporters]);
}

async function endToEnd(outputFile?: string): Promise<number> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport };
  const browser = findBrowser();
  if (!browser) return runCommand('playwright', ['test', '--list', '--reporter=json'], env, outputFile);
  await ensureDesktop();
  const withBrowser = { ...env, ASSAY_BROWSER: browser };
  return runCommand('playwright', ['test', '--reporter=list,json'], withBrowser, outputFile);
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

/** How a step ended. */
interface Outcome {
  step: Step;
  exitCode: number;
  seconds: number;
}

/** Runs one step; what it printed into `outputFile` is shown when it has ended. */
async function runStep(step: Step, outputFile?: string): Promise<Outcome> {
  const start = performance.now();
  const exitCode = await step.run(outputFile);
  const seconds = Math.round((performance.now() - start) / 1000);
  if (outputFile !== undefined)
    console.log(`\n== ${step.name}\n${readFileSync(outputFile, { encoding: 'utf8' })}`);
  return { step, exitCode, seconds };
}

/** Runs the steps of a stage at once, the first one's output shown as it comes and the others' afterwards. */
function runStage(stage: readonly Step[]): Promise<Outcome[]> {
  console.log(`\n== ${stage.map(({ name }) => name).join(', and beside it ')}`);
  mkdirSync(reports, { recursive: true });
  return Promise.all(
    stage.map((step, i) => runStep(step, i === 0 ? undefined : path.join(reports, `${step.name}.txt`))),
  );
}

/** Runs one stage after the other and stops at the first with a step that fails. */
async function main({ only, withoutBrowser }: { only?: string; withoutBrowser: boolean }): Promise<number> {
  const chosen = steps.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) {
    console.error(`--only takes one of: ${steps.map(({ name }) => name).join(', ')}`);
    return 2;
  }
  rmSync(reports, { recursive: true, force: true });
  const needsBrowser = chosen.some((step) => step.needsBrowser);
  const hasBrowser = !needsBrowser || (await browserFirst(!withoutBrowser));
  const sum: Counts = { passed: 0, failed: 0, skipped: 0 };
  const times: string[] = [];
  for (const stage of new Set(chosen.map((step) => step.stage))) {
    const outcomes = await runStage(chosen.filter((step) => step.stage === stage));
    for (const { step, exitCode, seconds } of outcomes) {
      times.push(`${step.name} ${seconds} s`);
      if (exitCode === 0 || step.count) add(sum, counted(step.count));
    }
    const failed = outcomes.filter(({ exitCode }) => exitCode !== 0);
    const [first] = failed;
    if (first) {
      const names = failed.map(({ step }) => step.name).join(' and ');
      console.error(`\n${names} failed.\n${sum.passed} passed, ${Math.max(1, sum.failed)} failed`);
      return first.exitCode;
    }
  }
  console.log(`\n${times.join(', ')}`);
  if (sum.skipped > 0)
    console.log(`${sum.skipped} skipped${hasBrowser ? '' : ', most of them for want of a browser'}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return hasBrowser || withoutBrowser ? 0 : 1;
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
