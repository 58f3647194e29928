import { findCall } from '../../../db/llm-calls.ts';
import { listRuns, setSpendingLimit } from '../../../db/llm-runs.ts';
import { listVerdicts } from '../../../db/verdicts.ts';
import { runContract } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeRun, requireRun, resumeRun } from './runs.ts';

const base = baseOf({ run: runContract });

const runOf = (context: CoreContext, runId: number) => describeRun(context, requireRun(dbOf(context), runId));

/** The job at work on a run. @throws AppError CONFLICT when there is none */
function jobOf(context: CoreContext, runId: number): number {
  requireRun(dbOf(context), runId);
  const jobId = context.runs.get(runId);
  if (jobId === undefined) throw new AppError('CONFLICT', 'This run is not at work.');
  return jobId;
}

export const runHandlers = {
  list: base.run.list.handler(({ context }) =>
    listRuns(dbOf(context)).map((run) => describeRun(context, run)),
  ),
  get: base.run.get.handler(({ context, input }) => runOf(context, input.runId)),
  pause: base.run.pause.handler(({ context, input }) => {
    context.jobs.pause(jobOf(context, input.runId));
    return runOf(context, input.runId);
  }),
  cancel: base.run.cancel.handler(({ context, input }) => {
    context.jobs.cancel(jobOf(context, input.runId));
    return runOf(context, input.runId);
  }),
  resume: base.run.resume.handler(({ context, input }) => {
    const db = dbOf(context);
    requireRun(db, input.runId);
    if (input.spendingLimit !== undefined) setSpendingLimit(db, input.runId, input.spendingLimit);
    return resumeRun(context, input.runId);
  }),
  verdicts: base.run.verdicts.handler(({ context, input }) => {
    const { runId, outcome, flagged, ...window } = input;
    return listVerdicts(dbOf(context), requireRun(dbOf(context), runId).id, { outcome, flagged }, window);
  }),
  call: base.run.call.handler(({ context, input }) => {
    const call = findCall(dbOf(context), input.hash);
    if (!call) throw new AppError('NOT_FOUND', 'There is no stored reply to that request.');
    const { hash, request, reply, inputTokens, outputTokens, milliseconds, createdAt } = call;
    return { hash, request: JSON.parse(request), reply, inputTokens, outputTokens, milliseconds, createdAt };
  }),
};
