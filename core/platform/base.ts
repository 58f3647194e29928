import type { AnyContractRouter } from '@orpc/contract';
import { ValidationError } from '@orpc/contract';
import { implement, ORPCError, type RouterImplementer } from '@orpc/server';
import { damagedError, toAppError } from '../../db/errors.ts';
import { AppError, errorStatus } from '../../shared/errors.ts';
import type { CoreContext } from './context.ts';

/** Turns whatever a handler throws into the closed list of codes; unknown failures become INTERNAL here only. */
async function toWire(error: unknown, context: CoreContext): Promise<unknown> {
  const known = toAppError(error, context.session.project?.path);
  if (known instanceof AppError) return wireError(known, error, context.session.project?.path);
  if (known instanceof ORPCError && !isOutputFault(known)) return known;
  if (known instanceof Error && known.name === 'AbortError') return known;
  console.error(known);
  const damage = await damageBehind(known, context);
  if (damage) return damage;
  const message = known instanceof Error ? known.message : String(known);
  return new ORPCError('INTERNAL', { message, data: {}, defined: true, cause: error });
}

function wireError({ code, message, details }: AppError, cause: unknown, project?: string) {
  const data = code === 'PROJECT_DAMAGED' && project ? { file: project, ...details } : details;
  return new ORPCError(code, { status: errorStatus(code), message, data, defined: true, cause });
}

/** What a call answered is not what its contract says. */
const isOutputFault = (error: unknown) =>
  error instanceof ORPCError &&
  error.code === 'INTERNAL_SERVER_ERROR' &&
  error.cause instanceof ValidationError;

/** Something unexpected is no fault of the app's where the project it works on is damaged. */
async function damageBehind(error: unknown, { session: { project }, altered }: CoreContext) {
  if (!project?.db.open) return undefined;
  const { findDamage } = await import('../../db/find-damage.ts');
  const found =
    findDamage(project.db) ??
    (isOutputFault(error) ? 'it holds a value that Assay does not know' : null) ??
    // A number that could have been written, but was not: only the hashes tell.
    (await altered.found().catch(() => []))[0];
  return found === undefined ? undefined : wireError(damagedError(found, project.path), error);
}

/** Where the handlers of some parts of the contract start: the engine's context, and one mapping of errors. */
export function baseOf<C extends Record<string, AnyContractRouter>>(parts: C) {
  const start = implement(parts).$context<CoreContext>() as RouterImplementer<C, CoreContext, CoreContext>;
  return start.use(async ({ context, next, procedure }) => {
    try {
      await context.altered.before(procedure['~orpc'].meta);
      return await next();
    } catch (error) {
      throw await toWire(error, context);
    }
  });
}
