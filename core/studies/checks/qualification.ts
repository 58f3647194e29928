import { findQualityPlan, listChecks } from '../../../db/quality.ts';
import { roundOfTry } from '../../../db/rounds.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { listMembers } from '../../../db/study-members.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { QualityPlan } from '../../../shared/contract/index.ts';
import { checkResults, tries } from './check-results.ts';

/** How many tries of the qualification are over, and whether one was passed; null where there is none. */
export function qualificationStanding(
  db: ReadableDb,
  study: StudyRow,
  { plan, annotatorId }: { plan: QualityPlan; annotatorId: number },
): { tries: number; passed: boolean } | null {
  if (!plan.qualification) return null;
  const { passMark } = plan.qualification;
  for (let attempt = 1; attempt <= tries; attempt++) {
    const round = roundOfTry(attempt);
    const items = listChecks(db, study.id).filter((check) => check.round === round).length;
    const results = checkResults(db, study, { annotatorId, round });
    if (results.length < items) return { tries: attempt - 1, passed: false };
    const right = results.filter((one) => one.isRight).length;
    if (right >= passMark * items - 1e-9) return { tries: attempt, passed: true };
  }
  return { tries, passed: false };
}

/** Members of a study who failed every try of its qualification. @param study of a ranking the one that speaks for all its pairs */
export function notQualified(db: ReadableDb, study: StudyRow): number[] {
  const plan = findQualityPlan(db, study.id)?.plan;
  if (!plan?.qualification) return [];
  return listMembers(db, study.id).filter((annotatorId) => {
    const standing = qualificationStanding(db, study, { plan, annotatorId });
    return standing?.passed === false && standing.tries === tries;
  });
}
