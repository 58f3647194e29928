import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Answer, Order } from './hosts.ts';
import type { ServedApp } from './launcher.ts';

const cli = path.join(import.meta.dirname, '..', '..', '..', 'host', 'cli.ts');

/** Serves the app by the command, in a process of its own on a port of its own; it ends with the process that asked for it. */
export async function launchCommand(dataDir: string, project?: string): Promise<ServedApp> {
  const child = spawn(
    process.execPath,
    [cli, 'serve', '--json', '--data-dir', dataDir, ...(project ? [project] : [])],
    {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout! });
  const failed = ended.then(([code]) => {
    throw new Error(`The host ended with ${code} before it served.`);
  });
  failed.catch(() => {});
  const [line] = (await Promise.race([once(lines, 'line'), failed])) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    runsIn: 'loopback',
    url,
    dataDir,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Serves the app on a port of its own with an engine of its own, in a process that all apps of this one share: it loads
 * the modules once, which takes longer than most of what a test does to them.
 */
export async function launchLoopback(dataDir: string): Promise<ServedApp> {
  const id = nextId();
  const url = (await answerTo({ id, open: dataDir })) as string;
  return {
    runsIn: 'loopback',
    url,
    dataDir,
    async close() {
      await answerTo({ id: nextId(), close: id });
    },
  };
}

/** Runs the function of this name of a file in that process, which has loaded the engine; all it takes and gives is JSON. */
export async function inHosts<F extends (...args: never[]) => unknown>(
  file: string,
  name: string,
  ...args: Parameters<F>
): Promise<Awaited<ReturnType<F>>> {
  return (await answerTo({ id: nextId(), file, name, args })) as Awaited<ReturnType<F>>;
}

let ids = 0;
const nextId = () => ++ids;

let hosts: ChildProcess | undefined;

function startHosts(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'hosts.ts'), { execArgv: [] });
  child.once('exit', () => {
    hosts = undefined;
  });
  // It ends when this process does, and does not keep it.
  child.unref();
  child.channel?.unref();
  return child;
}

function answerTo(order: Order): Promise<unknown> {
  hosts ??= startHosts();
  const child = hosts;
  return new Promise((resolve, reject) => {
    const settle = (answer: Answer | undefined) => {
      child.off('message', hear).off('exit', fail);
      child.channel?.unref();
      if (answer && answer.failure === undefined) resolve(answer.value);
      else reject(new Error(answer?.failure ?? `The hosts ended with ${child.exitCode}.`));
    };
    const hear = (answer: Answer) => answer.id === order.id && settle(answer);
    const fail = () => settle(undefined);
    child.on('message', hear).once('exit', fail);
    child.channel?.ref();
    child.send(order, (error) => error && fail());
  });
}
