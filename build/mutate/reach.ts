import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run-command.ts';
import type { Copy } from './copy.ts';
import { children, isFunction, type Node, parse } from './sites.ts';

/** What one test file runs of the code, and how long it takes beside others in one process. */
export interface Reach {
  readonly functions: ReadonlySet<string>;
  readonly ms: number;
}

interface Kept {
  readonly key: string;
  readonly functions: readonly string[] | null;
  readonly ms: number;
}

/** The name of a function in what a test reaches; 0 is what runs when the file is loaded. */
export const functionName = (file: string, within: number): string => `${file}:${within}`;

const keptFile = path.join(root, 'out', 'mutate', 'reach.json');
const setupFile = 'test/setup/check-rows.ts';
const filesPerRun = 40;

/**
 * Defines what the marks call, in every process and thread of a test: each function is written down once for each test
 * file. What runs while a module is loaded belongs to every later file of the process, too: it shares the modules.
 */
const hook = `import { appendFileSync } from 'node:fs';
const seen = new Set();
const loaded = new Set();
let loading = 0;
const tell = (name) => {
  if (process.env.MUTATE_REACH) appendFileSync(process.env.MUTATE_REACH, name + '\\n');
};
globalThis.$reach = (name) => {
  if (loading > 0) loaded.add(name);
  if (seen.has(name)) return;
  seen.add(name);
  tell(name);
};
globalThis.$reachLoad = (by) => { loading += by; };
globalThis.$reachFile = (list) => {
  process.env.MUTATE_REACH = list;
  seen.clear();
  for (const name of loaded) globalThis.$reach(name);
};
globalThis.$reachTell = tell;
`;

/** Put before what is set up for each test file: where its list is, and how long it took. */
const setup = `import { afterAll as endOfFile } from 'vitest';
import { createHash as hashOf } from 'node:crypto';
const began = performance.now();
const list = hashOf('sha256').update(globalThis.__vitest_worker__.filepath).digest('hex').slice(0, 20);
globalThis.$reachFile(process.env.MUTATE_LISTS + '/' + list);
endOfFile(() => globalThis.$reachTell('took ' + Math.round(performance.now() - began)));
`;

/** What each test file reaches, by running them in a copy whose functions tell that they run; kept while nothing changes. */
export async function readReach(
  copy: Copy,
  sources: ReadonlyMap<string, string>,
  testFiles: readonly string[],
): Promise<Map<string, Reach>> {
  const kept: Record<string, Kept> = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : {};
  const code = hash([...sources].flat().join('\0'));
  const keys = new Map(testFiles.map((test) => [test, hash(code + readFileSync(path.join(root, test)))]));
  const isKnown = (one?: Kept, key?: string) => one?.key === key && one?.functions !== null;
  const open = testFiles.filter((test) => !isKnown(kept[test], keys.get(test)));
  if (open.length > 0) console.log(`What ${open.length} test files run is measured first.`);
  for (const [file, source] of sources) copy.write(file, marked(file, source));
  copy.write('reach-hook.mjs', hook);
  const ownSetup = readFileSync(path.join(root, setupFile), 'utf8');
  copy.write(setupFile, setup + ownSetup);
  for (let from = 0; from < open.length; from += filesPerRun) {
    const tests = open.slice(from, from + filesPerRun);
    for (const [test, found] of await reachOf(copy, tests)) kept[test] = { key: keys.get(test)!, ...found };
    mkdirSync(path.dirname(keptFile), { recursive: true });
    writeFileSync(keptFile, JSON.stringify(kept));
  }
  for (const [file, source] of sources) copy.write(file, source);
  copy.write(setupFile, ownSetup);
  const reach = new Map<string, Reach>();
  for (const test of testFiles) {
    const { functions, ms } = kept[test]!;
    if (functions === null) console.log(`${test} fails without any fault or takes too long: it is left out.`);
    else reach.set(test, { functions: new Set(functions), ms });
  }
  return reach;
}

async function reachOf(copy: Copy, tests: readonly string[]): Promise<Map<string, Omit<Kept, 'key'>>> {
  const lists = path.join(copy.folder, 'reach-lists');
  const report = path.join(copy.folder, 'reach-report.json');
  mkdirSync(lists);
  const listOf = (test: string) => path.join(lists, hash(path.join(copy.folder, test)));
  for (const test of tests) {
    writeFileSync(listOf(test), '');
    // Some tests open the project as another user.
    chmodSync(listOf(test), 0o666);
  }
  await copy.runTests(tests, 180_000 + 30_000 * tests.length, {
    bail: 0,
    report,
    env: { MUTATE_LISTS: lists, NODE_OPTIONS: `--import=${path.join(copy.folder, 'reach-hook.mjs')}` },
  });
  const right = passedFiles(report);
  const found = new Map(
    tests.map((test) => {
      const { functions, ms } = readList(listOf(test));
      return [test, { functions: right.has(path.join(copy.folder, test)) ? functions : null, ms }];
    }),
  );
  rmSync(lists, { recursive: true });
  rmSync(report, { force: true });
  return found;
}

function passedFiles(report: string): Set<string> {
  if (!existsSync(report)) return new Set();
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: readonly { name: string; status: string }[];
  };
  return new Set(
    testResults.filter(({ status }) => status !== 'failed').map(({ name }) => path.normalize(name)),
  );
}

function readList(list: string): { functions: string[]; ms: number } {
  const lines = readFileSync(list, 'utf8').split('\n');
  const end = lines.find((line) => /^took \d+$/.test(line));
  const functions = [...new Set(lines.filter((line) => line !== '' && line !== end))];
  return { functions, ms: Number(end?.split(' ')[1] ?? 30_000) };
}

/** The source with a call in each of its functions that tells its name. */
function marked(file: string, source: string): string {
  const tree = parse(file, source);
  const body = (tree.body as readonly Node[]).find(({ type }) => type !== 'ImportDeclaration');
  const inserts: [at: number, text: string][] = [
    [body?.start ?? source.length, `globalThis.$reachLoad?.(1);${call(file, 0)};\n`],
    [source.length, '\nglobalThis.$reachLoad?.(-1);\n'],
  ];
  const visit = (node: Node): void => {
    const body = node.body as Node | null | undefined;
    if (isFunction(node) && body) {
      const mark = call(file, node.start);
      if (body.type === 'BlockStatement') inserts.push([body.start + 1, `${mark};`]);
      else inserts.push([body.start, `(${mark}, `], [body.end, ')']);
    }
    children(node).forEach(visit);
  };
  visit(tree);
  return inserts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), source);
}

const call = (file: string, within: number) => `globalThis.$reach?.('${functionName(file, within)}')`;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);
