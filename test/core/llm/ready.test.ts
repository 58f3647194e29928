import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { judgeProject, llmServer } from './judging.ts';

/** The threads that this process starts from now on; each is told a moment after its start. */
function threadsStarted(): Worker[] {
  const threads: Worker[] = [];
  const note = (worker: Worker) => threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return threads;
}

test('a look at the cost readies one thread, runs take it one after the other, and it ends with the project', {
  timeout: 60_000,
}, async () => {
  const server = await llmServer();
  const { engine, datasetId, judge } = await judgeProject(server.url, { threads: true });
  const target = { judgeId: judge.id, datasetId, system: 'secretive' };
  const threads = threadsStarted();
  await engine.client.judge.estimate(target);
  await engine.client.judge.estimate(target);
  await setImmediate();
  expect(threads).toHaveLength(1);
  const run = await engine.client.judge.start(target);
  expect(threads).toHaveLength(1);
  await waitForJob(engine, run.jobId!);
  expect(await engine.client.run.get({ runId: run.id })).toMatchObject({
    state: 'finished',
    outcomes: { scored: 24 },
  });
  await engine.client.judge.estimate(target);
  await setImmediate();
  expect(threads).toHaveLength(1);
  await engine.client.project.close({});
  // A thread that has ended has no number any more.
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});
