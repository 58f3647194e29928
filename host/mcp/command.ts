import { spawn } from 'node:child_process';
import path from 'node:path';

const cli = path.join(import.meta.dirname, '..', `cli${path.extname(import.meta.filename)}`);

export interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs one command of this very command line with `--json`, which stands before its first option, in a process of its own: the project is closed again when
 * it ends, so that a person can label in the app between two calls. What is canceled is interrupted, as by Ctrl-C.
 */
export function runCommand(args: readonly string[], signal?: AbortSignal): Promise<Outcome> {
  const options = args.findIndex((word) => word.startsWith('-'));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args.toSpliced(options, 0, '--json')], {
      // The channel ends with this process, however that ends, and the command with the channel.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const outcome: Outcome = { exitCode: 1, stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]!.setEncoding('utf8').on('data', (part: string) => {
        outcome[name] += part;
      });
    }
    const stop = () => child.kill('SIGINT');
    signal?.addEventListener('abort', stop);
    child.on('error', reject);
    child.on('close', (code) => {
      signal?.removeEventListener('abort', stop);
      resolve({ ...outcome, exitCode: code ?? 1 });
    });
  });
}

/** That something is not done, and why. */
export const refusal = (why: string): Outcome => ({ exitCode: 1, stdout: '', stderr: why });

/** Options as words that cannot be taken for others, whatever they hold. */
export const optionWords = (options: Readonly<Record<string, string | number | undefined>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
