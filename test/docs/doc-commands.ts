import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..', '..');

export interface DocCommand {
  /** `docs/team.md:12`. */
  readonly at: string;
  readonly text: string;
}

const exampleFolders = [
  'examples',
  ...readdirSync(path.join(root, 'examples'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `examples/${name}`),
];

/** What a person is told to read, and may copy a command from. */
export const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/help', 'docs/measured', 'docs/tutorials', ...exampleFolders, 'python', 'skill'].flatMap(
    (folder) => markdownIn(folder),
  ),
];

function markdownIn(folder: string): string[] {
  const names = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => `${folder}/${name}`);
}

/** Lines with those that go on after a backslash, under the number of the first. */
function wholeLines(text: string): { line: string; index: number }[] {
  const whole: { line: string; index: number }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const last = whole.at(-1);
    if (last?.line.endsWith(' \\')) last.line = `${last.line.slice(0, -1)}${line.trim()}`;
    else whole.push({ line, index });
  }
  return whole;
}

/** Commands in the fenced blocks of a document, one for each line and for each side of `&&`. */
export function fencedCommands(file: string): DocCommand[] {
  let isFenced = false;
  return wholeLines(readFileSync(path.join(root, file), 'utf8'))
    .flatMap(({ line, index }) => {
      if (/^ *```/.test(line)) isFenced = !isFenced;
      if (!isFenced) return [];
      // A remark stands after a sign, or behind wide space; what a prompt or a list says of the place is no part of it.
      const [said = ''] = line.trim().split(/ # | {2,}/);
      const parts = said.replace(/^(- (run: )?|[a-z]+\$ )/, '').split(' && ');
      return parts.map((text) => ({ at: `${file}:${index + 1}`, text: text.trim() }));
    })
    .filter(({ text }) => /^(assay|npx|npm|node|docker|python3) /.test(text));
}

/** Commands in running text: code that begins with the name of the program. They may hold `[...]` and `a|b`. */
export function namedCommands(file: string): DocCommand[] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    [...line.matchAll(/`((?:assay|npm run) [^`]*)`/g)].map(([, text = '']) => ({
      at: `${file}:${index + 1}`,
      text,
    })),
  );
}

/** Words of a command as a shell would part them, quotes taken off. */
export const shellWords = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');
