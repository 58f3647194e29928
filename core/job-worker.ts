import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { doCall, doJob } from './do-job.ts';
import type { Call, JobWork, WorkerMessage } from './platform/jobs/job-work.ts';
import type { FromThread, ToThread } from './platform/jobs/warm-threads.ts';
import { callWorks, jobWorks } from './work-list.ts';

const works: Readonly<Record<string, () => Promise<unknown>>> = { ...jobWorks, ...callWorks };

/** A thread that has come to hold more than this is replaced after its work, in bytes. */
const mostHeld = 200 * 2 ** 20;

parentPort!.on('message', async (message: ToThread) => {
  const work = await works[message.kind]!();
  if (message.piece === null) return;
  const { piece, input } = message;
  const tell = (sent: FromThread) => parentPort!.postMessage(sent);
  let last: WorkerMessage | undefined;
  const send = (sent: WorkerMessage) => {
    last = sent;
    tell({ piece, message: sent });
  };
  if ('place' in input) await doJob(work as JobWork<unknown, unknown>, input, send);
  else await doCall(work as Call<unknown, unknown>, input, send);
  tell({ piece, rest: isSpent(last) ? 'spent' : 'ready' });
});

/** Whether another piece of work had better begin in a new thread: this one broke off in the middle, or holds much. */
function isSpent(last: WorkerMessage | undefined): boolean {
  if (last?.type === 'failed' && (last.code === 'CANCELED' || last.code === 'INTERNAL')) return true;
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics();
  return heap + outside > mostHeld;
}
