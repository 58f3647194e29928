import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.join(import.meta.dirname, '..');
const tools = path.join(root, 'node_modules', '.bin');

/** This very Node first, then the project's tools, then the rest of the path. */
function searchPath(): string {
  return [path.dirname(process.execPath), tools, process.env.PATH ?? ''].join(path.delimiter);
}

/** Runs a command in the project folder, its output shown as it comes; gives its exit code. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args], {
      cwd: root,
      stdio: 'inherit',
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
