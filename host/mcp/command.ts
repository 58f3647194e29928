import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';

/** What came of a command. */
export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** One command of the command line, to be run in a process that stays for the next. */
export interface AskedCommand {
  readonly args: readonly string[];
  /** Where it runs and with which environment; those of this process unless given. */
  readonly dir?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const worker = path.join(import.meta.dirname, `command-worker${path.extname(import.meta.filename)}`);

/** The process that runs commands one after the other: loading the program takes longer than most commands. */
let warm: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Starts that process before it is asked for. It ends with this one, however that ends. */
export function warmUp(): ChildProcess {
  if (warm) return warm;
  const child = fork(worker, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  child.once('exit', () => {
    if (warm === child) warm = undefined;
  });
  warm = child;
  return child;
}

/**
 * Runs one command of this very command line with `--json`, which stands before its first option, once those before it are done. The
 * project is closed again when it ends, so that a person can label in the app between two calls. What is canceled is interrupted, as
 * by Ctrl-C.
 */
export function runCommand(args: readonly string[], signal?: AbortSignal): Promise<Outcome> {
  const run = last.then(() => runNow(args, signal));
  last = run.catch(() => {});
  return run;
}

function runNow(args: readonly string[], signal: AbortSignal | undefined): Promise<Outcome> {
  if (signal?.aborted) return Promise.resolve(refusal('Canceled before it began.'));
  const options = args.findIndex((word) => word.startsWith('-'));
  const asked: AskedCommand = { args: args.toSpliced(options, 0, '--json') };
  const child = warmUp();
  return new Promise((resolve) => {
    const stop = () => child.kill('SIGINT');
    const settle = (outcome: Outcome) => {
      child.off('message', settle);
      child.off('exit', onExit);
      signal?.removeEventListener('abort', stop);
      resolve(outcome);
    };
    const onExit = () => settle(refusal('The command ended before it was done. Call it again.'));
    child.once('message', settle);
    child.once('exit', onExit);
    signal?.addEventListener('abort', stop);
    child.send(asked);
  });
}

/** That something is not done, and why. */
export const refusal = (why: string): Outcome => ({ exitCode: 1, stdout: '', stderr: why });

/** Options as words that cannot be taken for others, whatever they hold. */
export const optionWords = (options: Readonly<Record<string, string | number | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
