import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../run-command.ts';
import type { Copy } from './copy.ts';
import { children, isFunction, type Node, parse } from './sites.ts';

/** What one test file runs of the code, and how long it takes. */
export interface Reach {
  readonly functions: ReadonlySet<string>;
  readonly ms: number;
}

interface Kept {
  readonly key: string;
  readonly functions: readonly string[] | null;
  readonly ms: number;
}

/** The name of a function in what a test reaches. */
export const functionName = (file: string, within: number): string => `${file}:${within}`;

const keptFile = path.join(root, 'out', 'mutate', 'reach.json');
/** Defines what the marks call, in every process and thread of a test: each function is written down once. */
const hook = `import { appendFileSync } from 'node:fs';
const seen = new Set();
globalThis.$reach = (name) => {
  if (seen.has(name)) return;
  seen.add(name);
  if (process.env.MUTATE_REACH) appendFileSync(process.env.MUTATE_REACH, name + '\\n');
};
`;

/** What each test file reaches, by running it once in a copy whose functions tell that they run; kept while nothing changes. */
export async function readReach(
  copy: Copy,
  sources: ReadonlyMap<string, string>,
  testFiles: readonly string[],
): Promise<Map<string, Reach>> {
  const kept: Record<string, Kept> = existsSync(keptFile) ? JSON.parse(readFileSync(keptFile, 'utf8')) : {};
  const code = hash([...sources].flat().join('\0'));
  const reach = new Map<string, Reach>();
  for (const [file, source] of sources) copy.write(file, marked(file, source));
  copy.write('reach-hook.mjs', hook);
  for (const test of testFiles) {
    const key = hash(code + readFileSync(path.join(root, test), 'utf8'));
    if (kept[test]?.key !== key || kept[test].functions === null) {
      kept[test] = { key, ...(await reachOf(copy, test)) };
      mkdirSync(path.dirname(keptFile), { recursive: true });
      writeFileSync(keptFile, JSON.stringify(kept));
    }
    const { functions, ms } = kept[test];
    if (functions === null) console.log(`${test} fails without any fault or takes too long: it is left out.`);
    else reach.set(test, { functions: new Set(functions), ms });
  }
  for (const [file, source] of sources) copy.write(file, source);
  return reach;
}

async function reachOf(copy: Copy, test: string): Promise<Omit<Kept, 'key'>> {
  const list = path.join(copy.folder, 'reach.txt');
  writeFileSync(list, '');
  // Some tests open the project as another user.
  chmodSync(list, 0o666);
  const start = performance.now();
  const outcome = await copy.runTests([test], 180_000, {
    MUTATE_REACH: list,
    NODE_OPTIONS: `--import=${path.join(copy.folder, 'reach-hook.mjs')}`,
  });
  const functions = [...new Set(readFileSync(list, 'utf8').split('\n'))];
  return { functions: outcome === 'passed' ? functions : null, ms: Math.round(performance.now() - start) };
}

/** The source with a call in each of its functions that tells its name. */
function marked(file: string, source: string): string {
  const inserts: [at: number, text: string][] = [[source.length, `\n${call(file, 0)};\n`]];
  const visit = (node: Node): void => {
    const body = node.body as Node | null | undefined;
    if (isFunction(node) && body) {
      const mark = call(file, node.start);
      if (body.type === 'BlockStatement') inserts.push([body.start + 1, `${mark};`]);
      else inserts.push([body.start, `(${mark}, `], [body.end, ')']);
    }
    children(node).forEach(visit);
  };
  visit(parse(file, source));
  return inserts
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), source);
}

const call = (file: string, within: number) => `globalThis.$reach?.('${functionName(file, within)}')`;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);
