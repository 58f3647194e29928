import { findQualityPlan } from '../../../db/quality.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Agreement } from '../../../shared/contract/index.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { sealedRef } from '../../studies/annotators/sealed-ref.ts';
import { studyAgreement } from './study-agreement.ts';

/** Whether the people who decide disagreements of a study, or of its ranking, are not shown who gave which answer. */
export const decidesWithoutNames = (db: ReadableDb, studyId: number): boolean =>
  findQualityPlan(db, linkedStudies(db, studyId)[0].id)?.plan.decideWithoutNames ?? false;

/**
 * What people said of an item, in an order that tells nothing of them: by a seal of person and item that only the project can make.
 * It is the same each time, and another one at each item.
 */
export function inSealedOrder<T>(
  db: ReadableDb,
  { studyId, itemId }: { studyId: number; itemId: number },
  said: readonly T[],
  personOf: (one: T) => number,
): T[] {
  return said
    .map((one) => {
      const seal = sealedRef(db, 'adjudication', {
        what: `order-${studyId}-${itemId}`,
        annotatorId: personOf(one),
      });
      return { one, seal };
    })
    .sort((a, b) => (a.seal < b.seal ? -1 : 1))
    .map(({ one }) => one);
}

/** How far annotators agree, as a screen shows it: without names beside the answers to an item where decisions are made so. */
export async function shownAgreement(
  context: CoreContext,
  asked: { studyId: number; wholeRanking?: boolean; groupOnly?: boolean },
): Promise<Agreement> {
  const agreement = await studyAgreement(context, asked);
  const db = dbOf(context);
  if (!decidesWithoutNames(db, asked.studyId)) return agreement;
  const criteria = agreement.criteria.map(({ byItem, ...criterion }) => ({
    ...criterion,
    byItem: byItem.map(({ said, ...item }) => ({
      ...item,
      said: inSealedOrder(db, item, said, ({ annotatorId }) => annotatorId!).map((one) => ({
        ...one,
        annotatorId: null,
      })),
    })),
  }));
  return { ...agreement, criteria };
}
