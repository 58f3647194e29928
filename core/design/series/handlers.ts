import { seriesContract } from '../../../shared/contract/series.ts';
import { handlersOf } from '../../platform/base.ts';
import { seriesFailures } from './release-failures.ts';
import {
  addRelease,
  alertGiven,
  beginSeries,
  describeAllSeries,
  findSeries,
  refreshSeries,
  removeSeries,
  takeWindow,
} from './series.ts';
import { planSeries } from './series-plan.ts';

export const seriesHandlers = handlersOf(seriesContract, {
  list: describeAllSeries,
  get: (context, input) => findSeries(context, input.seriesId),
  begin: beginSeries,
  release: addRelease,
  plan: planSeries,
  take: takeWindow,
  failures: (context, input) => seriesFailures(context, input.seriesId),
  alerted: (context, input) => alertGiven(context, input.seriesId),
  refresh: (context, input) => refreshSeries(context, input.seriesId),
  remove: (context, input) => removeSeries(context, input.seriesId),
});
