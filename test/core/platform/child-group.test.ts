import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { ChildGroup } from '../../../core/platform/child-group.ts';
import { CommandProcess } from '../../../core/protocols/model/command-process.ts';
import { processesWith, tellsProcesses } from '../../support/processes.ts';

let count = 0;
/** A word by which the processes of one test are known. */
const newMark = () => `assay-child-${process.pid}-${count++}`;
/** A script that waits for a program of its own, both of which leave a request to end alone. */
const stubborn = (mark: string) =>
  `trap "" TERM; /bin/sh -c 'trap "" TERM; while :; do sleep 1; done' ${mark}; :`;

describe.skipIf(!tellsProcesses)('a program and what it starts', () => {
  test('end together, and let go of the pipes that they hold', async () => {
    const mark = newMark();
    const group = new ChildGroup('/bin/sh', ['-c', stubborn(mark)], { stdio: 'pipe' });
    await vi.waitUntil(() => processesWith(mark).length > 1);
    await group.end(50);
    expect(processesWith(mark)).toEqual([]);
    expect(group.child.stdio.slice(0, 3).map((stream) => stream?.destroyed)).toEqual([true, true, true]);
    await group.end();
  });

  test('end with the process that started them', async () => {
    const mark = newMark();
    const file = pathToFileURL(path.join(import.meta.dirname, '../../../core/platform/child-group.ts'));
    const script = `import { ChildGroup } from '${file}';
      const group = new ChildGroup('/bin/sh', ['-c', process.argv[1]], { stdio: ['ignore', 'pipe', 'ignore'] });
      group.child.stdout.once('data', () => process.exit(7));`;
    const words = ['--input-type=module', '-e', script, `echo; ${stubborn(mark)}`];
    expect(spawnSync(process.execPath, words).status).toBe(7);
    await vi.waitUntil(() => processesWith(mark).length === 0, { timeout: 20_000 });
  });

  test('a program that answers lines is ended with all it started, stopped or dead', async () => {
    const mark = newMark();
    const echo = (after: string) =>
      `/bin/sh -c 'trap "" TERM; while :; do sleep 1; done' ${mark} & read line; echo '{"id":1,"text":"hello"}'; ${after}`;
    const line = (script: string) => ({ command: '/bin/sh', args: ['-c', script], timeoutMs: 20_000 });
    const stopped = new CommandProcess(line(echo(`trap "" TERM; while :; do sleep 1; done`)));
    expect(await stopped.ask({})).toMatchObject({ text: 'hello' });
    stopped.stop();
    await vi.waitUntil(() => processesWith(mark).length === 0, { timeout: 20_000 });
    const dead = new CommandProcess(line(echo('exit 4')));
    expect(await dead.ask({})).toMatchObject({ text: 'hello' });
    await vi.waitUntil(() => processesWith(mark).length === 0, { timeout: 20_000 });
  });
});

test('an answer is taken though its program ends with it', async () => {
  const script = `read line; echo '{"id":1,"text":"hello"}'; exit 4`;
  const answers = Array.from({ length: 40 }, () =>
    new CommandProcess({ command: '/bin/sh', args: ['-c', script], timeoutMs: 20_000 }).ask({}),
  );
  expect(new Set((await Promise.all(answers)).map(({ text }) => text))).toEqual(new Set(['hello']));
});

test('a program that ends without an answer is asked again by a new copy', async () => {
  const script = `read line; case "$line" in *first*) exit 3;; esac; echo '{"id":2,"text":"hello"}'; sleep 5`;
  const program = new CommandProcess({ command: '/bin/sh', args: ['-c', script], timeoutMs: 20_000 });
  await expect(program.ask({ text: 'first' })).rejects.toThrow('ended with code 3 before it answered');
  expect(await program.ask({ text: 'second' })).toMatchObject({ text: 'hello' });
  program.stop();
});

test('a program that is not there is said to be so', async () => {
  const missing = new CommandProcess({ command: '/nowhere/program', args: [], timeoutMs: 1000 });
  await expect(missing.ask({})).rejects.toThrow('cannot be started');
});
