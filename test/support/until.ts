import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for what comes true by itself, looking every few milliseconds. It gives up after so many looks as fit into its patience
 * on a machine that has nothing else to do, not at an hour: a process that gets little of the processor looks less often, too.
 *
 * @throws Error when it does not come true in time
 */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  { patienceMs = 60_000, lookMs = 5 } = {},
): Promise<void> {
  for (let look = 0; look < patienceMs / lookMs; look++) {
    if (await isTrue()) return;
    await sleep(lookMs);
  }
  throw new Error(`not true after ${patienceMs / 1000} s: ${isTrue}`);
}
