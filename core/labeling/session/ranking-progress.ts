import { listAnnotators } from '../../../db/annotators.ts';
import { isMember } from '../../../db/study-members.ts';
import type { TeamMember } from '../../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeAnnotator } from '../team/annotators.ts';
import { secondsPerItem } from '../team/team-state.ts';
import { type LabelingSession, queueOf, sessionOfPairs } from './labeling-session.ts';

/**
 * How far each annotator has come with the queue of a ranking, practice aside: its pages, or the items of all pairs. Those who are
 * neither members nor have labeled are left out. @throws AppError NOT_FOUND
 */
export function rankingProgress(context: CoreContext, rankingId: number): TeamMember[] {
  const everybody = listAnnotators(dbOf(context)).map((row): TeamMember => {
    const labelingSession = sessionOfPairs(context, rankingId, row.id);
    return { ...describeAnnotator(context, row), ...progressIn(context, labelingSession, row.id) };
  });
  return everybody.filter((one) => one.isMember || one.labeled + one.skipped > 0);
}

/** How far one annotator has come with a labeling session. */
export function progressIn(context: CoreContext, labelingSession: LabelingSession, annotatorId: number) {
  const db = dbOf(context);
  const studies = labelingSession.batches.map(({ study }) => study);
  const items = [...queueOf(context, labelingSession)];
  const skipped = items.filter(({ labelKind }) => labelKind === 'skip').length;
  return {
    isMember: studies.some(({ id }) => isMember(db, id, annotatorId)),
    assigned: items.length,
    labeled: items.filter(({ labelKind }) => labelKind !== null).length - skipped,
    skipped,
    later: items.filter(({ labelKind, laterRank }) => labelKind === null && laterRank !== null).length,
    secondsPerItem: secondsPerItem(db, studies, annotatorId),
  };
}
