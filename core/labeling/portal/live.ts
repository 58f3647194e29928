import { listAnnotators } from '../../../db/annotators.ts';
import { countLabelsByGuidelines } from '../../../db/label-guidelines.ts';
import { listExclusions } from '../../../db/quality.ts';
import { hiddenRound } from '../../../db/rounds.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { answeredSince, listMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { AtWork, LiveTeam } from '../../../shared/contract/index.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { checkResults } from '../../studies/checks/check-results.ts';
import { guidelinesVersion } from '../../studies/guidelines-version.ts';
import { stageOf } from '../rounds/checks/stage.ts';
import { describeAnnotator } from '../team/annotators.ts';
import { choiceShares } from '../team/choice-shares.ts';
import { secondsPerItem } from '../team/team-state.ts';
import { mustRead } from './guidelines.ts';
import { visitsOf } from './invite.ts';

const hereMs = 3 * 60_000;
const hourMs = 3_600_000;

/**
 * Who is at work on a study, or on the ranking that it is a pair of, and how fast, with what tells careless work: checks, and which
 * side and length they prefer. Nothing of which system they prefer.
 */
export function liveTeam(context: CoreContext, asked: number): LiveTeam {
  const db = dbOf(context);
  const studies = linkedStudies(db, asked);
  const [study] = studies;
  const { id: studyId, guidelines } = study;
  const now = Date.parse(context.now());
  const visits = visitsOf(db, studyId);
  const since = new Date(now - hourMs).toISOString();
  const counts = studies.flatMap(({ id }) => answeredSince(db, id, since));
  const choices = choiceShares(db, studies);
  const members = new Set(studies.flatMap((one) => listMembers(db, one.id)));
  const excluded = new Set(listExclusions(db, studyId).map(({ annotatorId }) => annotatorId));
  const standingOf = (annotatorId: number): AtWork['standing'] => {
    if (excluded.has(annotatorId)) return 'excluded';
    if (stageOf(db, study, annotatorId).kind === 'failed') return 'not qualified';
    return members.has(annotatorId) ? 'at work' : 'dropped out';
  };
  const listed = new Set([...listMembers(db, studyId), ...visits.map(({ annotatorId }) => annotatorId)]);
  const people = listAnnotators(db)
    .filter(({ id }) => listed.has(id))
    .map((row): AtWork => {
      const theirs = visits.filter(({ annotatorId }) => annotatorId === row.id);
      const theirItems = counts.filter(({ annotatorId }) => annotatorId === row.id);
      const { id, name, initials, color } = describeAnnotator(context, row);
      const checks = checkResults(db, study, { annotatorId: id, round: hiddenRound });
      return {
        annotator: { id, name, initials, color },
        isHere: theirs.some(({ endedAt, seenAt }) => endedAt === null && now - Date.parse(seenAt) < hereMs),
        seenAt:
          theirs
            .map(({ seenAt }) => seenAt)
            .sort()
            .at(-1) ?? null,
        lastHour: theirItems.reduce((sum, { items }) => sum + items, 0),
        secondsPerItem: secondsPerItem(db, studies, row.id),
        hasRead: guidelines.trim() === '' ? null : !mustRead(db, study, id),
        standing: standingOf(id),
        checks: { answered: checks.length, right: checks.filter(({ isRight }) => isRight).length },
        ...choices(id),
      };
    });
  return {
    here: people.filter(({ isHere }) => isHere).length,
    lastHour: people.reduce((sum, one) => sum + one.lastHour, 0),
    people,
    guidelines: versionsOf(db, studies).map((one) => {
      return { ...one, isPresent: one.version === guidelinesVersion(study) };
    }),
  };
}

/** Labels of all studies together, by the guidelines that held when they were given. */
function versionsOf(db: ReadableDb, studies: readonly StudyRow[]) {
  const counts = new Map<string, number>();
  for (const { version, labels } of studies.flatMap(({ id }) => countLabelsByGuidelines(db, id))) {
    counts.set(version, (counts.get(version) ?? 0) + labels);
  }
  return [...counts].map(([version, labels]) => ({ version, labels }));
}
