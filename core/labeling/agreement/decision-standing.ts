import { currentAdjudication } from '../../../db/adjudications.ts';
import { newestLabelTime } from '../../../db/labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { type AskedStudy, decisionKeysFor, labelKeysFor } from '../../studies/label-key.ts';

/** Whether something is decided of an item, and whether annotators have spoken of it since. */
export interface DecisionStanding {
  isDecided: boolean;
  /** A label of the item was given, changed or taken back after the decision. The decision holds all the same. */
  isOutdated: boolean;
}

/** How the decision on an item under a study's question stands, from the times of its labels. */
export function decisionStanding(db: ReadableDb, study: AskedStudy, itemId: number): DecisionStanding {
  const [key] = decisionKeysFor(study, itemId);
  const decided = currentAdjudication(db, key!);
  if (!decided) return { isDecided: false, isOutdated: false };
  const isOutdated = labelKeysFor(study, itemId).some(
    (key) => (newestLabelTime(db, key) ?? '') > decided.createdAt,
  );
  return { isDecided: true, isOutdated };
}
