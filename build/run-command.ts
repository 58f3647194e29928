import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');
const tools = path.join(root, 'node_modules', '.bin');

/** This very Node first, then the project's tools, then the rest of the path. */
function searchPath(): string {
  return [path.dirname(process.execPath), tools, process.env.PATH ?? ''].join(path.delimiter);
}

/**
 * Runs a command in the project folder; gives its exit code. Its output is shown as it comes, or kept in `outputFile`, for
 * commands that run beside another.
 */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  outputFile?: string,
): Promise<number> {
  return new Promise((resolve) => {
    const output = outputFile === undefined ? 'inherit' : openSync(outputFile, 'a');
    const child = spawn(command, [...args], {
      cwd: root,
      stdio: ['inherit', output, output],
      env: { ...process.env, ...env, PATH: searchPath() },
      shell: process.platform === 'win32',
    });
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
