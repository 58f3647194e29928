import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { ServedApp } from './launcher.ts';

const cli = path.join(import.meta.dirname, '..', '..', '..', 'host', 'cli.ts');

/** Serves the app in a process of its own on a port of its own; it ends with the process that asked for it. */
export async function launchLoopback(dataDir: string): Promise<ServedApp> {
  const child = spawn(process.execPath, [cli, 'serve', '--json', '--data-dir', dataDir], {
    cwd: dataDir,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const failed = ended.then(([code]) => {
    throw new Error(`The host ended with ${code} before it served.`);
  });
  failed.catch(() => {});
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    door: 'loopback',
    url,
    dataDir,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
