import { AppError } from '../../../shared/errors.ts';
import { linkedStudies } from '../../model/estimate/ranking.ts';
import { dbOf } from '../../platform/context.ts';
import { batchOfAnnotator } from '../batch/batch-key.ts';
import { annotatorOfSitting, pairsSitting, type Sitting, sittingByRef, sittingOf } from '../label/sitting.ts';
import { type DoorContext, visitorIn } from './door-base.ts';

/** What the visitor labels, practice aside: the batch of their study, or those of all pairs of their ranking. */
export function workOf(context: DoorContext): Sitting {
  const { annotatorId, studyId, rankingId } = visitorIn(context);
  const { core } = context;
  if (rankingId !== null) return pairsSitting(core, rankingId, annotatorId);
  return sittingOf(core, batchOfAnnotator(core, studyId, annotatorId));
}

/**
 * A sitting that is the visitor's own: of their study or ranking, and opened under their name. Another's reference is as unknown as one
 * that nobody made. @throws AppError NOT_FOUND
 */
export function ownSitting(context: DoorContext, sealed: string): Sitting {
  const { annotatorId, studyId } = visitorIn(context);
  const sitting = sittingByRef(context.core, sealed);
  const linked = new Set(linkedStudies(dbOf(context.core), studyId).map(({ id }) => id));
  const isOwn =
    annotatorOfSitting(sitting) === annotatorId && sitting.batches.every(({ study }) => linked.has(study.id));
  if (isOwn) return sitting;
  throw new AppError('NOT_FOUND', 'There is no such batch.', {
    field: 'batch',
    mend: 'Open the page again.',
  });
}
