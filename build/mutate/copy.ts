import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../run-command.ts';

export type Outcome = 'passed' | 'failed' | 'timeout';

interface How {
  readonly bail?: number;
  /** Where what became of each test is written as JSON. */
  readonly report?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A copy of the project in which faults are put and tests run; the project itself is never changed. */
export interface Copy {
  readonly folder: string;
  write(file: string, source: string): void;
  /** Runs test files, until the first test that fails unless `bail` is 0. */
  runTests(files: readonly string[], timeoutMs: number, how?: How): Promise<Outcome>;
  remove(): void;
}

const leftOut = new Set(['.git', 'node_modules', 'out', 'dist', 'test-results']);

export function makeCopy(): Copy {
  // One level down, so that what tests look for beside the project is not there.
  const outer = mkdtempSync(path.join(os.tmpdir(), 'assay-mutate-'));
  // Some tests open the project as another user.
  chmodSync(outer, 0o755);
  const folder = path.join(outer, 'assay');
  for (const name of readdirSync(root)) {
    if (!leftOut.has(name)) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const running = new Set<number>();
  return {
    folder,
    write: (file, source) => writeFileSync(path.join(folder, file), source),
    runTests: (files, timeoutMs, how = {}) => runVitest(folder, files, timeoutMs, how, running),
    remove() {
      for (const pid of running) endGroup(pid);
      rmSync(outer, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function runVitest(
  folder: string,
  files: readonly string[],
  timeoutMs: number,
  { bail = 1, report, env = {} }: How,
  running: Set<number>,
): Promise<Outcome> {
  const vitest = path.join(folder, 'node_modules', 'vitest', 'vitest.mjs');
  const own = ['--no-cache', `--fsModuleCachePath=${path.join(folder, '..', 'modules')}`];
  // On a busy machine a slow test is no found fault; one that never ends is ended by the time given.
  const patience = ['--testTimeout=120000', '--hookTimeout=120000'];
  const told = report ? ['--reporter=json', `--outputFile=${report}`] : ['--reporter=dot'];
  const args = ['run', ...patience, `--bail=${bail}`, '--maxWorkers=1', ...told, ...own, ...files];
  return new Promise((resolve) => {
    // A group of its own, so that a fault that never ends can be ended with all its processes.
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: folder,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, ...env, ASSAY_BROWSER: 'none' },
    });
    const pid = child.pid!;
    running.add(pid);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(pid);
    }, timeoutMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(pid);
      resolve(isLate ? 'timeout' : code === 0 ? 'passed' : 'failed');
    });
  });
}

function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
