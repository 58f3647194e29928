import { listAnnotators } from '../../db/annotators.ts';
import { assignedTo } from '../../db/assignments.ts';
import { whoSnoozed } from '../../db/marks.ts';
import type { StudyRow } from '../../db/studies.ts';
import { listMembers } from '../../db/study-members.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { WaitingFor } from '../../shared/contract/counts.ts';
import type { StudyCounts } from '../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { itemRatings } from '../studies/ratings/ratings.ts';
import type { HeldBackBy } from './live-estimate.ts';
import { liveEstimateOf } from './live-estimates.ts';
import { votesWanted } from './third-vote.ts';

/** How many items of a study are labeled, how many of them count, and what the others wait for. */
export function labelCounts(context: CoreContext, study: StudyRow): StudyCounts {
  const { labeledSoFar, labeledItems, heldBackBy } = liveEstimateOf(context, study.id);
  return {
    labeled: labeledSoFar,
    counted: labeledItems,
    waitingFor: heldBackBy === undefined ? null : waitingFor(dbOf(context), study, heldBackBy),
  };
}

function waitingFor(
  db: ReadableDb,
  study: StudyRow,
  { itemId, ref, item, kind }: HeldBackBy,
): StudyCounts['waitingFor'] {
  const spokenBy = itemRatings(db, study, itemId, { isScored: false }).map((one) => one.annotatorId);
  const hasMembers = listMembers(db, study.id).length > 0;
  const left = (ids: readonly number[]) => ids.filter((id) => !spokenBy.includes(id));
  const open = hasMembers ? left(assignedTo(db, study.id, itemId)) : [];
  const snoozedBy = left(whoSnoozed(db, study.id, itemId));
  return {
    itemId,
    criterionId: study.criterionId ?? 0,
    ref,
    item,
    lacks: lacksOf(kind, votesWanted(db, study, itemId, spokenBy.length) > spokenBy.length),
    nth: spokenBy.length + 1,
    annotators: listAnnotators(db).flatMap(({ id, name }) => (open.includes(id) ? [{ id, name }] : [])),
    spokenBy,
    isSnoozed: snoozedBy.some((id) => !hasMembers || open.includes(id)),
  };
}

/** @param asksMore whether one more annotator is asked where those who spoke differ */
function lacksOf(kind: HeldBackBy['kind'], asksMore: boolean): WaitingFor['lacks'] {
  if (kind === 'undecided') return asksMore ? 'annotator' : 'decision';
  return kind === 'waiting' ? 'annotator' : 'label';
}
