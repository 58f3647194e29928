import { RunStopped } from './run-stopped.ts';

/**
 * Works on units, so many at a time, in order of their start. The first one that throws keeps further ones from
 * starting, by way of `halt`; those at work come to their end first, so that no reply under way is lost.
 *
 * @throws what the first one threw, or the reason of `halt`
 */
export async function eachOf<T>(
  units: Iterable<T>,
  concurrency: number,
  halt: AbortController,
  work: (unit: T) => Promise<void>,
): Promise<void> {
  const source = units[Symbol.iterator]();
  let failure: unknown;
  const lane = async () => {
    while (!halt.signal.aborted) {
      const { done, value } = source.next();
      if (done) return;
      try {
        await work(value);
      } catch (error) {
        failure ??= error;
        const stopped =
          error instanceof RunStopped ? error : new RunStopped('failed', String(error), { cause: error });
        halt.abort(stopped);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  if (failure !== undefined) throw failure;
  halt.signal.throwIfAborted();
}
