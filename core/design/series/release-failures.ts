import { hash } from 'node:crypto';
import { keepNewest, keptMaps } from '../../../db/kept-maps.ts';
import { listReleases, type ReleaseRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { FailureShare, SeriesFailures } from '../../../shared/contract/index.ts';
import { namedApart } from '../../../shared/series-words.ts';
import { countedOf, failureTable, modeSteps, whyNone } from '../../estimate/failures/failure-table.ts';
import { countedMode, shareOfMode } from '../../estimate/failures/mode-shares.ts';
import { liveEstimateOf, whenAllSettled } from '../../estimate/live-estimates.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { failuresQuestion } from '../../studies/failures/coding.ts';
import { type ModeHistory, modesOf, openModes } from '../../studies/failures/modes.ts';
import { changed, changeOfMode, changeOfShares, isBeforeClock, type ModeInRelease } from './mode-change.ts';
import { differingDraws, whyUnpaired } from './release-difference.ts';

/** Modes that get a line, those found most often. */
const mostModes = 20;

type ModeLine = SeriesFailures['modes'][number]['releases'][number];

/** A release whose study asks what went wrong. */
interface Asking {
  readonly row: ReleaseRow;
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
  return listReleases(db, seriesId).flatMap((row) => {
    const { position, studyId } = row;
    if (!failuresQuestion(db, studyId)) return [];
    const study = getStudy(db, studyId);
    return [{ row, position, study, because: whyNone(db, study) }];
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
 * The share of a mode in a release, and how much larger it is than in the one before: on the items that both answered where these can
 * be paired. Where they cannot, each of the two shares lies in its own interval at all looks with probability 1 - alpha/2, so that
 * their difference lies between the differences of their ends with 1 - alpha (Boole's inequality), whatever the two share.
 */
function lineOf(
  context: CoreContext,
  mode: ModeHistory,
  release: Asking,
  before: Asking | undefined,
): ModeLine {
  const { position, study, because } = release;
  const at = (of: StudyRow, alpha: number) => shareOfMode(context, countedOf(context, of, alpha), mode).share;
  if (because !== null) return { position, share: null, ...notCompared };
  const share = at(study, study.alpha);
  if (!before || before.because !== null) return { position, share, ...notCompared };
  const paired = pairedChange(context, mode, release.row, before.study);
  if (paired) return { position, share, ...changed(paired.change, 'paired') };
  const half = study.alpha / 2;
  return { position, share, ...changeOfShares(at(study, half), at(before.study, half)) };
}

const notCompared = { difference: null, verdict: null, basis: null } as const;

interface PairedChange {
  readonly change: FailureShare;
  /** Items that differ and were drawn before the later of the two clocks. */
  readonly clock: number;
}

/** Differences that stay in memory, by release and mode, each with what it was made of. */
const keptChanges = keptMaps<string, { readonly madeOf: string; readonly found: PairedChange }>();
const mostKept = 1_000;

/**
 * How much more frequent a mode is in a release than in the one before, on the items that both answered. Undefined where these are not
 * paired: the studies do not ask the same by one order, or the other one is not the previous release.
 */
export function pairedChange(
  context: CoreContext,
  mode: ModeHistory,
  release: ReleaseRow,
  previous: StudyRow,
): PairedChange | undefined {
  if (release.beforeStudyId !== previous.id || whyUnpaired(context, release) !== null) return undefined;
  const { study, before, pool, drawn } = differingDraws(context, release);
  const { differing, equal } = pool.shared;
  if (differing.length + equal.length === 0) return undefined;
  const [now, then] = [study, before].map((of) => inRelease(context, of, mode));
  const known = [now!.mode, then!.mode] as const;
  const placed = drawn.map(({ itemId, beforeItemId }) => ({
    now: now!.drawOf.get(itemId),
    before: then!.drawOf.get(beforeItemId),
  }));
  const since = placed.findIndex((pair) => !isBeforeClock(...known, pair));
  const pairs = {
    ...{ differing: differing.length, sharedItems: differing.length + equal.length, alpha: study.alpha },
    ...{ plannedPairs: release.plannedPairs, drawn: placed, clock: since < 0 ? placed.length : since },
  };
  const madeOf = hash('sha256', JSON.stringify([known, pairs]));
  const kept = keptChanges(dbOf(context));
  const name = `${release.studyId} ${mode.id}`;
  const last = kept.get(name);
  if (last?.madeOf === madeOf) return last.found;
  const found = { change: changeOfMode(...known, pairs), clock: pairs.clock };
  keepNewest(kept, name, { madeOf, found }, mostKept);
  return found;
}

/** What is known of a mode in a release, and the draw of each item that was drawn. */
function inRelease(
  context: CoreContext,
  study: StudyRow,
  mode: ModeHistory,
): { mode: ModeInRelease; drawOf: ReadonlyMap<number, number> } {
  const counted = countedOf(context, study);
  const { clock, column } = countedMode(context, counted, mode);
  const { prefix, said } = counted;
  const values = column.values.slice(0, Math.max(clock, prefix)).map(({ y }) => y);
  return {
    mode: { clock, prefix, values, ...modeSteps(study) },
    drawOf: new Map(said.draws.map(({ itemId }, draw) => [itemId, draw])),
  };
}
