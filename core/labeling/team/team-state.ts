import { listAnnotators } from '../../../db/annotators.ts';
import { iterateBatch } from '../../../db/batches.ts';
import { leaseMinutesOf } from '../../../db/dealing.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import { listMembers, workDurations } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Team, TeamMember } from '../../../shared/contract/index.ts';
import { enoughTakenOverIn } from '../../design/series/reuse-labels.ts';
import { labelCounts } from '../../estimate/label-counts.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { countThirdVotes } from '../../estimate/third-vote.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type RecordState, sharedState, versionOf } from '../../platform/record-version.ts';
import { labelKeyFor } from '../../studies/label-key.ts';
import { describeAnnotator } from './annotators.ts';

/** Who labels a study, how far each has come, and how the items stand. */
export function teamOf(context: CoreContext, studyId: number): Team {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const { overlap, finalRule, shuffle, itemsDrawn } = study;
  const memberIds = new Set(listMembers(db, studyId));
  const live = liveEstimateOf(context, studyId);
  const { labeled, skipped } = live.finished;
  const thirdVotes = live.undecided === 0 ? 0 : countThirdVotes(db, study);
  const isAssigned = memberIds.size > 0;
  const everybody = listAnnotators(db).map((row) => ({
    ...describeAnnotator(context, row),
    ...progressOf(context, study, row.id, isAssigned),
    isMember: memberIds.has(row.id),
  }));
  return {
    studyId,
    overlap,
    finalRule,
    shuffle,
    deals: leaseMinutesOf(db, studyId) !== undefined,
    members: everybody.filter((one) => one.isMember || one.labeled + one.skipped > 0),
    items: itemsDrawn,
    final: labeled + skipped,
    waiting: live.awaitingAnnotators + thirdVotes,
    undecided: live.undecided - thirdVotes,
    counts: labelCounts(context, study),
    version: versionOf(teamState(db, studyId)),
  };
}

/** Who labels one study, and how. */
export function teamSettings(db: ReadableDb, studyId: number) {
  const { overlap, finalRule, shuffle } = getStudy(db, studyId);
  const deals = leaseMinutesOf(db, studyId) !== undefined;
  return { members: listMembers(db, studyId), overlap, finalRule, shuffle, deals };
}

/** The same of a study and of all that it is a pair with. */
export const teamState = (db: ReadableDb, studyId: number): RecordState =>
  sharedState(linkedStudies(db, studyId).map(({ id }) => teamSettings(db, id)));

type Progress = Pick<TeamMember, 'assigned' | 'labeled' | 'skipped' | 'later' | 'secondsPerItem'>;

/** How far one annotator has come with a study. */
function progressOf(
  context: CoreContext,
  study: StudyRow,
  annotatorId: number,
  isAssigned: boolean,
): Progress {
  const db = dbOf(context);
  const { id: studyId, generation } = study;
  const enoughTakenOver = isAssigned ? undefined : enoughTakenOverIn(db, study);
  const batch = { studyId, generation, practiceRound: null, isAssigned, enoughTakenOver, annotatorId };
  const items = [...iterateBatch(db, { ...labelKeyFor(study, 0), ...batch })];
  const skipped = items.filter(({ labelKind }) => labelKind === 'skip').length;
  return {
    assigned: items.length,
    labeled: items.filter(({ labelKind }) => labelKind !== null).length - skipped,
    skipped,
    later: items.filter(({ labelKind, laterRank }) => labelKind === null && laterRank !== null).length,
    secondsPerItem: secondsPerItem(db, [study], annotatorId),
  };
}

/** The median time that an annotator took for an item of these studies, in seconds; null before the first. */
export function secondsPerItem(
  db: ReadableDb,
  studies: readonly StudyRow[],
  annotatorId: number,
  of: { asTold?: boolean } = {},
): number | null {
  const times = durationsOf(db, studies, annotatorId, of);
  const median = times[Math.floor((times.length - 1) / 2)];
  return median === undefined ? null : median / 1000;
}

/** How long an annotator took for each item of these studies, in milliseconds, in ascending order; with `asTold` as their page said, and for hidden checks, too. */
export const durationsOf = (
  db: ReadableDb,
  studies: readonly StudyRow[],
  annotatorId: number,
  { asTold = false }: { asTold?: boolean } = {},
): number[] =>
  studies
    .flatMap(({ id: studyId, criterionId }) =>
      workDurations(db, { studyId, annotatorId, criterionId: criterionId ?? 0, asTold }),
    )
    .sort((a, b) => a - b);
