import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../docs/doc-commands.ts';
import { examplePages, filledLines, type RunnablePage, stepsOf, tutorials } from '../docs/example-runs.ts';

/** Every page with commands that a reader can run on data of the repository. */
export const pagesToRun = (): readonly RunnablePage[] => [...examplePages, ...tutorials];

export interface Told {
  readonly commands: number;
  /** What did not go as the pages say, a sentence each. */
  readonly faults: readonly string[];
}

/** A home and a folder for temporary files of a stranger: both empty. */
interface Stranger {
  readonly home: string;
  readonly temporary: string;
  readonly env: NodeJS.ProcessEnv;
}

/** An environment with nothing of ours in it but where Node and the installed command are. */
export function makeStranger(dir: string, bin: string): Stranger {
  const [home, temporary] = ['home', 'tmp'].map((name) => path.join(dir, name)) as [string, string];
  for (const folder of [home, temporary]) mkdirSync(folder, { recursive: true });
  const paths = [bin, path.dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
  const env = { PATH: paths.join(path.delimiter), HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8' };
  return { home, temporary, env };
}

const words = (text: string): string[] => filledLines(text.replaceAll(/\b\d+(\.\d+)? s\b/g, '… s'));

/** Runs the pages one after another by a shell, each command to its exit. */
export async function runPages(pages: readonly RunnablePage[], stranger: Stranger): Promise<Told> {
  const faults: string[] = [];
  let commands = 0;
  for (const { name, text, folder } of pages) {
    const work = mkdtempSync(path.join(os.tmpdir(), 'assay-page-'));
    cpSync(path.join(root, 'examples', folder), work, { recursive: true });
    let printed: string[] = [];
    for (const { command, shown, exitCode } of stepsOf(text)) {
      commands++;
      const { code, output, left } = await runToExit(command, work, stranger.env);
      const said = output.replaceAll(`${work}${path.sep}`, '');
      if (code !== exitCode)
        faults.push(`${name}: "${command}" ended with ${code}, not ${exitCode}: ${said}`);
      for (const one of left) faults.push(`${name}: "${command}" left a process behind: ${one}`);
      printed.push(...words(said));
      if (shown === '') continue;
      for (const line of words(shown))
        if (!printed.some((one) => one.includes(line)))
          faults.push(`${name}: "${command}" does not print what the page shows: ${line}`);
      printed = [];
    }
    rmSync(work, { recursive: true, force: true });
  }
  return { commands, faults };
}

/** Files that a command may leave at home, each by its name: preferences, the key that signs reports, and what is known of projects. */
const mayBeLeft = [
  /^\.local(\/share(\/assay)?)?$/,
  /^\.local\/share\/assay\/(settings\.json|signing-key\.pem|known-heads|looked-through|sequences)$/,
  /^\.local\/share\/assay\/(looked-through|sequences)\/[0-9a-f]{32}$/,
  /^\.local\/share\/assay\/known-heads\/[0-9a-f]{32}-[0-9a-f]{16}\.json$/,
];

/** What a stranger's folders hold that a command must not leave: anything temporary, and anything at home but what is named above. */
export function leftOutside({ home, temporary }: Stranger): string[] {
  const held = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(path.sep).join('/'));
  return [
    ...held(temporary).map((name) => `temporary: ${name}`),
    ...held(home)
      .filter((name) => !mayBeLeft.some((one) => one.test(name)))
      .map((name) => `home: ${name}`),
  ];
}

/** A command as a shell runs it, and the processes with its environment that are there once it has ended. */
async function runToExit(command: string, cwd: string, env: NodeJS.ProcessEnv) {
  const mark = `ASSAY_PAGE_RUN=${crypto.randomUUID()}`;
  const [name, value] = mark.split('=') as [string, string];
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { ...env, [name]: value },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output, left: await stillThere(mark) };
}

/** Processes on Linux whose environment has the mark. One that is just ending gets a moment. */
async function stillThere(mark: string, tries = 20): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const found = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
      return isOurs ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()] : [];
    } catch {
      return [];
    }
  });
  if (found.length === 0 || tries === 0) return found;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return stillThere(mark, tries - 1);
}
