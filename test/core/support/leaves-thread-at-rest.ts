/** Does work in a thread and closes nothing: the process has to end by itself. */
import { WarmThreads } from '../../../core/platform/jobs/warm-threads.ts';

const threads = new WarmThreads({ worker: new URL('./odd-worker.ts', import.meta.url), limits: {} });
await threads.run('score', { params: 'answer' }, () => console.log('answered'));
threads.ready('score');
