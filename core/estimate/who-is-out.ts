import { listBegun } from '../../db/assignments.ts';
import { listVisits } from '../../db/invitations.ts';
import { findQualityPlan, listExclusions } from '../../db/quality.ts';
import { hiddenRound } from '../../db/rounds.ts';
import type { StudyRow } from '../../db/studies.ts';
import { listMembers } from '../../db/study-members.ts';
import type { ReadableDb } from '../../db/types.ts';
import { shutOut } from '../studies/annotators/shut-out.ts';
import { checkResults } from '../studies/checks/check-results.ts';
import { notQualified } from '../studies/checks/qualification.ts';
import { labelKeyFor } from '../studies/label-key.ts';
import { linkedStudies } from './ranking.ts';

/** Members whose labels count no longer. */
export const excludedFrom = (db: ReadableDb, study: StudyRow): ReadonlySet<number> =>
  new Set(listExclusions(db, study.id).map(({ annotatorId }) => annotatorId));

/** Members who are not to label: those who were excluded, and those who did not qualify. */
export const barredFrom = (db: ReadableDb, study: StudyRow): ReadonlySet<number> =>
  new Set([...excludedFrom(db, study), ...notQualified(db, linkedStudies(db, study.id)[0])]);

/**
 * Who gets nothing new where items are shared out: who is barred, who has done as many items as are asked of each, and whose links were
 * taken back. The last keep what they have where nobody else is left to take it.
 */
export function outOf(db: ReadableDb, study: StudyRow): ReadonlySet<number> {
  const studies = linkedStudies(db, study.id);
  const out = new Set([...barredFrom(db, study), ...doneEnough(db, studies)]);
  const gone = shutOut(
    db,
    studies.map(({ id }) => id),
  );
  const isTaken = listMembers(db, study.id).some((one) => !out.has(one) && !gone.has(one));
  return isTaken ? new Set([...out, ...gone]) : out;
}

/** Who came by a link and has answered as many items as are asked of each, hidden checks among them. */
function doneEnough(db: ReadableDb, studies: readonly [StudyRow, ...StudyRow[]]): number[] {
  const [study] = studies;
  const most = findQualityPlan(db, study.id)?.plan.completion?.items ?? null;
  if (most === null) return [];
  const came = new Set(studies.flatMap(({ id }) => listVisits(db, id)).map(({ annotatorId }) => annotatorId));
  const answered = Map.groupBy(
    studies.flatMap((one) => answeredIn(db, one)),
    ({ annotatorId }) => annotatorId,
  );
  return [...came].filter((annotatorId) => {
    const items = new Set(answered.get(annotatorId)?.map(({ about }) => about)).size;
    return items + checkResults(db, study, { annotatorId, round: hiddenRound }).length >= most;
  });
}

/** What annotators have answered of a study, and about what: one answer to a page, or to several pairs, is one. */
function answeredIn(db: ReadableDb, study: StudyRow): { annotatorId: number; about: string }[] {
  const { id: studyId, generation, pageInstrument } = study;
  return listBegun(db, { studyId, generation }, labelKeyFor(study, 0)).flatMap(
    ({ annotatorId, itemId, state }) => {
      const { systemId, criterionId, instrument } = labelKeyFor(study, itemId);
      const about =
        pageInstrument === null ? `${itemId} ${systemId} ${criterionId} ${instrument}` : `${itemId}`;
      return state === 'spoken' ? [{ annotatorId, about }] : [];
    },
  );
}
