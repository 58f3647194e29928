import { listAnnotators } from '../../../db/annotators.ts';
import { listVisits } from '../../../db/invitations.ts';
import { countLabelsByGuidelines } from '../../../db/label-guidelines.ts';
import { getStudy } from '../../../db/studies.ts';
import { answeredSince, listMembers, workDurations } from '../../../db/study-members.ts';
import type { AtWork, LiveTeam } from '../../../shared/contract/index.ts';
import { guidelinesVersion } from '../../model/study/guidelines-version.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeAnnotator } from '../team/annotators.ts';
import { mustRead } from './guidelines.ts';

const hereMs = 3 * 60_000;
const hourMs = 3_600_000;

/** Who is at work on a study, and how fast: nothing of what they say. */
export function liveTeam(context: CoreContext, studyId: number): LiveTeam {
  const db = dbOf(context);
  const study = getStudy(db, studyId);
  const { criterionId, guidelines } = study;
  const now = Date.parse(context.now());
  const visits = listVisits(db, studyId);
  const counts = answeredSince(db, studyId, new Date(now - hourMs).toISOString());
  const listed = new Set([...listMembers(db, studyId), ...visits.map(({ annotatorId }) => annotatorId)]);
  const people = listAnnotators(db)
    .filter(({ id }) => listed.has(id))
    .map((row): AtWork => {
      const theirs = visits.filter(({ annotatorId }) => annotatorId === row.id);
      const durations = workDurations(db, { studyId, annotatorId: row.id, criterionId: criterionId ?? 0 });
      const median = durations[Math.floor((durations.length - 1) / 2)];
      const { id, name, initials, color } = describeAnnotator(context, row);
      return {
        annotator: { id, name, initials, color },
        isHere: theirs.some(({ endedAt, seenAt }) => endedAt === null && now - Date.parse(seenAt) < hereMs),
        seenAt:
          theirs
            .map(({ seenAt }) => seenAt)
            .sort()
            .at(-1) ?? null,
        lastHour: counts.find(({ annotatorId }) => annotatorId === id)?.items ?? 0,
        secondsPerItem: median === undefined ? null : median / 1000,
        hasRead: guidelines.trim() === '' ? null : !mustRead(db, study, id),
      };
    });
  return {
    here: people.filter(({ isHere }) => isHere).length,
    lastHour: people.reduce((sum, one) => sum + one.lastHour, 0),
    people,
    guidelines: countLabelsByGuidelines(db, studyId).map((one) => {
      return { ...one, isPresent: one.version === guidelinesVersion(study) };
    }),
  };
}
