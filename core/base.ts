import type { AnyContractRouter } from '@orpc/contract';
import { implement, ORPCError, type RouterImplementer } from '@orpc/server';
import { toAppError } from '../db/errors.ts';
import { AppError, errorStatus } from '../shared/errors.ts';
import type { CoreContext } from './context.ts';

/** Turns whatever a handler throws into the closed list of codes; unknown failures become INTERNAL here only. */
function toWire(error: unknown): unknown {
  const known = toAppError(error);
  if (known instanceof AppError) {
    const { code, message, details } = known;
    return new ORPCError(code, {
      status: errorStatus(code),
      message,
      data: details,
      defined: true,
      cause: error,
    });
  }
  if (known instanceof ORPCError) return known;
  if (known instanceof Error && known.name === 'AbortError') return known;
  console.error(known);
  const message = known instanceof Error ? known.message : String(known);
  return new ORPCError('INTERNAL', { message, data: {}, defined: true, cause: error });
}

/** Where the handlers of some parts of the contract start: the engine's context, and one mapping of errors. */
export function baseOf<C extends Record<string, AnyContractRouter>>(parts: C) {
  const start = implement(parts).$context<CoreContext>() as RouterImplementer<C, CoreContext, CoreContext>;
  return start.use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      throw toWire(error);
    }
  });
}
