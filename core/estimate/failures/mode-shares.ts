import { keepNewest, keptMaps } from '../../../db/kept-maps.ts';
import type { StudyRow } from '../../../db/studies.ts';
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
import type { ModeHistory, Modes } from '../../studies/failures/modes.ts';
import { labelsOf } from '../study-sequence.ts';
import type { DrawnSaid, PoolOfModes } from './mode-values.ts';
import { modeValue } from './mode-values.ts';
import { clockOf } from './seen-draws.ts';

/** What shares of a study are made of: its pool, its draws, and how many of them count. */
export interface Counted {
  readonly study: StudyRow;
  readonly modes: Modes;
  readonly said: DrawnSaid;
  /** Draws taken in by the study: all before the first that is not finished. */
  readonly prefix: number;
  readonly pool: PoolOfModes;
}

/** What is known of a mode on the draws that count. */
export interface CountedMode {
  /** m: draws before its present meaning was fixed. */
  readonly clock: number;
  /** Draws up to the clock, and those that count after it. */
  readonly length: number;
  /** Each of them, and of those after them as far as the clocks of others go. */
  readonly values: readonly ModeObservation[];
}

/** @param upTo draws that values are asked of at least: up to the clocks of others that it is compared with */
export function countedMode(
  context: CoreContext,
  counted: Counted,
  mode: ModeHistory,
  upTo = 0,
): CountedMode {
  const { study, modes, said, prefix } = counted;
  const clock = Math.min(clockOf(dbOf(context), study, mode.meaning), said.draws.length);
  const length = Math.max(clock, prefix);
  const values = said.draws.slice(0, Math.max(length, upTo)).map(
    (draw): ModeObservation => ({
      pool: counted.pool.placeOf(draw),
      y: modeValue(study, modes, mode, said.says.get(draw.itemId)),
    }),
  );
  return { clock, length, values };
}

/** A sequence that was made of these values, to go on from. */
interface Made<S> {
  readonly values: readonly (readonly ModeObservation['y'][])[];
  readonly sequence: S;
}
const keptSequences = keptMaps<string, Made<ModeSequence | ModeOrder>>();
/** Sequences of so many modes and pairs stay in memory. */
const mostKept = 500;

/** The plan that holds at the clock, and those that come after it. */
export function planAtClock(plans: readonly StoredPlan[], clock: number) {
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
  readonly values: Made<unknown>['values'];
}

/** Goes on where the values begin as those did that a sequence in memory was made of; else makes it anew. */
function sequenceOf<S extends ModeSequence | ModeOrder>(
  context: CoreContext,
  name: string,
  drawn: Drawn,
  how: Steps<S>,
): S {
  const { values } = drawn;
  const kept = keptSequences(dbOf(context));
  const before = kept.get(name) as Made<S> | undefined;
  const isBeginning = before?.values.every((list, i) => beginsWith(values[i]!, list)) ?? false;
  const sequence =
    before && isBeginning ? wentOn(before.sequence, before.values[0]!.length, drawn, how) : fresh(drawn, how);
  keepNewest(kept, name, { values, sequence }, mostKept);
  return sequence;
}

function fresh<S extends ModeSequence | ModeOrder>(drawn: Drawn, how: Steps<S>): S {
  const { plan, once } = planAtClock(drawn.pool.plans, drawn.clock);
  return wentOn(how.make(plan, once), drawn.clock, drawn, how);
}

function wentOn<S extends ModeSequence | ModeOrder>(
  sequence: S,
  from: number,
  { pool, clock, values }: Drawn,
  how: Steps<S>,
): S {
  const { later } = planAtClock(pool.plans, clock);
  for (let draw = from; draw < values[0]!.length; draw++) {
    for (const change of later.filter(({ drawsBefore }) => drawsBefore === draw)) {
      sequence.replan(labelsOf(change.plan));
    }
    how.advance(sequence, draw);
  }
  return sequence;
}

const beginsWith = (long: readonly unknown[], short: readonly unknown[]): boolean =>
  short.length <= long.length && short.every((value, i) => value === long[i]);

const nameOf = ({ study, pool }: Counted, ...of: readonly unknown[]) =>
  JSON.stringify([study.id, study.generation, pool.alpha, pool.plans, pool.steps, ...of]);

/** The sequence of a mode over the draws that count. */
export function sequenceOfMode(
  context: CoreContext,
  counted: Counted,
  mode: { readonly id: number; readonly meaning: { readonly id: number } },
  one: CountedMode,
): ModeSequence {
  const name = nameOf(counted, mode.id, mode.meaning.id, one.clock);
  const { drawn, how } = stepsOfMode(counted.pool, one);
  return sequenceOf(context, name, drawn, how);
}

/** The pool of a mode where the places of its draws are known. */
export type FixedPool = Omit<PoolOfModes, 'placeOf'>;

/** The share made anew, of nothing but what it takes. */
export function freshShare(pool: FixedPool, one: CountedMode): FailureShare {
  const { drawn, how } = stepsOfMode(pool, one);
  return shareOf(fresh(drawn, how).state);
}

function stepsOfMode(
  pool: FixedPool,
  { clock, length, values }: CountedMode,
): { drawn: Drawn; how: Steps<ModeSequence> } {
  const fixed = fixedOf(pool);
  return {
    drawn: { pool, clock, values: [values.slice(0, length).map(({ y }) => y)] },
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
export interface ModeShare {
  readonly share: FailureShare;
  readonly clock: number;
  /** Draws after the clock that count, and how many of them are known under its present meaning. */
  readonly since: number;
  readonly knownSince: number;
  /** Draws that are known, those up to the clock among them. */
  readonly known: number;
}

/** The share of a mode at the error level that the draws were counted for (`countedOf`). */
export function shareOfMode(context: CoreContext, counted: Counted, mode: ModeHistory): ModeShare {
  const own = countedMode(context, counted, mode);
  const { clock, values } = own;
  const isKnown = ({ y }: ModeObservation) => y !== 'unknown';
  const knownSince = values.slice(clock).filter(isKnown).length;
  return {
    share: shareOf(sequenceOfMode(context, counted, mode, own).state),
    ...{ clock, since: values.length - clock, knownSince },
    known: values.filter(isKnown).length,
  };
}

/** By how much one mode is more frequent than another, at an error level at which all such claims of a study hold together. */
export function differenceOfModes(
  context: CoreContext,
  counted: Counted,
  modes: readonly [ModeHistory, ModeHistory],
  of: readonly [CountedMode, CountedMode],
  openCount: number,
): FailureShare {
  const { drawn, how } = stepsOfOrder(counted.pool, of, { prefix: counted.prefix, openCount });
  const meanings = modes.map(({ id, meaning }) => [id, meaning.id]);
  const name = nameOf(counted, 'order', ...meanings, drawn.clock, openCount);
  return shareOf(sequenceOf(context, name, drawn, how).state);
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
  const [first, second] = [of[0].values.slice(0, length), of[1].values.slice(0, length)];
  const at = (draw: number): TwoModes => ({
    pool: first[draw]!.pool,
    first: first[draw]!.y,
    second: second[draw]!.y,
  });
  return {
    drawn: { pool, clock, values: [first.map(({ y }) => y), second.map(({ y }) => y)] },
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
