import { findCheck, listDealtChecks } from '../../../db/quality.ts';
import { hiddenRound } from '../../../db/rounds.ts';
import { getStudy } from '../../../db/studies.ts';
import { AppError } from '../../../shared/errors.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { dbOf } from '../../platform/context.ts';
import { batchOfAnnotator } from '../assignment/batch-key.ts';
import { checksAmong } from '../rounds/checks/hidden-checks.ts';
import { hiddenBatch } from '../rounds/checks/qualification-batch.ts';
import { presentBatch } from '../rounds/practice/pass-practice.ts';
import {
  annotatorOfLabelingSession,
  type LabelingSession,
  labelingSessionByRef,
  labelingSessionOf,
  rankingLabelingSession,
  sessionOfPairs,
} from '../session/labeling-session.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';

/**
 * What the visitor labels, practice aside: the batch of their study, or those of all pairs of their ranking, with hidden checks among
 * the items.
 */
export function workOf(context: PortalContext): LabelingSession {
  const { annotatorId, studyId, rankingId } = visitorIn(context);
  const { core } = context;
  const labelingSession =
    rankingId !== null
      ? sessionOfPairs(core, rankingId, annotatorId)
      : labelingSessionOf(core, batchOfAnnotator(core, studyId, annotatorId));
  return { ...labelingSession, among: checksAmong(core, getStudy(dbOf(core), studyId), annotatorId) };
}

/** What opens for the visitor: a round of practice while there is one, else what they label. */
export function opensFor(context: PortalContext): LabelingSession {
  const { annotatorId, studyId, rankingId } = visitorIn(context);
  const { core } = context;
  const opened =
    rankingId === null
      ? labelingSessionOf(core, presentBatch(core, studyId, annotatorId))
      : rankingLabelingSession(core, rankingId, annotatorId);
  return isPractice(opened) ? opened : workOf(context);
}

/**
 * A labeling session that is the visitor's own: of their study or ranking, and opened under their name. Another's reference is as unknown as one
 * that nobody made. @throws AppError NOT_FOUND
 */
export function ownLabelingSession(context: PortalContext, sealed: string): LabelingSession {
  const { annotatorId, studyId } = visitorIn(context);
  const labelingSession = labelingSessionByRef(context.core, sealed);
  const linked = new Set(linkedStudies(dbOf(context.core), studyId).map(({ id }) => id));
  const isOwn =
    annotatorOfLabelingSession(labelingSession) === annotatorId &&
    labelingSession.batches.every(({ study }) => linked.has(study.id));
  if (isOwn) return labelingSession;
  throw new AppError('NOT_FOUND', 'There is no such batch.', {
    field: 'batch',
    remedy: 'Open the page again.',
  });
}

export const isPractice = ({ batches: [{ study }] }: LabelingSession): boolean =>
  study.practiceRound !== undefined;

/** The labeling session in which a reference is asked: that of the hidden checks for one that this visitor was given. */
export function labelingSessionOfItem(
  context: PortalContext,
  labelingSession: LabelingSession,
  ref: string,
): LabelingSession {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  const check = isPractice(labelingSession) ? undefined : findCheck(db, studyId, ref);
  const isGiven = listDealtChecks(db, studyId, annotatorId).some(({ itemId }) => itemId === check?.itemId);
  const hidden =
    isGiven && check?.round === hiddenRound ? hiddenBatch(core, { studyId, annotatorId }) : undefined;
  return hidden ? labelingSessionOf(core, hidden) : labelingSession;
}

/**
 * Does what asks for an item of the visitor's. Whatever is none of theirs is refused in the same words, be it somebody else's, a check
 * or nothing.
 *
 * @throws AppError NOT_FOUND
 */
export async function withOwnItem<O>(act: () => O | Promise<O>): Promise<O> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND' && error.details.field === 'ref'))
      throw error;
    throw new AppError('NOT_FOUND', 'That item is not among yours.', {
      field: 'ref',
      remedy: 'Open the page again: its items may have been shared out again.',
    });
  }
}
