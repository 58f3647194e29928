import { keepNewest, keptMaps } from '../../../db/kept-maps.ts';
import type { StoredPlan } from '../../../db/study-plans.ts';
import type { FailureShare } from '../../../shared/contract/index.ts';
import {
  type ModeObservation,
  ModeOrder,
  type ModePoint,
  ModeSequence,
  modeOrderAlpha,
  type TwoModes,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { ModeHistory } from '../../studies/failures/modes.ts';
import { labelsOf } from '../study-sequence.ts';
import { type Mark, type ModeColumn, modeColumn } from './mode-columns.ts';
import { type ModeSignals, signalsOfMode } from './mode-signals.ts';
import { type Counted, modeValue, type PoolOfModes } from './mode-values.ts';
import { clockOf } from './seen-draws.ts';

/** What is known of a mode on the draws that count. */
export interface CountedMode {
  /** m: draws before its present meaning was fixed. */
  readonly clock: number;
  /** Draws up to the clock, and those that count after it. */
  readonly length: number;
  /** Each of them, and of those after them as far as the clocks of others go. */
  readonly values: readonly ModeObservation[];
  /** What joined its share, and the pool as that sees it; no signal has joined most of them. */
  readonly signals?: ModeSignals | undefined;
}

/** The same of a project that is open, whose values go on as labels come in. */
export interface GoingMode extends CountedMode {
  readonly id: number;
  readonly column: ModeColumn;
}

/** @param upTo draws that values are asked of at least: up to the clocks of others that it is compared with */
export function countedMode(context: CoreContext, counted: Counted, mode: ModeHistory, upTo = 0): GoingMode {
  const db = dbOf(context);
  const { study, modes, said, prefix } = counted;
  const clock = Math.min(clockOf(db, study, mode.meaning), said.draws.length);
  const length = Math.max(clock, prefix);
  const column = modeColumn(db, counted, mode.id, (says) => modeValue(study, modes, mode, says));
  const values = column.values.slice(0, Math.max(length, upTo));
  return { id: mode.id, clock, length, column, values, signals: signalsOfMode(context, counted, mode.id) };
}

/** A sequence, for all modes or pairs whose values up to here are the same. */
interface Made {
  readonly sequence: ModeSequence | ModeOrder;
  readonly marks: readonly Mark[];
  readonly length: number;
  readonly users: Set<string>;
}
const keptSequences = keptMaps<string, Made>();
/** What of `keptSequences` a mode or pair had last. */
const keptUsers = keptMaps<string, string>();
/** So many sequences, and modes and pairs that have them, stay in memory. */
const mostKept = 1_500;

/** The plan that holds at the clock, and those that come after it. */
function planAtClock(plans: readonly StoredPlan[], clock: number) {
  const first = plans.findLast(({ drawsBefore }) => drawsBefore <= clock);
  return {
    plan: first ? labelsOf(first.plan) : null,
    once: first?.plan.kind === 'once',
    later: plans.filter(({ drawsBefore }) => drawsBefore > clock),
  };
}

/** How a sequence begins at its clock, and how it takes in a draw. */
interface Steps<S> {
  make(plan: number | null, once: boolean): S;
  advance(sequence: S, draw: number): void;
}
interface Drawn {
  readonly pool: Pick<PoolOfModes, 'plans'>;
  readonly clock: number;
  readonly length: number;
}

/** A sequence that continues where another is. */
const cloneOf = <S extends ModeSequence | ModeOrder>(sequence: S): S => sequence.clone() as S;

/**
 * The sequence of some columns, which all that have the same values share. It goes on from the one that the user had last, where the
 * columns still begin as they did then; else it is made anew.
 *
 * @param kind all that the bets rest on beside the values @param user the mode or pair that asks
 */
function sequenceOf<S extends ModeSequence | ModeOrder>(
  context: CoreContext,
  { kind, user, columns }: { kind: string; user: string; columns: readonly ModeColumn[] },
  drawn: Drawn,
  how: Steps<S>,
): S {
  const db = dbOf(context);
  const [kept, users] = [keptSequences(db), keptUsers(db)];
  const marks = columns.map((column) => column.markOf(drawn.length));
  const name = `${kind} ${marks.map(({ digest }) => digest).join(' ')}`;
  const asking = `${kind} ${user}`;
  const last = users.get(asking);
  const before = last === undefined || last === name ? undefined : kept.get(last);
  before?.users.delete(asking);
  const isAlone = before?.users.size === 0;
  if (isAlone) kept.delete(last!);
  const found = kept.get(name) ?? { sequence: goneOn(), marks, length: drawn.length, users: new Set() };
  found.users.add(asking);
  keepNewest(kept, name, found, mostKept);
  keepNewest(users, asking, name, mostKept);
  return found.sequence as S;

  function goneOn(): S {
    const isBeginning = before?.marks.every((mark, i) => columns[i]!.beganWith(mark)) ?? false;
    const from = before?.length ?? 0;
    if (!before || !isBeginning || from > drawn.length) return fresh(drawn, how);
    const sequence = before.sequence as S;
    return wentOn(isAlone ? sequence : cloneOf(sequence), from, drawn, how);
  }
}

function fresh<S extends ModeSequence | ModeOrder>(drawn: Drawn, how: Steps<S>): S {
  const { plan, once } = planAtClock(drawn.pool.plans, drawn.clock);
  return wentOn(how.make(plan, once), drawn.clock, drawn, how);
}

function wentOn<S extends ModeSequence | ModeOrder>(
  sequence: S,
  from: number,
  { pool, clock, length }: Drawn,
  how: Steps<S>,
): S {
  const { later } = planAtClock(pool.plans, clock);
  for (let draw = from; draw < length; draw++) {
    for (const change of later.filter(({ drawsBefore }) => drawsBefore === draw)) {
      sequence.replan(labelsOf(change.plan));
    }
    how.advance(sequence, draw);
  }
  return sequence;
}

const kindOf = ({ study, pool }: Counted, ...of: readonly unknown[]) =>
  JSON.stringify([study.id, study.generation, pool.alpha, pool.plans, pool.steps, ...of]);

/** The sequence of a mode over the draws that count. */
export function sequenceOfMode(context: CoreContext, counted: Counted, one: GoingMode): ModeSequence {
  const joined =
    one.signals && counted.joins.flatMap(({ modeId, sha256 }) => (modeId === one.id ? sha256 : []));
  const kind = kindOf(counted, one.clock, joined);
  const { drawn, how } = stepsOfMode(counted.pool, one);
  return sequenceOf(context, { kind, user: String(one.id), columns: [one.column] }, drawn, how);
}

/** The pool of a mode where the places of its draws are known. */
export type FixedPool = Omit<PoolOfModes, 'placeOf'>;

/** The share made anew, of nothing but what it takes. */
export function freshShare(pool: FixedPool, one: CountedMode): FailureShare {
  const { drawn, how } = stepsOfMode(pool, one);
  return shareOf(fresh(drawn, how).point);
}

function stepsOfMode(
  pool: FixedPool,
  { clock, length, values: all, signals }: CountedMode,
): { drawn: Drawn; how: Steps<ModeSequence> } {
  const { places, ...kinds } = signals ?? {};
  const fixed = { ...fixedOf(pool), ...kinds };
  const values = places ? all.map(({ y }, draw) => ({ y, pool: places[draw]! })) : all;
  return {
    drawn: { pool, clock, length },
    how: {
      make: (plan, once) => new ModeSequence({ ...fixed, plan, once, before: values.slice(0, clock) }),
      advance: (sequence, draw) => sequence.advance(values[draw]!),
    },
  };
}

function fixedOf({ populationSize, counts, probabilities, alpha, steps }: FixedPool) {
  return {
    ...{ populationSize, steps },
    ...(alpha !== undefined && { alpha }),
    ...(counts && { counts }),
    ...(probabilities && { probabilities }),
  };
}

/** A point of a sequence as a share; null where there is nothing to estimate from yet. */
export const shareOf = ({
  value,
  lower,
  upper,
}: Pick<ModePoint, 'value' | 'lower' | 'upper'>): FailureShare => ({
  value: value ?? null,
  lower,
  upper,
});

/** The share of a mode, and what it counts on. */
interface ModeShare {
  readonly share: FailureShare;
  readonly clock: number;
  /** Draws after the clock that count. */
  readonly since: number;
  /** Draws that are known, those up to the clock among them. */
  readonly known: number;
}

/**
 * The share of a mode at the error level that the draws were counted for (`countedOf`).
 *
 * @param withJoins whether signals that joined are in it, as they are unless it is asked what it would be without them
 */
export function shareOfMode(
  context: CoreContext,
  counted: Counted,
  mode: ModeHistory,
  { withJoins } = { withJoins: true },
): ModeShare {
  const { signals, ...plain } = countedMode(context, counted, mode);
  const own = withJoins ? { ...plain, signals } : plain;
  const { clock, length } = own;
  const values = own.values.slice(0, length);
  return {
    share: shareOf(sequenceOfMode(context, counted, own).point),
    ...{ clock, since: values.length - clock },
    known: values.filter(({ y }) => y !== 'unknown').length,
  };
}

/** By how much one mode is more frequent than another, at an error level at which all such claims of a study hold together. */
export function differenceOfModes(
  context: CoreContext,
  counted: Counted,
  of: readonly [GoingMode, GoingMode],
  openCount: number,
): FailureShare {
  const { drawn, how } = stepsOfOrder(counted.pool, of, { prefix: counted.prefix, openCount });
  const kind = kindOf(counted, 'order', drawn.clock, openCount);
  const user = of.map(({ id }) => id).join(' ');
  const columns = of.map(({ column }) => column);
  return shareOf(sequenceOf(context, { kind, user, columns }, drawn, how).state);
}

/** The same made anew, of nothing but what it takes. */
export function freshDifference(
  pool: FixedPool,
  of: readonly [CountedMode, CountedMode],
  counts: { readonly prefix: number; readonly openCount: number },
): FailureShare {
  const { drawn, how } = stepsOfOrder(pool, of, counts);
  return shareOf(fresh(drawn, how).state);
}

function stepsOfOrder(
  pool: FixedPool,
  of: readonly [CountedMode, CountedMode],
  { prefix, openCount }: { readonly prefix: number; readonly openCount: number },
): { drawn: Drawn; how: Steps<ModeOrder> } {
  const clock = Math.max(of[0].clock, of[1].clock);
  const length = Math.max(clock, prefix);
  const [first, second] = [of[0].values, of[1].values];
  const at = (draw: number): TwoModes => ({
    pool: first[draw]!.pool,
    first: first[draw]!.y,
    second: second[draw]!.y,
  });
  return {
    drawn: { pool, clock, length },
    how: {
      make: (plan, once) =>
        new ModeOrder({
          ...{ ...fixedOf(pool), plan, once, alpha: modeOrderAlpha(pool.alpha ?? 0.05, openCount) },
          before: Array.from({ length: clock }, (_, draw) => at(draw)),
        }),
      advance: (order, draw) => order.advance(at(draw)),
    },
  };
}
