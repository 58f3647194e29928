import { readJoins } from '../../../db/study-joins.ts';
import type { JoinedColumn } from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whileDataLast } from '../live-estimates.ts';
import { joinOf } from '../study-sequence.ts';
import type { Counted } from './mode-values.ts';

/** The pool of a mode that signals have joined, by kinds of items: those of one kind have the same cells, and the same probability. */
export interface ModeSignals {
  /** Each with one cell a kind, in the order in which they joined. */
  readonly joins: readonly JoinedColumn[];
  /** Items of each kind. */
  readonly counts: Float64Array;
  /** Of each kind, in any unit; absent on uniform draws. */
  readonly probabilities?: readonly number[];
  /** The kind of each draw, in draw order. */
  readonly places: readonly number[];
}

/** What tells the items of a mode apart; undefined where no signal has joined it. */
export function signalsOfMode(
  context: CoreContext,
  { study: { id, generation }, said: { draws }, pool, joins }: Counted,
  modeId: number,
): ModeSignals | undefined {
  const own = joins.filter((join) => join.modeId === modeId);
  if (own.length === 0) return undefined;
  const name = `signals of failure mode ${modeId}: ${own.map(({ sha256 }) => sha256).join(' ')}`;
  const { kinds, ...known } = whileDataLast(context, id, name, () =>
    kindsOf(readJoins(dbOf(context), id, generation, modeId).map(joinOf), pool.probabilities),
  );
  return { ...known, places: draws.map(({ poolPosition }) => kinds[poolPosition]!) };
}

/** Kinds of items in the order in which the pool has the first of each, and which of them each item is. */
export function kindsOf(joins: readonly JoinedColumn[], probabilities: ArrayLike<number> | undefined) {
  const items = joins[0]!.values.length;
  const kinds = new Uint32Array(items);
  const known = new Map<string, number>();
  const firsts: number[] = [];
  const counts: number[] = [];
  for (let item = 0; item < items; item++) {
    const key = [...joins.map(({ values }) => values[item]), probabilities?.[item]].join(' ');
    const kind = known.get(key) ?? firsts.push(item) - 1;
    known.set(key, kind);
    kinds[item] = kind;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return {
    kinds,
    joins: joins.map((join) => ({
      ...join,
      values: Float32Array.from(firsts, (item) => join.values[item]!),
    })),
    counts: Float64Array.from(counts),
    ...(probabilities && { probabilities: firsts.map((item) => probabilities[item]!) }),
  };
}
