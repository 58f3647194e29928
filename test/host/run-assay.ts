import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

const cli = path.join(import.meta.dirname, '..', '..', 'host', 'cli.ts');

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

/** A folder of its own for a project and its files, with its own preferences. */
export function makeWorkplace(): Workplace {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'assay-cli-'));
  const assay = (...args: string[]) => runAssay(dir, args);
  return {
    dir,
    assay,
    async json(...args) {
      const { stdout, stderr, exitCode } = await assay(...args, '--json');
      if (exitCode !== 0) throw new Error(`assay ${args.join(' ')} failed: ${stderr}`);
      return JSON.parse(stdout);
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

export function runAssay(
  dir: string,
  args: readonly string[],
  onStart: (
    kill: (signal: NodeJS.Signals) => void,
    child: ChildProcessByStdio<null, Readable, Readable>,
  ) => void = () => {},
): Promise<Outcome> {
  const env = { ...process.env, ASSAY_DATA_DIR: path.join(dir, 'preferences') };
  const child = spawn(process.execPath, [cli, ...args], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
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
