import { requireInteger, requireOpenUnit, requireUnit } from '../check.ts';
import { clip } from '../numeric.ts';
import type { JoinedColumn } from '../planned/joined-columns.ts';
import { PlannedSequence, type PlannedStudy } from '../planned/planned-sequence.ts';
import type { SignalColumn } from '../planned/signal-columns.ts';
import { isOnStep, roundedInward } from '../planned/step-means.ts';
import { DEFAULT_ALPHA } from '../sequence/constants.ts';
import { type BracketedPoint, BracketedSequence, type OpenValue } from '../sequence/skip-bracket.ts';

/** The share that bets expect before any label where no surrogate says one: a failure mode is rare. It costs no coverage. */
const MODE_PRIOR = 0.1;

/** An item drawn, and whether it has the failure mode. */
export interface ModeObservation {
  /** Its place in the pool, or its level where the pool is known by levels. */
  readonly pool: number;
  /** In [0, 1]: 1 it has the mode, 0 it has not, in between where people differ; unknown where nobody said so of its present meaning. */
  readonly y: number | 'unknown';
}

/** An item drawn of which its value, its ends or nothing is known. */
export type ModeDraw = Omit<ModeObservation, 'y'> & { readonly y: ModeObservation['y'] | OpenValue };

/** The ends of a value that is not known; undefined of one that is. */
const openOf = (y: ModeDraw['y']): OpenValue | undefined =>
  y === 'unknown' ? { least: 0, most: 1 } : typeof y === 'object' ? y : undefined;

/** What is fixed at the clock of a mode: the draw after which its present meaning was fixed. */
export interface ModeStudy {
  /** N, items of the pool. */
  readonly populationSize: number;
  /** The first m draws in their order, m being the clock; what is known of them can be told later, too. */
  readonly before: readonly ModeDraw[];
  /** Labels that the whole study asks for; null when none was stated. */
  readonly plan: number | null;
  /** Whether the study looks at its plan only. */
  readonly once?: boolean;
  /** Relative probabilities of the items, pool order, in any unit; absent on uniform draws. */
  readonly probabilities?: ArrayLike<number>;
  /** Items that each place stands for, where the pool is known by levels. */
  readonly counts?: Float64Array;
  /** A guess in [0, 1] of every item, pool order, frozen at the clock at the latest. */
  readonly surrogate?: ArrayLike<number>;
  /** Columns of the predictor, pool order, frozen likewise; none where they are left out. */
  readonly columns?: readonly SignalColumn[];
  /** Columns that join at the clock or later, more saying that an item has the mode, in the order in which they do; `since` in draws of the study. */
  readonly joins?: readonly JoinedColumn[];
  /** Share in (0, 1) that the bets expect where there is no surrogate; fixed at the clock. */
  readonly prior?: number;
  /** Error level in (0, 1), default 0.05. */
  readonly alpha?: number;
  /** Equal steps from 0 to 1 in which the value of every item of the pool lies, 1 for yes and no; left out where means may lie between. */
  readonly steps?: number | undefined;
}

/** The share of the pool that has a mode, after some number of draws. All shares in [0, 1]. */
export interface ModePoint {
  /** Draws of the study taken in, those before the clock among them. */
  readonly drawnCount: number;
  /** How many of them are known. */
  readonly knownCount: number;
  /** Undefined while nothing drawn since the clock is known and no surrogate guesses: there is no estimate yet. */
  readonly value: number | undefined;
  readonly lower: number;
  readonly upper: number;
  /** Plain mean of all that is known: it overstates a mode that was named because it was seen. Undefined where nothing is. */
  readonly whereFound: number | undefined;
}

/** What is known of a mode now. */
interface ModeState extends ModePoint {
  readonly populationSize: number;
  /** m: draws before its meaning was fixed. */
  readonly clock: number;
  readonly alpha: number;
  /** Draws before the clock that are not known, and draws since. */
  readonly unknownBefore: number;
  readonly unknownSince: number;
  /** The running intersection has once been empty, which happens with probability alpha at most. */
  readonly emptyIntersection: boolean;
}

/**
 * The share of the whole pool that has a failure mode, with an interval that holds at all looks although the mode was named
 * because it was seen.
 *
 * A mode's clock is m, the draws made when its present meaning was fixed. Given all that happened up to then, each later draw is
 * random, without replacement, from the N - m items that are left, and whether an item has the mode is fixed. So the study's own
 * rule of bets on the rest, started at m, holds the mean of the rest at all looks with probability 1 - alpha (Ville, 1939), whatever
 * the name rests on. With [l, u] that interval, Z the sum of what is known of the first m items, and U how many of them are not known,
 * the share of the whole lies in [(Z + (N - m) l)/N, (Z + U + (N - m) u)/N]. Weighted draws: the same with the probabilities of the
 * rest. Its looks are those of the plan that are still to come: labels asked for less m.
 *
 * Items drawn since whose value is not known are bracketed as skipped ones are (`BracketedSequence`), by their ends where these are known;
 * before the clock the ends take the places of 0 and U. In the value, items not known count
 * as the others do on average: the rest's estimate before the clock, the mean of what is known since then.
 *
 * Where values lie in steps of 1/K the ends l and u are rounded inward to the means that the rest can have. Its sum is a multiple of
 * 1/K whatever was drawn before, so its mean is one of j/((N - m) K), as are the means with the unknown items at 0 and at 1, which are
 * steps: each end of the bracket bounds a mean of that kind, and moving it to the next one loses none. Ends of the whole follow
 * from them by the two formulas, which the rounding does not touch.
 *
 * A signal that joined before the clock was frozen then, and is there from the first draw of the rest.
 *
 * With m = 0, all known, and the study's surrogate and columns, this is the study's own sequence bit for bit.
 */
export class ModeSequence {
  readonly #study: ModeStudy;
  /** Nothing is left where all items were drawn before the clock. */
  readonly #rest: BracketedSequence<PlannedSequence> | undefined;
  readonly #placeOf: (pool: number) => number;
  /** Items drawn, where a place is one item. */
  readonly #drawn: Set<number>;
  readonly #alpha: number;
  /** Items that are known before the clock, the sum of their values, and the sums of the ends of the others. */
  readonly #known: number;
  readonly #sum: number;
  readonly #openBefore: OpenValue;
  /** Draws since the clock of which no more than the ends is known, by their number since then. */
  readonly #openSince: (OpenValue & { readonly at: number })[];
  /** Draws since the clock before the first value that lies on no step: from it on nothing is rounded. */
  #stepped = 0;

  /**
   * @param from the sequence that this one continues from; for `clone`
   * @throws RangeError when a value is out of range, an item occurs twice, or lists differ in length
   */
  constructor(study: ModeStudy, from?: ModeSequence) {
    const { before, populationSize, alpha = DEFAULT_ALPHA } = study;
    this.#study = study;
    this.#alpha = alpha;
    if (!from) requireStudy(study);
    const values = before.map(({ y }) => y).filter((y) => typeof y === 'number');
    this.#known = values.length;
    this.#sum = values.reduce((sum, y) => sum + y, 0);
    this.#openBefore = sumOf(before.flatMap(({ y }) => openOf(y) ?? []));
    this.#openSince = from ? [...from.#openSince] : [];
    if (from) {
      this.#placeOf = from.#placeOf;
      this.#drawn = new Set(from.#drawn);
      this.#rest = from.#rest?.clone();
      this.#stepped = from.#stepped;
      return;
    }
    const rest = restOf(study);
    this.#placeOf = rest.placeOf;
    this.#drawn = new Set(before.map(({ pool }) => pool));
    if (before.length < populationSize) this.#rest = new BracketedSequence(new PlannedSequence(rest.study));
  }

  get clock(): number {
    return this.#study.before.length;
  }

  /** Draws of the study taken in, those before the clock among them. */
  get drawnCount(): number {
    return this.clock + (this.#rest?.drawnCount ?? 0);
  }

  /** The share as it is now. */
  get point(): ModePoint {
    return this.pointAfter(this.drawnCount);
  }

  /** The same with what is known of its draws, which takes longer. */
  get state(): ModeState {
    const [low, high] = this.#rest?.both ?? [];
    const { point } = this;
    const unknownBefore = this.clock - this.#known;
    return {
      ...point,
      populationSize: this.#study.populationSize,
      clock: this.clock,
      alpha: this.#alpha,
      unknownBefore,
      unknownSince: point.drawnCount - point.knownCount - unknownBefore,
      emptyIntersection: [low, high].some((one) => one?.state.emptyIntersection),
    };
  }

  /**
   * Takes in the next draw.
   *
   * @throws RangeError when the value is out of range, or the item is none of the pool or drawn already; nothing has changed then
   */
  add(observation: ModeDraw): ModeState {
    this.advance(observation);
    return this.state;
  }

  /** The same where nobody asks for the state. @throws RangeError as `add` */
  advance({ pool, y }: ModeDraw): void {
    if (!this.#rest) throw new RangeError('Every item of the pool was drawn before the clock.');
    const { steps, populationSize, counts } = this.#study;
    requireInteger(pool, 0, (counts?.length ?? populationSize) - 1, 'An item');
    if (!counts && this.#drawn.has(pool)) throw new RangeError(`Item ${pool} was drawn already.`);
    const since = this.#rest.drawnCount;
    const item = { pool: this.#placeOf(pool), surrogate: 0, probability: 1 };
    this.#rest.advance({ ...item, y: y === 'unknown' ? 'skipped' : y });
    if (!counts) this.#drawn.add(pool);
    const open = openOf(y);
    if (open) this.#openSince.push({ ...open, at: since });
    const ends = open ? [open.least, open.most] : [y as number];
    const isStepped = steps !== undefined && ends.every((end) => isOnStep(end, steps));
    if (isStepped && this.#stepped === since) this.#stepped++;
  }

  /**
   * What `state` said after so many draws of the study, from the clock on.
   *
   * @throws RangeError when so many were not taken in, or the clock had not started
   */
  pointAfter(drawn: number): ModePoint {
    requireInteger(drawn, this.clock, this.drawnCount, 'The number of draws');
    const { populationSize: N, surrogate } = this.#study;
    const m = this.clock;
    const since = this.#rest?.pointAfter(drawn - m);
    const known = since?.labeledCount ?? 0;
    const sumSince = since?.plainMean === undefined ? 0 : since.plainMean * known;
    const { lower, upper } = since ? this.#endsOf(since) : { lower: 0, upper: 0 };
    const { least, most } = this.#openBefore;
    const ends = {
      lower: clip((this.#sum + least) / N + ((N - m) / N) * lower, 0, 1),
      upper: clip((this.#sum + most) / N + ((N - m) / N) * upper, 0, 1),
    };
    const hasEstimate = known > 0 || surrogate !== undefined;
    const made = () =>
      this.#wholeValue(hasEstimate && since ? this.#restValue(drawn - m, since) : undefined, ends);
    return {
      drawnCount: drawn,
      knownCount: this.#known + known,
      ...ends,
      // It is made when it is read.
      get value() {
        return made();
      },
      whereFound:
        this.#known + known === 0 ? undefined : clip((this.#sum + sumSince) / (this.#known + known), 0, 1),
    };
  }

  /** Of the whole, from that of the rest. */
  #wholeValue(rest: number | undefined, ends: { lower: number; upper: number }): number | undefined {
    const { populationSize: N } = this.#study;
    const m = this.clock;
    const unknown = m - this.#known;
    if (rest === undefined) return m === N && unknown === 0 ? this.#sum / N : undefined;
    return clip(this.#sum / N + ((N - m + unknown) / N) * rest, ends.lower, ends.upper);
  }

  /** The rest's estimate, in which an item that is not known counts as those that are do on average. */
  #restValue(since: number, { plainMean = 0.5 }: BracketedPoint): number {
    const rest = this.#rest!;
    const [low, high] = rest.both.map((one) => one?.valueAfter(since));
    const open = this.#openSince.filter(({ at }) => at < since);
    if (high === undefined || open.length === 0) return low!;
    const { least, most } = sumOf(open);
    // Where between their ends they lie so that their mean is that of what is known.
    const [from, to] = [least / open.length, most / open.length];
    return low! + (high - low!) * clip((plainMean - from) / (to - from), 0, 1);
  }

  #endsOf(point: BracketedPoint): { lower: number; upper: number } {
    const { steps, populationSize } = this.#study;
    if (steps === undefined || point.drawnCount > this.#stepped) return point;
    return roundedInward(point, steps, populationSize - this.clock);
  }

  /**
   * Another plan of the study from here on, as `PlannedSequence.replan`.
   *
   * @param plan labels that the whole study asks for; null for none
   */
  replan(plan: number | null): void {
    for (const one of this.#rest?.both ?? []) one?.replan(sinceClock(plan, this.clock));
  }

  /** An independent sequence that continues from the same draws. */
  clone(): ModeSequence {
    return new ModeSequence(this.#study, this);
  }
}

const sumOf = (open: readonly OpenValue[]): OpenValue => ({
  least: open.reduce((sum, { least }) => sum + least, 0),
  most: open.reduce((sum, { most }) => sum + most, 0),
});

/** Labels still asked for; null where the plan was reached before the clock. */
const sinceClock = (plan: number | null, clock: number): number | null =>
  plan === null || plan <= clock ? null : plan - clock;

/** The study of what is left of the pool, and where each item lies in it: outside where it was drawn before. */
function restOf(study: ModeStudy): { study: PlannedStudy; placeOf: (pool: number) => number } {
  const {
    before,
    populationSize,
    counts,
    probabilities,
    columns = [],
    joins = [],
    prior = MODE_PRIOR,
  } = study;
  const plan = sinceClock(study.plan, before.length);
  const fixed = {
    plan,
    alpha: study.alpha ?? DEFAULT_ALPHA,
    ...(study.once && plan !== null && { once: true }),
  };
  if (counts) {
    const left = Float64Array.from(counts);
    for (const { pool } of before) left[pool]! -= 1;
    const surrogate = study.surrogate ?? new Float64Array(counts.length).fill(prior);
    const known = {
      ...{ surrogate, columns, counts: left, joins: joins.map((join) => sinceRest(join, before.length)) },
      ...(probabilities && { probabilities }),
    };
    return { study: { ...fixed, ...known }, placeOf: (pool) => pool };
  }
  if (!study.surrogate && !probabilities && columns.length + joins.length === 0) {
    // Nothing tells one item from another: they are so many of one level, whatever the size of the pool.
    const known = { surrogate: [prior], columns, counts: Float64Array.of(populationSize - before.length) };
    return { study: { ...fixed, ...known }, placeOf: () => 0 };
  }
  const gone = new Set(before.map(({ pool }) => pool));
  const places = Array.from({ length: populationSize }, (_, pool) => pool).filter((pool) => !gone.has(pool));
  const placeOf = new Map(places.map((pool, place) => [pool, place]));
  const { surrogate } = study;
  return {
    study: {
      ...fixed,
      surrogate: Float64Array.from(places, (pool) => surrogate?.[pool] ?? prior),
      columns: columns.map((column) => ({ ...column, values: ofPlaces(column.values, places) })),
      joins: joins.map((join) => ({
        ...sinceRest(join, before.length),
        values: ofPlaces(join.values, places),
      })),
      ...(probabilities && { probabilities: Float64Array.from(places, (pool) => probabilities[pool]!) }),
    },
    placeOf: (pool) => placeOf.get(pool) ?? -1,
  };
}

/** A column that joined, by the draws of the rest. */
const sinceRest = (join: JoinedColumn, clock: number): JoinedColumn => ({
  ...join,
  since: Math.max(0, join.since - clock),
});

function ofPlaces(values: SignalColumn['values'], places: readonly number[]): SignalColumn['values'] {
  const some = values.slice(0, places.length);
  for (const [place, pool] of places.entries()) some[place] = values[pool]!;
  return some;
}

/** @throws RangeError */
function requireStudy({
  populationSize,
  before,
  counts,
  surrogate,
  probabilities,
  columns = [],
  joins = [],
  ...rest
}: ModeStudy): void {
  requireInteger(populationSize, 1, 2 ** 40, 'The population size');
  requireInteger(before.length, 0, populationSize, 'The number of draws before the clock');
  const places = counts?.length ?? populationSize;
  for (const list of [surrogate, probabilities, ...[...columns, ...joins].map(({ values }) => values)]) {
    if (list) requireInteger(list.length, places, places, 'The length of a list over the pool');
  }
  const times = new Map<number, number>();
  for (const { pool, y } of before) {
    requireInteger(pool, 0, places - 1, 'An item');
    if (typeof y === 'number') requireUnit(y, 'A known value');
    times.set(pool, (times.get(pool) ?? 0) + 1);
    if (times.get(pool)! > (counts?.[pool] ?? 1)) throw new RangeError(`Item ${pool} was drawn already.`);
  }
  if (rest.plan !== null) requireInteger(rest.plan, 1, 2 ** 31, 'The plan');
  requireOpenUnit(rest.prior ?? MODE_PRIOR, 'The share that is expected');
  if (rest.steps !== undefined) requireInteger(rest.steps, 1, 1000, 'The number of steps');
}
