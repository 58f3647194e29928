import { parentPort } from 'node:worker_threads';

export interface Task {
  readonly source: string;
  readonly flags: string;
  readonly texts: readonly string[];
}

/** Runs each expression over its texts in the ways that the product does, and says which one it is at. */
parentPort?.on('message', (tasks: readonly Task[]) => {
  for (const [i, { source, flags, texts }] of tasks.entries()) {
    parentPort!.postMessage(i);
    const global = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    for (const text of texts) {
      new RegExp(source, flags).test(text);
      text.replace(global, '');
    }
  }
  parentPort!.postMessage('done');
});
