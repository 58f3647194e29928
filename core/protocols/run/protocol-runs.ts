import { listProtocolRuns, removeProtocolRun } from '../../../db/protocol-runs.ts';
import { countValidations } from '../../../db/validations.ts';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { cancelRun, jobOfRun, pauseRun } from '../../models/run/start-run.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { describeProtocolRun, requireProtocolRun } from './describe-run.ts';

/** Every run of a protocol. */
export const protocolRuns = (context: CoreContext): ProtocolRun[] =>
  listProtocolRuns(dbOf(context)).map((run) => describeProtocolRun(context, run));

/** @throws AppError NOT_FOUND */
export const protocolRun = (context: CoreContext, runId: number): ProtocolRun =>
  describeProtocolRun(context, requireProtocolRun(dbOf(context), runId));

/** Lets what is under way come in, then stops. @throws AppError NOT_FOUND, CONFLICT when it is not at work */
export function pauseProtocol(context: CoreContext, runId: number): ProtocolRun {
  pauseRun(context, requireProtocolRun(dbOf(context), runId));
  return protocolRun(context, runId);
}

/** Stops at once. @throws AppError NOT_FOUND, CONFLICT when it is not at work */
export function cancelProtocol(context: CoreContext, runId: number): ProtocolRun {
  cancelRun(context, requireProtocolRun(dbOf(context), runId));
  return protocolRun(context, runId);
}

/** Deletes a run with its conversations. @throws AppError NOT_FOUND, CONFLICT at work or once people validated answers */
export async function removeProtocol(context: CoreContext, runId: number): Promise<Record<string, never>> {
  const db = dbOf(context);
  const run = requireProtocolRun(db, runId);
  if (jobOfRun(context, run) !== undefined) {
    throw new AppError('CONFLICT', 'This run is at work.', { remedy: 'Cancel it first.' });
  }
  const remove = db.transaction(() => {
    if (countValidations(db, run.id) > 0) {
      throw new AppError('CONFLICT', 'People validated answers of this run.', {
        remedy: 'Their verdicts are never deleted, so the run stays.',
      });
    }
    removeProtocolRun(db, run.id);
  });
  await whenWritable(() => remove.immediate());
  context.events.publish({ type: 'data.changed' });
  return {};
}
