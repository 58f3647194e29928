/**
 * Puts small faults into a copy of the code, one at a time, and looks whether a test fails.
 * npm run mutate -- [--sample N] [--seed N] [--only PATH] [--tests PATH] [--list] [--again]; --tests asks only the tests whose path
 * holds that, or one of several with commas between, --list only names the faults, --again tries what survived the last time.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { acceptedReason } from './mutate/accepted.ts';
import { binomialBounds } from './mutate/binomial-bounds.ts';
import { type Copy, makeCopy, type Outcome } from './mutate/copy.ts';
import { functionName, type Reach, readReach } from './mutate/reach.ts';
import { type Site, sitesOf } from './mutate/sites.ts';
import { readUsers, type Users } from './mutate/users.ts';
import { root } from './run-command.ts';

type Result = 'killed' | 'timeout' | 'survived' | 'not reached' | 'accepted';
type Tried = Site & { readonly result: Result };

const folders = ['stats', 'db', 'host/http', 'core/estimate', 'core/studies', 'core/design', 'core/labeling'];
/** Migrations never change; an index lists and computes nothing. */
const isMutated = (file: string) => !file.startsWith('db/migrations/') && !file.endsWith('/index.ts');
/** Tests of the desktop shell run what was built before, not the copy. */
const isTest = (file: string) =>
  !/^test\/(electron|architecture)\//.test(file) &&
  values.tests.split(',').some((part) => file.includes(part));
/** Tests that reach a fault run, the likeliest first, until so much time is spent; one that none found has survived. */
const budgetMs = 60_000;
const fastMs = 4000;
const resultFile = path.join(root, 'out', 'mutate', 'result.json');

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
  },
});

const glob = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => file.split(path.sep).join('/'));

function readSources(): Map<string, string> {
  const files = folders
    .flatMap((folder) => glob(`${folder}/**/*.ts`))
    .filter(isMutated)
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** The rest of the product, which may read what the sources export. */
const readOthers = (sources: ReadonlyMap<string, string>): Map<string, string> =>
  new Map(
    glob('{core,host,db,shared}/**/*.ts')
      .filter((file) => !sources.has(file) && isMutated(file))
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );

/** A choice that a seed repeats, and that stays mostly the same when the code changes. */
function sampleOf(all: readonly Site[], size: number, seed: string): Site[] {
  const rank = (site: Site) =>
    createHash('sha256')
      .update(`${seed} ${nameOf(site)}`)
      .digest('hex');
  const ranked = all.map((site) => ({ site, rank: rank(site) }));
  const chosen = ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).slice(0, size);
  return chosen.map(({ site }) => site);
}

function chooseSites(sources: ReadonlyMap<string, string>): Site[] {
  const all = [...sources].flatMap(([file, source]) => sitesOf(file, source));
  if (values.again) {
    const last = JSON.parse(readFileSync(resultFile, 'utf8')) as Tried[];
    const open = new Set(last.filter(({ result }) => isOpen(result)).map(nameOf));
    return all.filter((site) => open.has(nameOf(site)));
  }
  const within = all.filter(({ file }) => file.startsWith(values.only));
  console.log(`${within.length} faults can be made.`);
  return values.sample ? sampleOf(within, Number(values.sample), values.seed) : within;
}

const isOpen = (result: Result) => result === 'survived' || result === 'not reached';
const nameOf = ({ file, line, change }: Site) => `${file}:${line} ${change}`;

/** Whether the tests that run the function find the fault. */
async function trySite(
  copy: Copy,
  source: string,
  site: Site,
  reach: ReadonlyMap<string, Reach>,
  users: Users,
): Promise<Result> {
  if (acceptedReason(site, source) !== undefined) return 'accepted';
  const tests = testsOf(site, reach, users);
  if (tests.length === 0) return 'not reached';
  copy.write(site.file, source.slice(0, site.start) + site.replacement + source.slice(site.end));
  const outcome = await runUntilFound(copy, tests);
  copy.write(site.file, source);
  return outcome === 'passed' ? 'survived' : outcome === 'failed' ? 'killed' : 'timeout';
}

/** The tests that run the function, or one that reads what is made when the file is loaded; the likeliest first. */
function testsOf(site: Site, reach: ReadonlyMap<string, Reach>, users: Users): TestFile[] {
  const own = functionName(site.file, site.within);
  const readers = site.within === 0 ? users.of(site.file, site.start) : new Set([own]);
  const wanted = readers.size === 0 ? new Set([own]) : readers;
  return [...reach]
    .filter(([, { functions }]) => [...wanted].some((name) => functions.has(name)))
    .map(([test, { ms }]) => ({ test, ms, likeness: likeness(site.file, test) }))
    .toSorted((a, b) => b.likeness - a.likeness || a.ms - b.ms);
}

interface TestFile {
  readonly test: string;
  readonly ms: number;
  readonly likeness: number;
}

/**
 * How many words of a file's path stand in that of a test, those of its name twice: tests named after it find most of its faults,
 * and all of a folder's tests share the words of the folder.
 */
const likeness = (file: string, test: string): number =>
  wordsIn(file, test) + wordsIn(path.basename(file), test);

const wordsIn = (name: string, test: string): number =>
  new Set(name.split(/s?[/.-]/).filter((word) => word !== 'ts' && test.includes(word))).size;

/** Runs a few first by themselves: most faults are found by them. */
async function runUntilFound(copy: Copy, tests: readonly TestFile[]): Promise<Outcome> {
  let spent = 0;
  const until = tests.map(({ ms }) => {
    spent += ms;
    return spent;
  });
  const fast = Math.max(1, until.filter((ms) => ms <= fastMs).length);
  const all = Math.max(fast, until.filter((ms) => ms <= budgetMs).length);
  for (const [from, to] of [
    [0, fast],
    [fast, all],
  ] as const) {
    if (from === to) continue;
    const files = tests.slice(from, to).map(({ test }) => test);
    const outcome = await copy.runTests(files, 60_000 + 6 * until[to - 1]!);
    if (outcome !== 'passed') return outcome;
  }
  return 'passed';
}

const results: readonly Result[] = ['killed', 'timeout', 'survived', 'not reached', 'accepted'];

function printTable(tried: readonly Tried[]): void {
  const row = (name: string, of: readonly Tried[]) => {
    const counts = results.map((result) => of.filter((one) => one.result === result).length);
    const found = counts[0]! + counts[1]!;
    const judged = of.length - counts[4]!;
    const percent = (share: number) => (100 * share).toFixed(1);
    const share = judged === 0 ? '' : `${percent(found / judged)} %`;
    const bounds = values.sample && judged > 0 ? binomialBounds(found, judged).map(percent).join(' to ') : '';
    console.log(
      [
        name.padEnd(24),
        ...counts.map((count) => String(count).padStart(12)),
        share.padStart(10),
        bounds.padStart(16),
      ].join(''),
    );
  };
  console.log(
    `\n${''.padEnd(24)}${results.map((name) => name.padStart(12)).join('')}${'found'.padStart(10)}${values.sample ? '95 % exact'.padStart(16) : ''}`,
  );
  for (const [folder, of] of Map.groupBy(tried, ({ file }) => path.dirname(file))) row(folder, of!);
  for (const folder of folders) {
    const within = tried.filter(({ file }) => file.startsWith(`${folder}/`));
    if (new Set(within.map(({ file }) => path.dirname(file))).size > 1) row(`all of ${folder}`, within);
  }
  row('all', tried);
}

async function main(): Promise<void> {
  const sources = readSources();
  const sites = chooseSites(sources);
  if (values.list) {
    for (const { file, line, change } of sites) console.log(`${file}:${line}  ${change}`);
    return;
  }
  const copy = makeCopy();
  const end = () => copy.remove();
  process.once('exit', end);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
  const reach = await readReach(copy, sources, glob('test/**/*.test.ts').filter(isTest).sort());
  const users = readUsers(sources, readOthers(sources));
  const tried: Tried[] = [];
  mkdirSync(path.dirname(resultFile), { recursive: true });
  for (const site of sites) {
    const result = await trySite(copy, sources.get(site.file)!, site, reach, users);
    tried.push({ ...site, result });
    if (!values.again) writeFileSync(resultFile, JSON.stringify(tried));
    console.log(
      `${tried.length}/${sites.length} ${result.padEnd(12)} ${site.file}:${site.line}  ${site.change}`,
    );
  }
  printTable(tried);
  for (const { result, file, line, change } of tried.filter((one) => isOpen(one.result))) {
    console.log(`${result.padEnd(12)} ${file}:${line}  ${change}`);
  }
}

await main();
