import { currentLabel } from '../../../db/labels.ts';
import { findMark } from '../../../db/marks.ts';
import {
  type CheckRow,
  findQualityPlan,
  isDrawn,
  listChecks,
  listDealtChecks,
  putDealtCheck,
} from '../../../db/quality.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import type { LabelRef } from '../../../shared/contract/index.ts';
import { createRng, uniformOpen } from '../../../stats/index.ts';
import { labelKeyFor } from '../../model/study/label-key.ts';
import { hiddenRound } from './check-results.ts';

/** A hidden check that an annotator was given, and where it stands among their items. */
export interface DealtCheck {
  readonly check: CheckRow;
  /** After so many items of their own. */
  readonly afterItems: number;
  readonly state: LabelRef['state'];
  readonly flagged: boolean;
  readonly hasNote: boolean;
}

/** The hidden checks that an annotator was given, in the order of their items. */
export function dealtChecks(db: ReadableDb, study: StudyRow, annotatorId: number): DealtCheck[] {
  const dealt = listDealtChecks(db, study.id, annotatorId);
  if (dealt.length === 0) return [];
  const checks = new Map(listChecks(db, study.id).map((check) => [check.itemId, check]));
  return dealt.flatMap(({ itemId, afterItems }) => {
    const check = checks.get(itemId);
    if (!check) return [];
    const key = labelKeyFor({ ...study, practiceRound: hiddenRound }, itemId);
    const kind = currentLabel(db, key, annotatorId)?.content.kind;
    const { laterRank, flagged, note } = findMark(db, study.id, itemId, annotatorId);
    const given = kind === 'skip' ? 'skipped' : kind !== undefined ? 'labeled' : null;
    const state = given ?? (laterRank === null ? 'open' : 'later');
    return [{ check, afterItems, state, flagged, hasNote: note !== '' }];
  });
}

/**
 * Whether a hidden check follows after an annotator's n-th item, and gives it. It follows by a draw from the seed of the plan, so
 * that it can be played again; items that were drawn since are none any longer. Call it inside a transaction.
 */
export function dealCheck(db: WritableDb, study: StudyRow, annotatorId: number, done: number): void {
  const known = findQualityPlan(db, study.id);
  if (!known || known.plan.checkRate === 0) return;
  const rng = createRng(
    (known.seed ^ Math.imul(annotatorId, 0x9e37_79b1) ^ Math.imul(done, 0x85eb_ca6b)) >>> 0,
  );
  if (uniformOpen(rng) >= known.plan.checkRate) return;
  const had = listDealtChecks(db, study.id, annotatorId);
  if (had.some(({ afterItems }) => afterItems === done)) return;
  const seen = new Set(had.map(({ itemId }) => itemId));
  const next = listChecks(db, study.id).find(
    ({ round, itemId }) => round === hiddenRound && !seen.has(itemId) && !isDrawn(db, study, itemId),
  );
  if (next) putDealtCheck(db, study.id, { annotatorId, itemId: next.itemId, afterItems: done });
}
