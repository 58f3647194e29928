import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PromptPreview, PromptText } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ItemTexts } from './render-prompt.ts';

export interface PreviewInput {
  readonly prompt: PromptText;
  readonly item: ItemTexts;
  readonly seed: string;
}

export type PreviewOutput = PromptPreview;

/** Bundled, the worker lies beside the engine under the same ending. */
const workerUrl = new URL(`./preview-worker${path.extname(import.meta.url)}`, import.meta.url);

const usualPatienceMs = 20_000;

/**
 * A prompt as an item would show it, made in a thread of its own: whatever the texts are, no label waits for it.
 *
 * @param stop aborts when nobody wants it any more
 * @throws AppError CANCELED, or INVALID_INPUT when it takes too long
 */
export async function previewInThread(
  input: PreviewInput,
  stop: AbortSignal | undefined,
  patienceMs = usualPatienceMs,
): Promise<PreviewOutput> {
  const worker = new Worker(workerUrl, { workerData: input });
  const { promise, resolve, reject } = Promise.withResolvers<PreviewOutput>();
  const cancel = () => reject(new AppError('CANCELED', 'The preview is no longer wanted.'));
  const timer = setTimeout(() => {
    const message = `The preview took longer than ${patienceMs / 1000} seconds.`;
    reject(new AppError('INVALID_INPUT', message, { field: 'item', mend: 'Look at a shorter item.' }));
  }, patienceMs);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new AppError('INTERNAL', 'The preview stopped without an answer.')));
  stop?.addEventListener('abort', cancel, { once: true });
  if (stop?.aborted) cancel();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', cancel);
    await worker.terminate();
  }
}
