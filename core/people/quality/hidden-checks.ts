import {
  type CheckRow,
  findQualityPlan,
  listChecks,
  listDealtChecks,
  putDealtCheck,
} from '../../../db/quality.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { LabelRef } from '../../../shared/contract/index.ts';
import { createRng, uniformOpen } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { toRef } from '../label/open-batch.ts';
import { itemReader, sittingOf } from '../label/sitting.ts';
import { hiddenRound } from './check-results.ts';
import { isAsked } from './page-checks.ts';
import { hiddenBatch } from './qualification-batch.ts';

/** A hidden check that an annotator was given, and where it stands among their items. */
export interface DealtCheck extends LabelRef {
  readonly check: CheckRow;
  /** After so many items of their own. */
  readonly afterItems: number;
}

/** The hidden checks that an annotator was given, in the order of their items. */
export function dealtChecks(context: CoreContext, study: StudyRow, annotatorId: number): DealtCheck[] {
  const db = dbOf(context);
  const dealt = listDealtChecks(db, study.id, annotatorId);
  const batch = dealt.length > 0 && hiddenBatch(context, { studyId: study.id, annotatorId });
  if (!batch) return [];
  const checks = new Map(listChecks(db, study.id).map((check) => [check.itemId, check]));
  const itemOf = itemReader(context, sittingOf(context, batch));
  return dealt.flatMap(({ itemId, afterItems }) => {
    const check = checks.get(itemId);
    const item = itemOf(itemId, batch);
    return check && item ? [{ ...toRef(item), check, afterItems }] : [];
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
    ({ round, itemId }) => round === hiddenRound && !seen.has(itemId) && !isAsked(db, study, itemId),
  );
  if (next) putDealtCheck(db, study.id, { annotatorId, itemId: next.itemId, afterItems: done });
}
