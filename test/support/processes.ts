import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Whether this system tells what runs and from where it was started. */
export const tellsProcesses = process.platform === 'linux';

/** Numbers and commands of the processes that have a text in their environment or command line; none that has ended. */
export function processesWith(text: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'latin1');
      if (/\) [ZX] /.test(read('stat'))) return [];
      const command = read('cmdline').replaceAll('\0', ' ');
      return command.includes(text) || read('environ').includes(text)
        ? [`${pid} ${command.slice(0, 100)}`]
        : [];
    } catch {
      return [];
    }
  });
}

const fakeBrowser = path.join(import.meta.dirname, 'fake-browser.ts');

/** A browser behind a shell script that waits for it, as Debian installs `chromium-headless-shell`. */
export function wrappedBrowser(folder: string, mode: 'close' | 'stubborn' | 'hang' | 'crash'): string {
  const file = path.join(folder, `browser-${mode}`);
  writeFileSync(file, `#!/bin/sh -e\n\n'${process.execPath}' '${fakeBrowser}' ${mode} "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Debian's browsers that are installed here and print. */
export const debianBrowsers: readonly string[] = ['chromium', 'chromium-headless-shell']
  .map((name) => path.join('/usr/bin', name))
  .filter((file) => existsSync(file));
