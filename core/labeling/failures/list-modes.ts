import type { FailureMode } from '../../../shared/contract/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { describeModes, modesOf, openModes } from '../../studies/failures/modes.ts';

/** The failure modes of the project, and the number of the newest event. */
export function listModes(
  context: CoreContext,
  withRetired: boolean,
): { modes: FailureMode[]; list: number } {
  const db = dbOf(context);
  const modes = modesOf(db);
  const shown = withRetired ? [...modes.byId.values()] : openModes(modes);
  return { modes: describeModes(db, shown), list: modes.newest };
}
