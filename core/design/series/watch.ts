import { listDraws } from '../../../db/draws.ts';
import type { ReleaseRow, SeriesRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { Watch } from '../../../shared/contract/index.ts';
import {
  fromUnit,
  lowestMeanBound,
  type MeanOf,
  meanLowerBound,
  populationVariance,
  type WindowLabels,
} from '../../../stats/index.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { changedQuestion } from './same-question.ts';

/**
 * Whether the system has dropped since the reference. Half of the reference's error level bounds the mean of its traffic from
 * below, half bounds the lowest mean that the system has had since from above; the drop is at least what lies between. Both bounds
 * hold at every look, so that "dropped" is said of a system that never dropped by `leastDrop` with probability alpha at most,
 * forever. Windows are the independent draws: the mean of each may vary by chance around that of the system.
 *
 * @returns null for a series of releases
 */
export function watchOf(
  context: CoreContext,
  { leastDrop, alertedAt }: SeriesRow,
  releases: readonly ReleaseRow[],
): Watch | null {
  const [first, ...later] = releases.map((release) => ({
    ...release,
    study: getStudy(dbOf(context), release.studyId),
  }));
  if (leastDrop === null || !first) return null;
  const { scale, alpha } = first.study;
  const others = later.map((window) => ({ ...window, reason: whyOtherWindow(first.study, window.study) }));
  const windows = others
    .filter(({ reason }) => reason === null)
    .map(({ study, windowLabels }) => ({
      ...labelsOf(context, study),
      planned: Math.min(windowLabels!, study.drawCount),
    }));
  const reference = labelsOf(context, first.study);
  const range = scale.max - scale.min;
  const { lower, upper, ...drops } = boundsOf(reference, windows, alpha);
  const newest = windows.at(-1);
  const isHeld =
    newest !== undefined && (upper - meanLowerBound(newest, alpha / 2, 'alikeWindows')) * range <= leastDrop;
  const [low, high] = [fromUnit(lower, scale), fromUnit(upper, scale)].toSorted((a, b) => a - b);
  const dropAtLeast = drops.unlike * range;
  return {
    leastDrop,
    verdict: dropAtLeast >= leastDrop ? 'dropped' : isHeld ? 'held' : 'undecided',
    dropAtLeast,
    dropIfAlike: drops.alike * range,
    dropOfConversations: drops.conversations * range,
    waiting: windows.filter(({ y, planned }) => y.length < planned).length,
    smallWindow: smallWindow(reference, windows, leastDrop / range, range),
    reference: { lower: low!, upper: high! },
    leftOut: others.flatMap(({ study, reason }) => (reason === null ? [] : [{ studyId: study.id, reason }])),
    alertedAt,
  };
}

/**
 * Bounds in [0, 1] of the mean of the reference's traffic, and how much worse windows are at least: the system's mean, that of
 * some window's traffic, and that of some window's own conversations. Each drop is claimed at the error level.
 */
function boundsOf(reference: WindowLabels, windows: readonly WindowLabels[], alpha: number) {
  const lower = meanLowerBound(reference, alpha / 2, 'alikeWindows');
  const below = (mean: number, of: MeanOf) => Math.max(0, mean - lowestMeanBound(windows, alpha / 2, of));
  return {
    lower,
    upper: lowestMeanBound([reference], alpha / 2, 'alikeWindows'),
    unlike: below(lower, 'unlikeWindows'),
    alike: below(lower, 'alikeWindows'),
    conversations: below(meanLowerBound(reference, alpha / 2), 'conversations'),
  };
}

/** What the mean of the smallest window varies by, by two standard deviations; null where it is at most the drop that matters. */
function smallWindow(
  { y }: WindowLabels,
  windows: readonly WindowLabels[],
  leastDrop: number,
  range: number,
): Watch['smallWindow'] {
  const values = y.filter((value) => value !== 'skipped');
  // The most that it can be in [0, 1], where too little is known.
  const sd = values.length < 2 ? 0.5 : Math.sqrt(populationVariance(values));
  const conversations = Math.min(...windows.map(({ N }) => N));
  const byChance = (2 * sd) / Math.sqrt(conversations);
  return windows.length > 0 && byChance > leastDrop ? { conversations, byChance: byChance * range } : null;
}

/** Why a study is no window of a watch; null where it is one. */
export function whyOtherWindow(reference: StudyRow, study: StudyRow): string | null {
  const changed = changedQuestion(reference, study);
  return changed === null ? null : `It is not compared with the reference: ${changed}.`;
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
