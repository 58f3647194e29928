import { setTimeout as sleep } from 'node:timers/promises';

/** Waits by the monotonic clock. @throws the reason of `halt` as soon as it aborts */
export async function wait(milliseconds: number, halt: AbortSignal): Promise<void> {
  halt.throwIfAborted();
  try {
    await sleep(Math.ceil(milliseconds), undefined, { signal: halt });
  } catch (error) {
    halt.throwIfAborted();
    throw error;
  }
}
