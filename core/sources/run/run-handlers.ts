import { listItemRuns } from '../../../db/llm-runs.ts';
import { findCall } from '../../../db/replies.ts';
import { listVerdicts } from '../../../db/verdicts.ts';
import { runContract } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeItemRun, requireItemRun, resumeItemRun } from './item-runs.ts';
import { cancelRun, pauseRun } from './start-run.ts';

const base = baseOf({ run: runContract });

const rowOf = (context: CoreContext, runId: number) => requireItemRun(dbOf(context), runId);
const describe = (context: CoreContext, runId: number) => describeItemRun(context, rowOf(context, runId));

export const runHandlers = {
  list: base.run.list.handler(({ context }) =>
    listItemRuns(dbOf(context)).map((run) => describeItemRun(context, run)),
  ),
  get: base.run.get.handler(({ context, input }) => describe(context, input.runId)),
  pause: base.run.pause.handler(({ context, input }) => {
    pauseRun(context, rowOf(context, input.runId));
    return describe(context, input.runId);
  }),
  cancel: base.run.cancel.handler(({ context, input }) => {
    cancelRun(context, rowOf(context, input.runId));
    return describe(context, input.runId);
  }),
  resume: base.run.resume.handler(({ context, input }) =>
    resumeItemRun(context, rowOf(context, input.runId), input.spendingLimit),
  ),
  verdicts: base.run.verdicts.handler(({ context, input }) => {
    const { runId, outcome, flagged, ...window } = input;
    return listVerdicts(dbOf(context), rowOf(context, runId).id, { outcome, flagged }, window);
  }),
  call: base.run.call.handler(({ context, input }) => {
    const call = findCall(dbOf(context), input.hash);
    if (!call) throw new AppError('NOT_FOUND', 'There is no stored reply to that request.');
    const { hash, request, reply, inputTokens, outputTokens, milliseconds, createdAt } = call;
    return { hash, request: JSON.parse(request), reply, inputTokens, outputTokens, milliseconds, createdAt };
  }),
};
