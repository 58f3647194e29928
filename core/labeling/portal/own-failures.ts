import type { LabelFailures } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { makeMode } from '../../estimate/failures/change-modes.ts';
import { dbOf } from '../../platform/context.ts';
import { labelFailures } from '../../studies/failures/coding.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';

/** The failure modes that the visitor may choose among. @throws AppError NOT_FOUND where nobody is asked what went wrong */
export function ownFailures(context: PortalContext): LabelFailures {
  const failures = labelFailures(dbOf(context.core), visitorIn(context).studyId);
  if (failures) return failures;
  throw new AppError('NOT_FOUND', 'Nobody is asked here what went wrong.', {
    field: 'failures',
    remedy: 'Open the page again.',
  });
}

/** Makes a failure mode, or finds the one of that name. @throws AppError CONFLICT where the lead lets nobody make any */
export async function makeOwnFailure(
  context: PortalContext,
  { name, clientKey }: { name: string; clientKey: string },
): Promise<{ id: number; failures: LabelFailures }> {
  if (!ownFailures(context).mayMake) {
    throw new AppError('CONFLICT', 'Annotators may not make failure modes in this study.', {
      field: 'name',
      remedy: 'Choose one of the list, or write a note.',
    });
  }
  const { annotatorId } = visitorIn(context);
  const { mode } = await makeMode(context.core, {
    name,
    annotatorId,
    clientKey: `${annotatorId}-${clientKey}`,
  });
  return { id: mode.id, failures: ownFailures(context) };
}
