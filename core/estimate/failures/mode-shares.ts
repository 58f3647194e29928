import { keptMaps } from '../../../db/kept-maps.ts';
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

const labelsOf = ({ plan }: StoredPlan): number | null => (plan.kind === 'none' ? null : plan.labels);

/** The plan that holds at the clock, and those that come after it. */
export function planAtClock(plans: readonly StoredPlan[], clock: number) {
  const first = plans.findLast(({ drawsBefore }) => drawsBefore <= clock);
  return {
    plan: first ? labelsOf(first) : null,
    once: first?.plan.kind === 'once',
    later: plans.filter(({ drawsBefore }) => drawsBefore > clock),
  };
}

/** Goes on where the values begin as those did that a sequence in memory was made of; else makes it anew. */
function sequenceOf<S extends ModeSequence | ModeOrder>(
  context: CoreContext,
  name: string,
  { pool, clock, values }: { pool: PoolOfModes; clock: number; values: Made<S>['values'] },
  how: { make(plan: number | null, once: boolean): S; advance(sequence: S, draw: number): void },
): S {
  const kept = keptSequences(dbOf(context));
  const before = kept.get(name) as Made<S> | undefined;
  const isBeginning = before?.values.every((list, i) => beginsWith(values[i]!, list)) ?? false;
  const { plan, once, later } = planAtClock(pool.plans, clock);
  const sequence = before && isBeginning ? before.sequence : how.make(plan, once);
  const length = values[0]!.length;
  for (let draw = before && isBeginning ? before.values[0]!.length : clock; draw < length; draw++) {
    for (const change of later.filter(({ drawsBefore }) => drawsBefore === draw)) {
      sequence.replan(labelsOf(change));
    }
    how.advance(sequence, draw);
  }
  kept.delete(name);
  kept.set(name, { values, sequence });
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break;
    kept.delete(oldest);
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
  { clock, length, values }: CountedMode,
): ModeSequence {
  const { pool } = counted;
  const { plans: _, placeOf: __, ...fixed } = pool;
  const name = nameOf(counted, mode.id, mode.meaning.id, clock);
  return sequenceOf<ModeSequence>(
    context,
    name,
    { pool, clock, values: [values.slice(0, length).map(({ y }) => y)] },
    {
      make: (plan, once) => new ModeSequence({ ...fixed, plan, once, before: values.slice(0, clock) }),
      advance: (sequence, draw) => sequence.advance(values[draw]!),
    },
  );
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
  const { pool } = counted;
  const { plans: _, placeOf: __, ...fixed } = pool;
  const clock = Math.max(of[0].clock, of[1].clock);
  const length = Math.max(clock, counted.prefix);
  const [first, second] = [of[0].values.slice(0, length), of[1].values.slice(0, length)];
  const at = (draw: number): TwoModes => ({
    pool: first[draw]!.pool,
    first: first[draw]!.y,
    second: second[draw]!.y,
  });
  const name = nameOf(
    counted,
    'order',
    ...modes.map(({ id, meaning }) => [id, meaning.id]),
    clock,
    openCount,
  );
  const sequence = sequenceOf<ModeOrder>(
    context,
    name,
    { pool, clock, values: [first.map(({ y }) => y), second.map(({ y }) => y)] },
    {
      make: (plan, once) =>
        new ModeOrder({
          ...{ ...fixed, plan, once, alpha: modeOrderAlpha(pool.alpha ?? 0.05, openCount) },
          before: Array.from({ length: clock }, (_, draw) => at(draw)),
        }),
      advance: (order, draw) => order.advance(at(draw)),
    },
  );
  return shareOf(sequence.state);
}
