import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { AskedCommand } from '../../host/mcp/command.ts';
import { bundled } from '../support/bundled.ts';

const door = path.join(import.meta.dirname, '..', '..', 'host', 'assay.js');

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export interface Workplace extends Disposable {
  readonly dir: string;
  /** Runs `assay` with these arguments in the folder. */
  assay(...args: string[]): Promise<Outcome>;
  /** The same with --json, its document read. */
  json<T = Record<string, unknown>>(...args: string[]): Promise<T>;
}

/** The one document of an output without its `schema`; what is nothing but `results` is the list itself. */
export function documentIn<T>(stdout: string): T {
  const { schema, ...fields } = JSON.parse(stdout);
  if (schema !== 1) throw new Error(`no document of schema 1: ${stdout}`);
  return Object.keys(fields).join() === 'results' ? fields.results : fields;
}

const envOf = (dir: string) => ({
  ...bundled('host/cli.ts').env,
  ASSAY_DATA_DIR: path.join(dir, 'preferences'),
});

/**
 * A folder of its own for a project and its files, with its own preferences. Commands run, as separate, in processes that
 * are there already and do imports and draws in their own thread, which spares the start of both.
 *
 * @param asStarted commands that are a process as a person starts one, threads and all, the first time that each is run
 * @param fromSources whether these run the sources by `host/assay.js`, as in a checkout, and not a bundle of them
 */
export function makeWorkplace({
  asStarted = [],
  fromSources = false,
}: {
  asStarted?: readonly string[];
  fromSources?: boolean;
} = {}): Workplace {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-cli-'));
  const toStart = new Set(asStarted);
  const assay = (...args: string[]) =>
    toStart.delete(args[0]!)
      ? runAssay(dir, args, undefined, fromSources ? door : undefined)
      : runSpared(dir, args);
  return {
    dir,
    assay,
    async json(...args) {
      const { stdout, stderr, exitCode } = await assay(...args, '--json');
      if (exitCode !== 0) throw new Error(`assay ${args.join(' ')} failed: ${stderr}`);
      return documentIn(stdout);
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Runs a command in a folder, in a process that is there already. */
export const runSpared = (dir: string, args: readonly string[]): Promise<Outcome> =>
  runWarm({ dir, args, env: envOf(dir) });

export function runAssay(
  dir: string,
  args: readonly string[],
  onStart: (
    kill: (signal: NodeJS.Signals) => void,
    child: ChildProcessByStdio<null, Readable, Readable>,
  ) => void = () => {},
  file = bundled('host/cli.ts').file,
): Promise<Outcome> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: dir,
    env: envOf(dir),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outcome: Outcome = { exitCode: -1, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    outcome.stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    outcome.stderr += part;
  });
  onStart((signal) => child.kill(signal), child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...outcome, exitCode: code ?? -1 }));
  });
}

const idle: ChildProcess[] = [];

function startWarm(): ChildProcess {
  const { file, env } = bundled('test/host/warm-cli.ts');
  return fork(file, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
}

/** Runs a command in a process that is free, or in a new one; each runs one at a time. */
function runWarm(run: AskedCommand): Promise<Outcome> {
  const child = idle.pop() ?? startWarm();
  child.ref();
  child.channel?.ref();
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error(`assay ${run.args.join(' ')} ended its process`));
    child.once('exit', onExit);
    child.once('message', (outcome: Outcome) => {
      child.off('exit', onExit);
      child.unref();
      child.channel?.unref();
      idle.push(child);
      resolve(outcome);
    });
    child.send(run);
  });
}
