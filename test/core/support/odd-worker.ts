/** A thread that does what the params of its work say, for tests of those that run it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';
import type { FromThread, ToThread } from '../../../core/platform/jobs/warm-threads.ts';

export type Odd = 'answer' | 'spent' | 'crash' | 'crash after' | 'exit' | 'hang' | 'late' | 'fill';

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
