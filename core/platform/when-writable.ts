import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '../../db/errors.ts';
import { AppError } from '../../shared/errors.ts';

const patienceMs = 120_000;
const pauseMs = 25;

/**
 * Does a short write, waiting without blocking anybody while a job holds the project's one write lock. A person's
 * label must never fail because an import is being written.
 *
 * @param patience milliseconds
 * @throws AppError BUSY after two minutes, or as long as `patience` says
 */
export async function whenWritable<T>(write: () => T, patience = patienceMs): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    try {
      return write();
    } catch (error) {
      const known = toAppError(error);
      if (!(known instanceof AppError && known.code === 'BUSY') || performance.now() > end) throw known;
      await sleep(pauseMs);
    }
  }
}
