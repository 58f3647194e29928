import { estimateContract } from '../../shared/contract/estimate.ts';
import { handlersOf } from '../platform/base.ts';
import { dbOf } from '../platform/context.ts';
import { checksAlone } from './checks-alone.ts';
import { estimateHistory, estimateReport } from './estimate-report.ts';
import { influentialItems } from './influence.ts';
import { whenLookedBack, whenSettled } from './live-estimates.ts';
import { rankingOf } from './ranking.ts';
import { readingOf } from './reading.ts';

export const estimateHandlers = handlersOf(estimateContract, {
  ranking: (context, input) => rankingOf(context, input.studyId, input.alpha),
  checks: (context, input) => checksAlone(dbOf(context), input.datasetId, input.withEvidence),
  current: (context, input) => whenSettled(context, input.studyId, estimateReport),
  history: (context, input) => whenLookedBack(context, input.studyId, estimateHistory),
  reading: (context, input) => whenSettled(context, input.studyId, readingOf),
  influence: (context, input) => whenSettled(context, input.studyId, influentialItems, input.limit),
});
