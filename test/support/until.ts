import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what comes true by itself, looking every few milliseconds. @throws Error when it does not come true in time */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  { patienceMs = 60_000, lookMs = 5 } = {},
): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(lookMs)) {
    if (await isTrue()) return;
  }
  throw new Error(`not true after ${patienceMs / 1000} s: ${isTrue}`);
}
