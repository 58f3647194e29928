import { damagedError, toAppError } from '../db/errors.ts';
import { connect, moveIntoFile } from '../db/open.ts';
import type { WritableDb } from '../db/types.ts';
import { AppError } from '../shared/errors.ts';
import type { Call, CallInput, JobWork, WorkerInput, WorkerMessage } from './platform/jobs/job-work.ts';

const millisecondsBetweenReports = 100;

/** Writers of one project wait for each other; the longest waits are those for an import of millions of items. */
const writePatienceMs = 600_000;

/**
 * Does one job from start to end, over a connection of its own; never throws, but tells by `send`.
 *
 * @param send gets every message to the engine, as it comes; `done` or `failed` is the last one
 */
export async function doJob(
  work: JobWork<unknown, unknown>,
  { params, place, control }: WorkerInput,
  send: (message: WorkerMessage) => void,
): Promise<void> {
  const projectPath = place.file;
  const asked = new Uint8Array(control);
  let lastReport = 0;
  let db: WritableDb | undefined;
  try {
    db = connect(place, writePatienceMs);
    const result = await work(
      {
        db,
        projectPath,
        now: () => new Date().toISOString(),
        progress(done, total, unit, message = '', found = 0) {
          const now = performance.now();
          if (now - lastReport < millisecondsBetweenReports && done !== total) return;
          lastReport = now;
          const words = typeof message === 'string' ? message : message();
          send({ type: 'progress', done, total, unit, message: words, found });
        },
        async checkpoint() {
          if (asked[0] === 1) throw new AppError('CANCELED', 'Canceled. Nothing was changed.');
        },
        asked: () => (['continue', 'cancel', 'pause'] as const)[asked[0]!]!,
      },
      params,
    );
    moveIntoFile(db, projectPath);
    send({ type: 'done', result });
  } catch (error) {
    send(failure(await damageOr(toAppError(error, projectPath), db, projectPath)));
  } finally {
    if (db?.inTransaction) db.exec('ROLLBACK');
    db?.close();
  }
}

/** Does one call; never throws, but tells by `send`, once. */
export async function doCall(
  call: Call<unknown, unknown>,
  { params }: CallInput,
  send: (message: WorkerMessage) => void,
): Promise<void> {
  try {
    send({ type: 'done', result: await call(params) });
  } catch (error) {
    send(failure(error));
  }
}

function failure(error: unknown): WorkerMessage {
  if (error instanceof AppError) {
    return { type: 'failed', code: error.code, message: error.message, details: error.details };
  }
  console.error(error);
  return { type: 'failed', code: 'INTERNAL', message: (error as Error).message, details: {} };
}

/** Something unexpected is no fault of the app's where the project it works on is damaged. */
async function damageOr(error: unknown, db: WritableDb | undefined, file: string): Promise<unknown> {
  if (error instanceof AppError || !db) return error;
  if (db.inTransaction) db.exec('ROLLBACK');
  const { findDamage } = await import('../db/find-damage.ts');
  const found = findDamage(db);
  return found === null ? error : damagedError(found, file);
}
