import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FinalRule } from '../../../shared/contract/index.ts';
import { fromUnit } from '../../../stats/index.ts';
import { itemStanding, type Standing } from '../../model/estimate/final-rule.ts';
import { shownScale } from '../../model/study/estimand-scale.ts';

/** How the labels of an item become one value, and what that is: the same on every row of the item. */
export interface FinalColumns {
  /** How many annotators an item needs. */
  overlap: number;
  finalRule: FinalRule;
  /**
   * `value` and `skipped` are final; `waiting` for further annotators; `undecided` where the rule leaves the item to a
   * decision; `open` where nobody has judged both systems of a comparison.
   */
  finalState: 'value' | 'skipped' | Exclude<Standing['kind'], 'final'>;
  /** On the measure's own scale; in a comparison the first system minus the second. Null unless the state is `value`. */
  finalValue: number | null;
}

export function finalColumns(db: ReadableDb, study: StudyRow, itemId: number): FinalColumns {
  const { overlap, finalRule } = study;
  const standing = itemStanding(db, study, itemId);
  if (standing.kind !== 'final') {
    return { overlap, finalRule, finalState: standing.kind, finalValue: null };
  }
  const { final } = standing;
  const finalValue = final.kind === 'value' ? fromUnit(final.y, shownScale(study)) : null;
  return { overlap, finalRule, finalState: final.kind, finalValue };
}
