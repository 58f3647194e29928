import { spawn } from 'node:child_process';

/**
 * Runs a script that prints a line for each thing once it is stored, kills it with SIGKILL `wait` ms after the first
 * line, and returns the lines it had printed.
 */
export function linesUntilKilled(script: string, args: readonly string[], wait: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    worker.stdout.on('data', (chunk: Buffer) => {
      if (output === '') setTimeout(() => worker.kill('SIGKILL'), wait);
      output += chunk.toString('latin1');
    });
    worker.on('error', reject);
    // A line that the kill cut short was not acknowledged.
    worker.on('close', () => resolve(output.split('\n').slice(0, -1)));
  });
}
