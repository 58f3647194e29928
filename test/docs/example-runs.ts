import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeWorkplace, type Workplace } from '../host/run-assay.ts';
import { root, shellWords } from './doc-commands.ts';

/** The folders that a reader can run; each has a README with commands and what they print. */
export const examples = readdirSync(path.join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** A page whose `sh` blocks a reader can run as they are written, in a copy of a folder of `examples`. */
export interface RunnablePage {
  readonly name: string;
  readonly text: string;
  readonly folder: string;
}

const readPage = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** The tutorials but for that on servers, which are not started here: `test/team/proxy.test.ts` reads what its page shows. */
export const tutorials: readonly RunnablePage[] = readdirSync(path.join(root, 'docs', 'tutorials'))
  .filter((file) => file.endsWith('.md') && file !== 'server.md')
  .map((file) => {
    const name = `docs/tutorials/${file}`;
    const text = readPage(name);
    return { name, text, folder: /^cd examples\/([\w-]+)$/m.exec(text)![1]! };
  });

/** The pages of the examples. */
export const examplePages: readonly RunnablePage[] = examples.map((folder) => {
  const name = `examples/${folder}/README.md`;
  return { name, text: readPage(name), folder };
});

/** The lines of an output that have something in them, with single spaces. */
export const filledLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '');

export const expectedFile = (example: string): string => path.join(root, 'examples', example, 'expected.txt');

interface Step {
  /** As it is written, without its remark. */
  readonly command: string;
  /** What stands in the next block of text, or nothing. */
  readonly shown: string;
  readonly exitCode: number;
}

/** The commands of a page's `sh` blocks in their order, each with the `text` block behind its own. */
export function stepsOf(page: string): Step[] {
  const blocks = [...page.matchAll(/^```(sh|text)\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(([, kind, body = ''], i) => {
    if (kind !== 'sh') return [];
    const next = blocks[i + 1];
    const lines = body.split('\n').filter((line) => line.startsWith('assay '));
    return lines.map((line, at): Step => {
      const [command = '', remark = ''] = line.split(/ +# /);
      const isLast = at === lines.length - 1;
      return {
        command,
        shown: isLast && next?.[1] === 'text' ? next[2]! : '',
        exitCode: Number(/exit code (\d)/.exec(remark)?.[1] ?? 0),
      };
    });
  });
}

/** What differs from one machine and run to the next, out of the way. */
const steady = (text: string, dir: string): string =>
  text
    .replaceAll(`${dir}${path.sep}`, '')
    .replaceAll(/\b\d+(\.\d+)? s\b/g, '… s')
    .replaceAll(/[ \t]+$/gm, '');

export interface Ran extends Step {
  readonly code: number;
  readonly output: string;
}

/** Runs the steps of a page in a copy of a folder of `examples`. */
export async function runSteps(work: Workplace, folder: string, steps: readonly Step[]): Promise<Ran[]> {
  cpSync(path.join(root, 'examples', folder), work.dir, { recursive: true });
  const ran: Ran[] = [];
  for (const step of steps) {
    const { exitCode, stdout, stderr } = await work.assay(...shellWords(step.command).slice(1));
    ran.push({ ...step, code: exitCode, output: steady(stdout + stderr, work.dir) });
  }
  return ran;
}

/** All that the commands of an example print, each behind its command. */
export async function transcriptOf(example: string): Promise<{ text: string; ran: Ran[] }> {
  using work = makeWorkplace();
  const page = readFileSync(path.join(root, 'examples', example, 'README.md'), 'utf8');
  const ran = await runSteps(work, example, stepsOf(page));
  return {
    ran,
    text: `${ran.map(({ command, output }) => `$ ${command}\n${output.trimEnd()}`).join('\n\n')}\n`,
  };
}

if (process.argv[1] === import.meta.filename) {
  for (const example of examples) writeFileSync(expectedFile(example), (await transcriptOf(example)).text);
  process.exit();
}
