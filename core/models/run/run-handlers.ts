import { runContract } from '../../../shared/contract/llm.ts';
import { handlersOf } from '../../platform/base.ts';
import {
  cancelItemRun,
  itemRun,
  itemRuns,
  pauseItemRun,
  resumeItemRun,
  storedCall,
  summaryOfScores,
  verdictsOfRun,
} from './item-runs.ts';

export const runHandlers = handlersOf(runContract, {
  list: itemRuns,
  get: (context, input) => itemRun(context, input.runId),
  pause: (context, input) => pauseItemRun(context, input.runId),
  cancel: (context, input) => cancelItemRun(context, input.runId),
  resume: resumeItemRun,
  scores: (context, input) => summaryOfScores(context, input.runId),
  verdicts: verdictsOfRun,
  call: (context, input) => storedCall(context, input.hash),
});
