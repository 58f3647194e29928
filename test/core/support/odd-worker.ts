/** A thread that does what the params of its work say, for tests of those that run it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';
import type { JobScope, WorkerInput, WorkerMessage } from '../../../core/platform/jobs/job-work.ts';
import type { FromThread, ToThread } from '../../../core/platform/jobs/warm-threads.ts';

export type Odd =
  | 'answer'
  | 'spent'
  | 'crash'
  | 'crash after'
  | 'exit'
  | 'hang'
  | 'late'
  | 'fill'
  | 'store and hang';

const held: unknown[] = [];
const tell = (sent: FromThread) => parentPort!.postMessage(sent);

parentPort!.on('message', async (message: ToThread) => {
  if (message.piece === null) return;
  const { piece, input } = message;
  const odd = input.params as Odd;
  const answer = (what: unknown) => tell({ piece, message: { type: 'done', result: what } });
  const progress = (done: number) =>
    tell({ piece, message: { type: 'progress', done, total: null, unit: 'items', message: '', found: 0 } });
  if (odd === 'crash') throw new Error('broke');
  if (odd === 'exit') process.exit(1);
  if (odd === 'hang') for (;;);
  if (odd === 'store and hang')
    await storeAndHang(input as WorkerInput, (message) => tell({ piece, message }));
  for (; odd === 'fill'; ) held.push(Array.from({ length: 100_000 }, Math.sin));
  answer(threadId);
  if (odd === 'crash after') throw new Error('broke');
  tell({ piece, rest: odd === 'spent' ? 'spent' : 'ready' });
  if (odd !== 'late') return;
  // Work that goes on after it said that it was over.
  for (let i = 0; i < 20; i++) {
    progress(i);
    answer('late');
    await sleep(5);
  }
});

/** Writes a part of a data set into the project of the job, says so, and never comes to an end. */
async function storeAndHang(input: WorkerInput, send: (message: WorkerMessage) => void): Promise<void> {
  const [{ doJob }, { insertDataset }] = await Promise.all([
    import('../../../core/do-job.ts'),
    import('../../../db/import-rows.ts'),
  ]);
  const work = async ({ db, progress, now }: JobScope) => {
    db.exec('BEGIN IMMEDIATE');
    insertDataset(db, { name: 'half', sourceFile: 'half.csv', format: 'csv', importedAt: now() });
    progress(1, null, 'bytes');
    for (;;);
  };
  await doJob(work, input, send);
}
