import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../docs/doc-commands.ts';
import { filledLines } from '../docs/example-runs.ts';
import { type Block, runnableBlocks } from './blocks.ts';
import { notRun, type Scene, scenes } from './scenes.ts';

/** Blocks that are run, page by page; of each the reader's own files and projects. */
export interface Page {
  readonly name: string;
  readonly blocks: readonly Block[];
}

export const sceneOf = ({ page, body }: Block): Scene | undefined =>
  scenes.find((one) => one.page === page && body.startsWith(one.first));

export const whyNotRun = ({ page, body }: Block): string | undefined =>
  notRun.find((one) => one.page === page && body.startsWith(one.first))?.why;

/** Every page with a block that a reader can run here. */
export function pagesToRun(): readonly Page[] {
  const blocks = runnableBlocks().filter((block) => whyNotRun(block) === undefined);
  return [...Map.groupBy(blocks, ({ page }) => page)].map(([name, blocks]) => ({ name, blocks }));
}

export interface Told {
  readonly blocks: number;
  readonly commands: number;
  /** What did not go as the pages say, a sentence each. */
  readonly faults: readonly string[];
}

/** A home and a folder for temporary files of a stranger: both empty. */
export interface Stranger {
  readonly home: string;
  readonly temporary: string;
  readonly env: NodeJS.ProcessEnv;
  /** What npm needs beside that: where it installs and keeps its own. */
  readonly npm: NodeJS.ProcessEnv;
  /** Nobody of this machine, where the tests run as root. */
  readonly as: { readonly uid?: number; readonly gid?: number };
  /** Folder of programs that the stranger has: the installed command, and stand-ins for what pages name. */
  readonly bin: string;
}

const nobody = 65_534;

/** An environment with nothing of ours in it but where Node and the installed command are. */
export function makeStranger(dir: string, bin: string): Stranger {
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const [home, temporary, own, npms] = ['home', 'tmp', 'bin', 'npm'].map((name) => path.join(dir, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [home, temporary, own, npms]) {
    mkdirSync(folder, { recursive: true });
    giveTo(as, folder);
  }
  // npm brings a Node of its own into the path of what it runs, which has no npm beside it.
  const ofNpm = process.env.PATH!.split(path.delimiter).find((one) => existsSync(path.join(one, 'npm')));
  const usual = ['/usr/local/bin', '/usr/bin', '/bin'];
  const paths = [own, bin, path.dirname(process.execPath), ...usual, ...(ofNpm ? [ofNpm] : [])];
  const env = { PATH: paths.join(path.delimiter), HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8' };
  const npm = {
    ...{ npm_config_prefix: path.dirname(bin), npm_config_cache: npms },
    ...{ npm_config_update_notifier: 'false', NODE_COMPILE_CACHE: npms },
  };
  return { home, temporary, env, npm, as, bin: own };
}

export function giveTo({ uid, gid }: Stranger['as'], folder: string): void {
  if (uid === undefined) return;
  chownSync(folder, uid, gid!);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, name), uid, gid!);
}

const words = (text: string): string[] => filledLines(text.replaceAll(/\b\d+(\.\d+)? s\b/g, '… s'));

/** Runs the pages one after another by a shell, each command to its exit. */
export async function runPages(pages: readonly Page[], stranger: Stranger): Promise<Told> {
  const faults: string[] = [];
  const told = { blocks: 0, commands: 0 };
  for (const { name, blocks } of pages) {
    console.error(name);
    const run = new PageRun(name, stranger);
    try {
      for (const block of blocks) {
        told.blocks++;
        told.commands += await run.block(block);
      }
    } finally {
      await run.end();
      for (const fault of run.faults) console.error(`- ${fault}`);
      faults.push(...run.faults);
    }
  }
  return { ...told, faults };
}

/** Runs of one page in folders of their own: blocks that go on from one another share one. */
class PageRun {
  readonly faults: string[] = [];
  private top = '';
  private dir = '';
  /** What later commands of the same shell stand on: variables and folders. */
  private kept: string[] = [];
  private printed: string[] = [];
  private last = '';
  private readonly python: Block[] = [];
  private readonly page: string;
  private readonly stranger: Stranger;
  constructor(page: string, stranger: Stranger) {
    this.page = page;
    this.stranger = stranger;
  }

  async end(): Promise<void> {
    await this.program();
    this.remove();
  }

  private remove(): void {
    if (this.top !== '') rmSync(this.top, { recursive: true, force: true });
  }

  /** @returns how many commands the block has */
  async block(block: Block): Promise<number> {
    const scene = sceneOf(block);
    const isAnew = scene?.files !== undefined || scene?.before?.[''] !== undefined;
    if (this.top === '' || isAnew) await this.begin(scene);
    if (block.kind === 'python') {
      this.python.push(block);
      return block.body.split('\n').filter((one) => /^[^#\s]/.test(one)).length;
    }
    for (const statement of block.statements) await this.statement(block, statement, scene);
    for (const line of words(block.shown))
      if (!this.printed.some((one) => one.includes(line)))
        this.fault(block, block.statements.at(-1)!, `does not print what the page shows: ${line}`);
    if (block.shown !== '') this.printed = [];
    return block.statements.length;
  }

  private async begin(scene: Scene | undefined): Promise<void> {
    this.remove();
    this.top = mkdtempSync(path.join(os.tmpdir(), 'assay-page-'));
    this.kept = [];
    cpSync(path.join(root, 'examples'), path.join(this.top, 'examples'), { recursive: true });
    cpSync(path.join(root, 'docs', 'plain-judge.mjs'), path.join(this.top, 'docs', 'plain-judge.mjs'));
    const example = /^examples\/([\w-]+)\/README\.md$/.exec(this.page)?.[1];
    this.dir = example === undefined ? this.top : path.join(this.top, 'examples', example);
    if (scene?.inCheckout) this.dir = root;
    for (const [name, text] of Object.entries(scene?.files ?? {})) {
      mkdirSync(path.dirname(path.join(this.dir, name)), { recursive: true });
      writeFileSync(path.join(this.dir, name), text);
    }
    giveTo(this.stranger.as, this.top);
    await this.prepare(scene?.before?.['']);
  }

  private async prepare(what: string | ((dir: string) => void) | undefined): Promise<void> {
    if (what === undefined) return;
    if (typeof what === 'function') {
      // What a command before did not leave is that command's fault, which is told; the other pages go on.
      try {
        what(this.dir);
      } catch (error) {
        this.faults.push(`${this.page}: could not be prepared: ${(error as Error).message}`);
      }
      giveTo(this.stranger.as, this.dir);
      return;
    }
    const { code, output } = await runToExit(what, this.dir, this.stranger);
    if (code !== 0) this.faults.push(`${this.page}: could not be prepared by "${what}": ${output}`);
  }

  private async statement(block: Block, statement: string, scene: Scene | undefined): Promise<void> {
    const of = <T>(cases: Readonly<Record<string, T>> = {}) =>
      Object.entries(cases).find(([begins]) => begins !== '' && statement.startsWith(begins))?.[1];
    await this.prepare(of(scene?.before));
    const command = Object.entries(scene?.standsFor ?? {}).reduce(
      (text, [said, meant]) =>
        text.replaceAll(said, typeof meant === 'string' ? meant : (meant.exec(this.last)?.[1] ?? said)),
      statement,
    );
    const serves = /^assay serve\b/.test(statement);
    const whole = [...this.kept, command].join('\n');
    if (/^(cd|export) /.test(statement)) this.kept.push(command);
    const { env, npm, as } = this.stranger;
    const asWhom = { as, env: scene?.inCheckout ? { ...env, ...npm } : env };
    const { code, output, left } = await runToExit(whole, this.dir, asWhom, {
      serves,
      told: of(scene?.told),
    });
    this.last = output;
    const within = this.kept.flatMap((one) => /^cd (\S+)/.exec(one)?.[1] ?? []);
    const folders = [...within.map((one) => path.join(this.dir, one)), this.dir, this.top];
    const said = folders.reduce((text, folder) => text.replaceAll(`${folder}${path.sep}`, ''), output);
    this.printed.push(...words(said));
    const exit = Number(/# .*exit code (\d)/.exec(statement)?.[1] ?? of(scene?.exits) ?? 0);
    if (code !== exit) this.fault(block, statement, `ended with ${code}, not ${exit}: ${said}`);
    for (const one of left) this.fault(block, statement, `left a process behind: ${one}`);
  }

  /** The Python blocks of a page are one program: what each expression gives is compared with what stands behind it. */
  private async program(): Promise<void> {
    if (this.python.length === 0) return;
    const asked = JSON.stringify(this.python.map(({ body }) => body));
    const env = {
      PYTHONPATH: path.join(root, 'python'),
      PYTHONDONTWRITEBYTECODE: '1',
      ASSAY_COMMAND: 'assay',
    };
    const program = `${pythonHere()} ${path.join(import.meta.dirname, 'run_page.py')}`;
    const { code, output, left } = await runToExit(
      program,
      this.dir,
      { ...this.stranger, env: { ...this.stranger.env, ...env } },
      { told: asked },
    );
    if (code !== 0) this.faults.push(`${this.page}: ended with ${code}: ${output}`);
    for (const one of left) this.faults.push(`${this.page}: left a process behind: ${one}`);
    for (const { body } of this.python)
      for (const [, shown] of body.matchAll(/# (Estimate\(.*\))$/gm))
        if (!output.includes(shown!)) this.faults.push(`${this.page}: does not give ${shown}: ${output}`);
  }

  private fault({ line }: Block, statement: string, what: string): void {
    this.faults.push(`${this.page}:${line}: "${statement}" ${what}`);
  }
}

/** A Python that has pandas, else the first there is. */
const pythonHere = (): string =>
  ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', 'import pandas']).status === 0) ??
  'python3';

/** Files that a command may leave at home, each by its name: preferences, keys of reports and of the portal, where keys go, what is known of projects. */
const mayBeLeft = [
  /^\.local(\/share(\/assay)?)?$/,
  /^\.local\/share\/assay\/(settings\.json|signing-key\.pem|annotators-door\.pem|trusted-key-addresses\.json|known-heads|looked-through|sequences)$/,
  /^\.local\/share\/assay\/(looked-through|sequences)\/[0-9a-f]{32}$/,
  /^\.local\/share\/assay\/known-heads\/[0-9a-f]{32}-[0-9a-f]{16}\.json$/,
];

/** What a stranger's folders hold that a command must not leave: anything temporary, and anything at home but what is named above. */
export function leftOutside({ home, temporary }: Pick<Stranger, 'home' | 'temporary'>): string[] {
  const held = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.split(path.sep).join('/'));
  return [
    ...held(temporary).map((name) => `temporary: ${name}`),
    ...held(home)
      .filter((name) => !mayBeLeft.some((one) => one.test(name)))
      .map((name) => `home: ${name}`),
  ];
}

interface How {
  /** It goes on until it is ended, by Ctrl-C once it has printed its address. */
  readonly serves?: boolean;
  readonly told?: string | undefined;
}

const patienceMs = 300_000;

/** A command as a shell runs it, and the processes with its environment that are there once it has ended. */
export async function runToExit(
  command: string,
  cwd: string,
  { env, as }: Pick<Stranger, 'env' | 'as'>,
  { serves = false, told }: How = {},
): Promise<{ code: number | null; output: string; left: string[] }> {
  const name = 'ASSAY_PAGE_RUN';
  const value = crypto.randomUUID();
  // A shell that stays in front of a server would take the signal for itself.
  const child = spawn('sh', ['-c', serves ? command.replace(/^assay serve/m, 'exec assay serve') : command], {
    ...{ cwd, ...as },
    env: { ...env, [name]: value },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(told ?? '');
  let output = '';
  let isEnding = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      if (!serves || isEnding || !/https?:\/\/\S+/.test(output)) return;
      isEnding = true;
      child.kill('SIGINT');
    });
  const tooLong = setTimeout(() => {
    for (const { pid } of processesOf(`${name}=${value}`)) process.kill(pid, 'SIGKILL');
  }, patienceMs);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearTimeout(tooLong);
  return { code, output, left: await stillThere(`${name}=${value}`) };
}

/** Processes on Linux whose environment has the mark. */
function processesOf(mark: string): { pid: number; command: string }[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return isOurs ? [{ pid: Number(pid), command }] : [];
    } catch {
      return [];
    }
  });
}

/** Their commands. One that is just ending gets a moment. */
async function stillThere(mark: string, tries = 20): Promise<string[]> {
  const found = processesOf(mark);
  if (found.length === 0 || tries === 0) return found.map(({ command }) => command);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return stillThere(mark, tries - 1);
}
