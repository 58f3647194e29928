import { listDraws } from '../../../db/draws.ts';
import type { ReleaseRow, SeriesRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { Watch } from '../../../shared/contract/index.ts';
import { fromUnit, lowestMeanBound, meanLowerBound, type WindowLabels } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { liveEstimateOf } from '../estimate/live-estimates.ts';
import { changedQuestion } from './same-question.ts';

/**
 * Whether the mean has dropped since the reference. Half of the reference's error level bounds its mean from below, half bounds
 * the lowest mean of all windows from above; the drop is at least what lies between. Both bounds hold at every look, so that
 * "dropped" is said of a production that never dropped by `leastDrop` with probability alpha at most, forever.
 *
 * @returns null for a series of releases
 */
export function watchOf(
  context: CoreContext,
  { leastDrop, alertedAt }: SeriesRow,
  releases: readonly ReleaseRow[],
): Watch | null {
  const [first, ...later] = releases.map(({ studyId }) => getStudy(dbOf(context), studyId));
  if (leastDrop === null || !first) return null;
  const { scale, alpha } = first;
  const others = later.map((study) => ({ study, reason: whyOtherWindow(first, study) }));
  const windows = others.filter(({ reason }) => reason === null).map(({ study }) => labelsOf(context, study));
  const reference = labelsOf(context, first);
  const lower = meanLowerBound(reference, alpha / 2);
  const upper = lowestMeanBound([reference], alpha / 2);
  const range = scale.max - scale.min;
  const dropAtLeast = Math.max(0, lower - lowestMeanBound(windows, alpha / 2)) * range;
  const newest = windows.at(-1);
  const isHeld = newest !== undefined && (upper - meanLowerBound(newest, alpha / 2)) * range <= leastDrop;
  const [low, high] = [fromUnit(lower, scale), fromUnit(upper, scale)].toSorted((a, b) => a - b);
  return {
    leastDrop,
    verdict: dropAtLeast >= leastDrop ? 'dropped' : isHeld ? 'held' : 'undecided',
    dropAtLeast,
    reference: { lower: low!, upper: high! },
    leftOut: others.flatMap(({ study, reason }) => (reason === null ? [] : [{ studyId: study.id, reason }])),
    alertedAt,
  };
}

/** Why a study is no window of a watch; null where it is one. */
export function whyOtherWindow(reference: StudyRow, study: StudyRow): string | null {
  const changed = changedQuestion(reference, study);
  return changed === null ? null : `It is not held against the reference: ${changed}.`;
}

/** What is final of a study, in the order of its draw, up to the first item that is not. */
function labelsOf(context: CoreContext, { id, generation, poolSummary }: StudyRow): WindowLabels {
  const live = liveEstimateOf(context, id);
  const surrogate: number[] = [];
  const y: (number | 'skipped')[] = [];
  for (const { itemId, surrogateValue } of listDraws(dbOf(context), id, generation)) {
    const value = live.finalOf(itemId);
    if (!value) break;
    surrogate.push(surrogateValue);
    y.push(value.kind === 'value' ? value.y : 'skipped');
  }
  return { N: poolSummary.populationSize, surrogateMean: poolSummary.mean, surrogate, y };
}
