import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { WorkerMessage } from '../../core/platform/jobs/job-work.ts';
import { resultOf, WarmThreads, type WorkKind } from '../../core/platform/jobs/warm-threads.ts';
import { AppError } from '../../shared/errors.ts';
import type { Odd } from './support/odd-worker.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  ratedStudy,
} from './support/test-engine.ts';

const worker = new URL('./support/odd-worker.ts', import.meta.url);
const limited = { maxOldGenerationSizeMb: 20 };

/** Threads that behave as they are asked to; `started` are those that began since. */
function oddThreads() {
  const threads = new WarmThreads({ worker, limits: { index: limited } });
  onTestFinished(() => threads.close());
  const ask = async (odd: Odd, kind: WorkKind = 'score', stop?: AbortSignal): Promise<unknown> => {
    let outcome: WorkerMessage | undefined;
    const take = (message: WorkerMessage) => {
      outcome = message;
    };
    await threads.run(kind, { params: odd }, take, stop);
    return resultOf(outcome);
  };
  return { threads, ask, ...startedThreads() };
}

/** The threads that this process starts from now on. */
function startedThreads() {
  const started: Worker[] = [];
  const count = (worker: Worker) => started.push(worker);
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  return { started };
}

test('one thread does one piece of work after the other, and is replaced when it is spent', async () => {
  const { ask, started } = oddThreads();
  const first = await ask('answer');
  expect([await ask('answer'), await ask('answer', 'import'), await ask('spent')]).toEqual([
    first,
    first,
    first,
  ]);
  expect(started).toHaveLength(1);
  expect(await ask('answer')).not.toBe(first);
  expect(started).toHaveLength(2);
});

test.each([
  ['crash', 'broke'],
  ['exit', 'The work stopped without an answer.'],
] as const)('work whose thread ends by a %s fails, and the next has another thread', async (odd, why) => {
  const { ask, started } = oddThreads();
  const first = await ask('answer');
  await expect(ask(odd)).rejects.toMatchObject({ code: 'INTERNAL', message: why });
  expect(await ask('answer')).not.toBe(first);
  expect(started).toHaveLength(2);
});

test('what was answered before a thread broke counts', async () => {
  const { ask, started } = oddThreads();
  const first = await ask('crash after');
  expect(await ask('answer')).not.toBe(first);
  expect(started).toHaveLength(2);
});

test('work that fills its memory fails alone', async () => {
  const { ask } = oddThreads();
  const other = await ask('answer');
  await expect(ask('fill', 'index')).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(await ask('answer')).toBe(other);
  expect(await ask('answer', 'index')).not.toBe(other);
});

test('kinds with other limits have other threads', async () => {
  const { ask, started } = oddThreads();
  const usual = await ask('answer');
  expect(await ask('answer', 'index')).not.toBe(usual);
  expect([await ask('answer'), started.length]).toEqual([usual, 2]);
});

test('work that never ends is ended with its thread, and says why', async () => {
  const { ask, started } = oddThreads();
  const stop = new AbortController();
  const hanging = ask('hang', 'score', stop.signal);
  stop.abort(new AppError('CANCELED', 'No longer wanted.'));
  await expect(hanging).rejects.toMatchObject({ code: 'CANCELED' });
  expect(await ask('answer')).toEqual(expect.any(Number));
  await expect(ask('answer', 'score', stop.signal)).rejects.toMatchObject({ code: 'CANCELED' });
  expect(started).toHaveLength(2);
});

test('what work says after its end reaches no other work', async () => {
  const { threads, ask } = oddThreads();
  const first = await ask('late');
  const heard: WorkerMessage[] = [];
  for (let i = 0; i < 20; i++) {
    await threads.run('score', { params: 'answer' }, (message) => heard.push(message));
  }
  expect(heard).toEqual(heard.map(() => ({ type: 'done', result: first })));
  expect(heard).toHaveLength(20);
});

test('work that comes together has a thread each, of which two stay; all end at the close', async () => {
  const { threads, ask, started } = oddThreads();
  const ids = await Promise.all([1, 2, 3, 4].map(() => ask('answer')));
  expect(new Set(ids).size).toBe(4);
  const again = await Promise.all([1, 2, 3].map(() => ask('answer')));
  expect(again.filter((id) => ids.includes(id))).toHaveLength(2);
  const hanging = ask('hang');
  const failed = expect(hanging).rejects.toMatchObject({ code: 'INTERNAL' });
  await threads.close();
  await failed;
  expect(started.map((one) => one.threadId)).toEqual(started.map(() => -1));
});

test('a thread that is made ready does the work that comes', async () => {
  const { threads, ask, started } = oddThreads();
  threads.ready('score');
  threads.ready('score');
  const first = await ask('answer');
  threads.ready('import');
  expect(await ask('answer', 'import')).toBe(first);
  expect(started).toHaveLength(1);
});

test('jobs of one project share a thread, imports have theirs, and both end with the project', async () => {
  const { started } = startedThreads();
  const { engine, datasetId } = await ratedStudy(5, { threads: true });
  const preview = (system: string) =>
    engine.client.study.preview({
      datasetId,
      system,
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
    });
  await preview('secretive');
  await expect(preview('nobody')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await preview('secretive');
  expect(started).toHaveLength(2);
  await engine.client.project.close({});
  expect(started.map(({ threadId }) => threadId)).toEqual([-1, -1]);
});

test('a canceled job costs its thread, and the next job does what the first one did', async () => {
  const { engine, folder } = await engineWithProject({ threads: true });
  const { started } = startedThreads();
  const first = await importRecords(engine, folder, ratedRecords(30), { scales: ratedScales });
  const many = importRecords(engine, folder, ratedRecords(3000), { name: 'many', scales: ratedScales });
  engine.context.jobs.cancel(engine.context.jobs.running[0]!.id);
  await expect(many).rejects.toMatchObject({ code: 'CANCELED' });
  const again = await importRecords(engine, folder, ratedRecords(30), { name: 'again', scales: ratedScales });
  expect(started).toHaveLength(2);
  const { db } = engine.context.session.project!;
  const hash = (id: number) =>
    db.prepare('SELECT content_hash FROM dataset WHERE id = ?').pluck().get(id) as string;
  expect(hash(again)).toBe(hash(first));
});

test('a thread at rest keeps no process alive', { timeout: 60_000 }, async () => {
  const script = path.join(import.meta.dirname, 'support', 'leaves-thread-at-rest.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 50_000 });
  expect(stdout.trim()).toBe('answered');
});
