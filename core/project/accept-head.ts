import { writeAudit } from '../../db/audit.ts';
import { type CoreContext, dbOf, openProjectOf } from '../platform/context.ts';
import { headOf, missingFrom } from '../platform/known-heads.ts';

/**
 * A person takes the open project as it is, though answers are missing that it once held. The audit trail keeps what was known and what
 * is missing; from then on its newest link is the one that has to be there. Where nothing is missing nothing happens.
 *
 * @returns whether anything was missing
 * @throws AppError NO_PROJECT, PROJECT_NOT_IN_PLACE
 */
export function acceptHead(context: CoreContext): boolean {
  const db = dbOf(context);
  const { path: file } = openProjectOf(context);
  const known = context.heads.known(db, file);
  const missing = known && missingFrom(db, known);
  if (!missing) return false;
  const { links, head, at: knownAt } = known;
  const at = context.now();
  const details = { known: { links, head, at: knownAt }, missing };
  writeAudit(db, { at, action: 'project.missing-accepted', studyId: null, details });
  context.heads.put(db, file, { ...headOf(db), at });
  context.events.publish({ type: 'project.checked' });
  return true;
}
