import { findQualityPlan, hasConsented, isExclusionShown } from '../../../../db/quality.ts';
import { roundOfTry } from '../../../../db/rounds.ts';
import type { StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { sha256 } from '../../../platform/signing/sha256.ts';
import { checkResults, tries } from '../../../studies/checks/check-results.ts';
import { qualificationStanding } from '../../../studies/checks/qualification.ts';

/**
 * Where an annotator is on the way through a study: before its text of consent; in a try of the qualification; at work; or at the
 * end, having failed every try or been excluded, once their page shows it.
 */
export type Stage =
  | { readonly kind: 'consent'; readonly text: string; readonly version: string }
  | { readonly kind: 'qualification'; readonly attempt: number }
  | { readonly kind: 'work' | 'failed' | 'excluded' };

/** Where an annotator is. */
export function stageOf(db: ReadableDb, study: StudyRow, annotatorId: number): Stage {
  const plan = findQualityPlan(db, study.id)?.plan;
  if (!plan) return { kind: 'work' };
  const version = sha256(plan.consent);
  if (plan.consent.trim() !== '' && !hasConsented(db, study.id, annotatorId, version)) {
    return { kind: 'consent', text: plan.consent, version };
  }
  const qualified = qualificationStanding(db, study, { plan, annotatorId });
  if (qualified && !qualified.passed) {
    return qualified.tries < tries
      ? { kind: 'qualification', attempt: qualified.tries + 1 }
      : { kind: 'failed' };
  }
  return { kind: isExclusionShown(db, study.id, annotatorId) ? 'excluded' : 'work' };
}

/** How many items of the try that somebody passed they had right; null where there was none. */
export function passedTry(
  db: ReadableDb,
  study: StudyRow,
  annotatorId: number,
): { right: number; items: number } | null {
  const plan = findQualityPlan(db, study.id)?.plan;
  const standing = plan ? qualificationStanding(db, study, { plan, annotatorId }) : null;
  if (!standing?.passed) return null;
  const results = checkResults(db, study, { annotatorId, round: roundOfTry(standing.tries) });
  return { right: results.filter((one) => one.isRight).length, items: results.length };
}
