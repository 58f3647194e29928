import { listReleases } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { FailureShare, SeriesFailures } from '../../../shared/contract/index.ts';
import { namedApart } from '../../../shared/series-words.ts';
import { countedOf, failureTable, whyNone } from '../../estimate/failures/failure-table.ts';
import { shareOfMode } from '../../estimate/failures/mode-shares.ts';
import { liveEstimateOf, whenAllSettled } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { failuresQuestion } from '../../studies/failures/coding.ts';
import { type ModeHistory, modesOf, openModes } from '../../studies/failures/modes.ts';

/** Modes that get a line, those found most often. */
const mostModes = 20;

type ModeLine = SeriesFailures['modes'][number]['releases'][number];

/** A release whose study asks what went wrong. */
interface Asking {
  readonly position: number;
  readonly study: StudyRow;
  readonly because: string | null;
}

/** Failure modes from release to release of a series. @throws AppError NOT_FOUND */
export function seriesFailures(context: CoreContext, seriesId: number): Promise<SeriesFailures> {
  const lives = () => askingReleases(context, seriesId).map(({ study }) => liveEstimateOf(context, study.id));
  return whenAllSettled(context, lives, () => describeFailures(context, seriesId));
}

function askingReleases(context: CoreContext, seriesId: number): Asking[] {
  const db = dbOf(context);
  return listReleases(db, seriesId).flatMap(({ position, studyId }) => {
    if (!failuresQuestion(db, studyId)) return [];
    const study = getStudy(db, studyId);
    return [{ position, study, because: whyNone(db, study) }];
  });
}

function describeFailures(context: CoreContext, seriesId: number): SeriesFailures {
  const releases = askingReleases(context, seriesId);
  return {
    seriesId,
    releases: namedApart(
      releases.map(({ position, study: { systemName: system, datasetName, name: study }, because }) => {
        return { position, system, datasetName, study, because };
      }),
    ).map(({ position, system: name, because }) => ({ position, name, because })),
    modes: mostFound(context, releases).map((mode) => ({
      modeId: mode.id,
      name: mode.now.name,
      releases: releases.map((release, i) => lineOf(context, mode, release, releases[i - 1])),
    })),
  };
}

/** Open modes, those first that were found in the largest part of what was coded in any release. */
function mostFound(context: CoreContext, releases: readonly Asking[]): ModeHistory[] {
  const parts = new Map<number, number>();
  for (const { study } of releases) {
    for (const { mode, found } of failureTable(context, { studyId: study.id, shown: 0 }).modes) {
      parts.set(mode.id, Math.max(parts.get(mode.id) ?? 0, found.of === 0 ? 0 : found.items / found.of));
    }
  }
  return openModes(modesOf(dbOf(context)))
    .toSorted((a, b) => (parts.get(b.id) ?? 0) - (parts.get(a.id) ?? 0))
    .slice(0, releases.length === 0 ? 0 : mostModes);
}

/**
 * The share of a mode in a release, and how much larger it is than in the one before.
 *
 * Each of the two shares lies in its own interval at all looks with probability 1 - alpha/2, whatever they have to do with each other. So
 * both do with 1 - alpha (Boole's inequality), and their difference lies between the differences of their ends. It pairs nothing:
 * it is wider than a difference on the same conversations would be, and holds without any assumption on what the two share.
 */
function lineOf(
  context: CoreContext,
  mode: ModeHistory,
  { position, study, because }: Asking,
  before: Asking | undefined,
): ModeLine {
  const at = (of: StudyRow, alpha: number) => shareOfMode(context, countedOf(context, of, alpha), mode).share;
  if (because !== null) return { position, share: null, difference: null, verdict: null };
  const share = at(study, study.alpha);
  if (!before || before.because !== null) return { position, share, difference: null, verdict: null };
  const half = study.alpha / 2;
  return { position, share, ...changeOfShares(at(study, half), at(before.study, half)) };
}

/** Whether a failure became rarer, by its shares in two releases at half of the error level each. */
export function changeOfShares(
  now: FailureShare,
  before: FailureShare,
): Pick<ModeLine, 'difference' | 'verdict'> {
  const difference = differenceOfShares(now, before);
  return { difference, verdict: verdictOf(difference) };
}

/** The first less the second, wherever the two may lie within their intervals. */
const differenceOfShares = (first: FailureShare, second: FailureShare): FailureShare => ({
  value: first.value === null || second.value === null ? null : first.value - second.value,
  lower: first.lower - second.upper,
  upper: first.upper - second.lower,
});

const verdictOf = ({ lower, upper }: FailureShare): ModeLine['verdict'] =>
  upper < 0 ? 'fewer' : lower > 0 ? 'more' : 'undecided';
