import { estimateContract } from '../../../shared/contract/estimate.ts';
import { baseOf } from '../../platform/base.ts';
import { estimateHistory, estimateReport } from './estimate-report.ts';
import { influentialItems } from './influence.ts';
import { rankingOf } from './ranking.ts';
import { readingOf } from './reading.ts';

const base = baseOf({ estimate: estimateContract });

export const estimateHandlers = {
  ranking: base.estimate.ranking.handler(({ context, input }) =>
    rankingOf(context, input.studyId, input.alpha),
  ),
  current: base.estimate.current.handler(({ context, input }) => estimateReport(context, input.studyId)),
  history: base.estimate.history.handler(({ context, input }) => estimateHistory(context, input.studyId)),
  reading: base.estimate.reading.handler(({ context, input }) => readingOf(context, input.studyId)),
  influence: base.estimate.influence.handler(({ context, input }) =>
    influentialItems(context, input.studyId, input.limit),
  ),
};
