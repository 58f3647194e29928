import { spawn } from 'node:child_process';
import path from 'node:path';

/** Compiled modules are kept, as `host/launch.js` does it, so that a child is at work in a moment. */
const compiled = path.join(import.meta.dirname, '../../../node_modules/.cache/assay-compiled');

export interface Ended {
  /** The whole lines that it had printed. */
  readonly lines: readonly string[];
  readonly wasKilled: boolean;
}

/**
 * Runs a script that prints a line for each thing once it is stored, kills it with SIGKILL `wait` ms after the first
 * line, and tells what it had printed. Without a `wait` it runs to its end.
 *
 * @throws Error when it ends by itself with an error
 */
export function runUntilKilled(script: string, args: readonly string[], wait: number | null): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const env = { NODE_COMPILE_CACHE: compiled, ...process.env };
    const worker = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    worker.stdout.on('data', (chunk: Buffer) => {
      if (output === '' && wait !== null) setTimeout(() => worker.kill('SIGKILL'), wait);
      output += chunk.toString('latin1');
    });
    worker.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    worker.on('error', reject);
    worker.on('close', (code, signal) => {
      const wasKilled = signal === 'SIGKILL';
      if (!wasKilled && code !== 0)
        reject(new Error(`${path.basename(script)} ended with ${code}: ${errors.slice(-2000)}`));
      // A line that the kill cut short was not acknowledged.
      else resolve({ lines: output.split('\n').slice(0, -1), wasKilled });
    });
  });
}

/** The lines of a child that is killed `wait` ms after its first one. */
export async function linesUntilKilled(
  script: string,
  args: readonly string[],
  wait: number,
): Promise<readonly string[]> {
  return (await runUntilKilled(script, args, wait)).lines;
}
