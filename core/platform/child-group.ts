import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Stream } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const isWindows = process.platform === 'win32';

/** What was started in this thread and is not known to have ended. */
const running = new Set<ChildGroup>();

/** How often to look whether a group has ended, and how long to look for one that was killed. */
const lookMs = 20;
const goneMs = 1_000;

/**
 * A program with whatever it starts: many are a shell script that starts the real one, which a signal to the script does not
 * reach and which would hold the pipes open. They share a process group of their own, which ends as one.
 */
export class ChildGroup {
  readonly child: ChildProcess;

  /** Starts a program without a shell. A program that cannot be started tells by the `error` event of `child`. */
  constructor(command: string, args: readonly string[], options: SpawnOptions) {
    this.child = spawn(command, args, {
      ...options,
      shell: false,
      windowsHide: true,
      // On Windows that would open a window; there the tree is found by who started whom.
      detached: !isWindows,
    });
    if (running.size === 0) process.on('exit', endChildren);
    running.add(this);
  }

  /**
   * Ends the program and all that it started, and lets go of their pipes. Does nothing to a group that has ended.
   *
   * @param politeMs milliseconds they have to end by themselves after a signal; 0 kills them at once
   * @returns settles when none of them is left
   */
  async end(politeMs = 0): Promise<void> {
    if (!running.has(this)) return;
    this.#dropPipes();
    if (politeMs > 0) {
      this.#signal('SIGTERM');
      await this.#gone(politeMs);
    }
    this.kill();
    await this.#gone(goneMs);
  }

  /** Kills all of them, without waiting. */
  kill(): void {
    if (!running.delete(this)) return;
    if (running.size === 0) process.off('exit', endChildren);
    this.#dropPipes();
    this.#signal('SIGKILL');
  }

  #dropPipes(): void {
    for (const stream of this.child.stdio as (Stream & { destroy?: () => void; on: Stream['on'] })[]) {
      stream?.on('error', () => {});
      stream?.destroy?.();
    }
  }

  async #gone(patienceMs: number): Promise<void> {
    const from = performance.now();
    while (this.#isThere() && performance.now() - from < patienceMs) await sleep(lookMs);
  }

  #isThere(): boolean {
    return this.#signal(0) && (process.platform !== 'linux' || hasLiving(this.child.pid!));
  }

  /** @returns whether there was anybody to hear it */
  #signal(signal: NodeJS.Signals | 0): boolean {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined) return false;
    const isOver = exitCode !== null || signalCode !== null;
    if (isWindows && signal === 'SIGKILL') {
      spawnSync('taskkill', ['/pid', `${pid}`, '/t', '/f'], { stdio: 'ignore', windowsHide: true });
      return !isOver;
    }
    if (isWindows) return !isOver && this.child.kill(signal);
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }
}

/**
 * Whether a process of a group still runs: one that has ended is a member until its parent asks what became of it, which the first
 * process of a container may never do.
 */
function hasLiving(group: number): boolean {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.some((pid) => {
    try {
      // After the name in brackets: state, parent, group (proc_pid_stat, section 5 of the manual).
      const [, state, , of] = /\) (\S) (\S+) (\S+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return Number(of) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}

/** Kills whatever this thread started and has not ended. */
export function endChildren(): void {
  for (const group of running) group.kill();
}
