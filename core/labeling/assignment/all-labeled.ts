import type { StudyRow } from '../../../db/studies.ts';
import { liveEstimateOf } from '../../estimate/live-estimates.ts';
import { countThirdVotes } from '../../estimate/third-vote.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';

/** Whether nothing is left to label in these studies. What is left to decide is nobody's to label, unless a third vote is asked for. */
export const isAllLabeled = (context: CoreContext, studies: readonly StudyRow[]): boolean =>
  studies.every((study) => {
    const { finished, undecided } = liveEstimateOf(context, study.id);
    if (finished.labeled + finished.skipped + undecided < study.itemsDrawn) return false;
    return undecided === 0 || countThirdVotes(dbOf(context), study) === 0;
  });
