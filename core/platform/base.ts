import type {
  AnyContractRouter,
  ContractProcedure,
  InferSchemaInput,
  InferSchemaOutput,
} from '@orpc/contract';
import { ValidationError } from '@orpc/contract';
import { implement, ORPCError, type Procedure, type RouterImplementer } from '@orpc/server';
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

/** What does a call of the contract: a function of the engine's context, of the input, and of what ends it early. */
type CallOf<P> =
  P extends ContractProcedure<infer In, infer Out, infer _, infer __>
    ? (
        context: CoreContext,
        input: InferSchemaOutput<In>,
        signal: AbortSignal | undefined,
      ) => InferSchemaInput<Out> | Promise<InferSchemaInput<Out>>
    : never;
type HandlerOf<P> =
  P extends ContractProcedure<infer In, infer Out, infer Errors, infer About>
    ? Procedure<CoreContext, CoreContext, In, Out, Errors, About>
    : never;

/**
 * The handlers of one part of the contract, or of some of its calls: each is a function by the name of its call, which gets
 * the engine's context and the checked input.
 */
export function handlersOf<C extends AnyContractRouter, K extends keyof C>(
  part: C,
  calls: { [N in K]: CallOf<C[N]> },
): { [N in K]: HandlerOf<C[N]> } {
  const base = baseOf({ part }).part as unknown as Record<string, Handled>;
  const handlers = Object.entries<unknown>(calls).map(([name, call]) => {
    const does = call as (context: CoreContext, input: unknown, signal: AbortSignal | undefined) => unknown;
    return [name, base[name]!.handler(({ context, input, signal }) => does(context, input, signal))];
  });
  return Object.fromEntries(handlers) as { [N in K]: HandlerOf<C[N]> };
}

/** A call of the contract as far as what handles it is the same for all. */
interface Handled {
  handler(
    handle: (given: { context: CoreContext; input: unknown; signal?: AbortSignal }) => unknown,
  ): unknown;
}

/** Where the handlers of some parts of the contract start: the engine's context, and one mapping of errors. */
function baseOf<C extends Record<string, AnyContractRouter>>(parts: C) {
  const start = implement(parts).$context<CoreContext>() as RouterImplementer<C, CoreContext, CoreContext>;
  return start.use(async ({ context, next, procedure }) => {
    try {
      return await context.altered.guard(procedure['~orpc'].meta, async () => next());
    } catch (error) {
      throw await toWire(error, context);
    }
  });
}
