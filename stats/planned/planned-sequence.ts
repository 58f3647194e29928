import {
  requireInteger,
  requireOpenUnit,
  requirePositive,
  requireSameLength,
  requireUnit,
} from '../check.ts';
import { clip, compensatedSum, countedMean } from '../numeric.ts';
import type { SequenceState } from '../sequence/calibrated-state.ts';
import { DEFAULT_ALPHA } from '../sequence/constants.ts';
import { RunningInterval } from '../sequence/running-interval.ts';
import type { SequencePoint } from '../sequence/skip-bracket.ts';
import { CandidateWealth, type WealthMemory } from './candidate-wealth.ts';
import { EXPECTATION_PRIOR, PLANNED_GRID_STEPS } from './constants.ts';
import {
  expectedVariance,
  gatedRidge,
  meanSquareOf,
  type Ridge,
  type RidgePrior,
  RidgeRows,
  residualMoments,
  ridgePrior,
} from './gated-ridge.ts';
import { combined, type JoinedColumn, type JoinedRidge, type Joint, joinedRidge } from './joined-columns.ts';
import { lookTable, type PlannedLook } from './look-table.ts';
import { type PassRequest, type PoolPass, poolPass, predictions, RepeatedPredictions } from './pool-pass.ts';
import type { PredictorRecord, RefitRecord } from './predictor-record.ts';
import { type DrawnRound, type RoundedPool, UniformPool, WeightedPool } from './rounded-pool.ts';
import type { SignalColumn } from './signal-columns.ts';

/** What is fixed at the draw. */
export interface PlannedStudy {
  /** Surrogate values in [0, 1] of the whole pool; their mean alone where only the items drawn are known. */
  readonly surrogate: ArrayLike<number>;
  /** Columns of the predictor, of the whole pool or of the items drawn, in their order. */
  readonly columns: readonly SignalColumn[];
  /** Labels that the study asks for; null when none was stated. */
  readonly plan: number | null;
  /** Whether the study looks at its plan only: the interval is as narrow there as it can be, and hardly narrower later. */
  readonly once?: boolean;
  /** Relative probabilities of the items, in any unit; absent on uniform draws. */
  readonly probabilities?: ArrayLike<number>;
  /** Error level in (0, 1), default 0.05. */
  readonly alpha?: number;
  /** Items of the pool that each one of the lists stands for, as where they are levels of a histogram; one where it is left out. */
  readonly counts?: Float64Array;
  /** Columns that join while labels come in, in the order in which they do. */
  readonly joins?: readonly JoinedColumn[];
  /** What stands for the items that are not known; absent where the whole pool is. */
  readonly recorded?: RecordedStudy;
}

/** A pool of which only the items drawn are known. */
interface RecordedStudy extends PredictorRecord {
  readonly populationSize: number;
  readonly surrogateMean: number;
  /** The record by which a copy goes on, as its labels will be others; this one where it is left out. */
  readonly copy?: PredictorRecord;
}

/** An item drawn and its human value. */
interface PlannedLabel {
  /** Its position in the pool. */
  readonly pool: number;
  /** In [0, 1]. */
  readonly y: number;
}

/** What is known after the labels so far. */
interface PlannedState extends SequenceState {
  readonly slope: null;
  /** Slopes of the predictor by column, and its share against the plain mean. */
  readonly slopes: Float64Array;
  readonly gate: number;
}

/**
 * What a sequence cannot compute again at once from pool, plan and labels: the bets that are settled. Its lists may go on past
 * its labels, so that memories of several points share them.
 */
export interface PlannedMemory {
  readonly labels: number;
  readonly wealth: WealthMemory;
  /** Whether no candidate is left. */
  readonly isEmpty: boolean;
  readonly trail: PlannedTrail;
  /** That of a copy that is made on the way, as its labels differ. */
  readonly copy?: PlannedMemory;
}

/** What was said along the way, by the number of labels from 0. */
interface PlannedTrail {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Mean of the predictions and the estimate outside of the interval, too; undefined where nobody asked. */
  readonly means: readonly (number | undefined)[];
  readonly unclamped: readonly (number | undefined)[];
  readonly refits: readonly RefitRecord[];
  /** Weight of every item at its own draw; undefined on uniform draws. */
  readonly drawn: readonly number[] | undefined;
  /** What was known of the mean at each number of labels at which a column joined. */
  readonly joints: ReadonlyMap<number, Joint>;
}

/** Above this much work, of the pool or of the labels, the predictor of the estimate is that of the last refit. */
const MOST_POOL_WORK = 4_000_000;
const MOST_LABEL_WORK = 1_000_000;

/** Refits fall at the first ten labels, then whenever the labels have grown by a tenth. */
const FIRST_REFITS = 10;
const REFIT_GROWTH = 1.1;

/**
 * Estimate and live interval from many signals for draws without replacement: an online ridge predicts the human value from
 * signals frozen before the draw, the labels correct its mean, and planned-look gamblers bet on the mean of the items left
 * with the predictions as control variate.
 *
 * P(the full human evaluation is ever outside the interval) <= alpha for any signals, however wrong, any values in [0, 1] and
 * any rule for stopping (Ville, 1939). It needs draws in the design's order with the probabilities stated, every label kept,
 * and signals that no label of this study has touched.
 *
 * Between refits a label costs O(grid), whatever N; where items times columns are more than 4 million, or labels times columns
 * squared more than a million, the estimate uses the predictor of the last refit, else one fitted to all labels. Replaying the
 * same labels gives the same bits.
 */
export class PlannedSequence {
  readonly #study: PlannedStudy;
  readonly #prior: RidgePrior;
  readonly #pool: RoundedPool;
  readonly #alpha: number;
  readonly #wealth: CandidateWealth;
  #looks: readonly PlannedLook[];
  readonly populationSize: number;
  readonly #rows: RidgeRows;
  /** The first of these labels, as far as `lookBack` has come. */
  readonly #trail: RidgeRows;
  /** The same as far as `valueAfter` has come. */
  #glance: RidgeRows;
  /** Labels of each place of the pool. */
  readonly #seen: Map<number, number>;
  #means: number[] = [];
  /** The estimate outside of the interval, too, and the interval, by the number of labels; what nobody asked for is not there. */
  #unclamped: (number | undefined)[] = [];
  #lower: number[] = [];
  #upper: number[] = [];
  #refits: RefitRecord[] = [];
  #misplaced: number[] = [];
  #ridge: JoinedRidge;
  /** What was known of the mean at each number of labels at which a column joined. */
  readonly #joints = new Map<number, Joint>();
  /** Mean square of its leave-one-out residuals, weighted; undefined until it is asked for. */
  #meanSquare: number | undefined;
  /** The predictor fitted last, and to how many labels. */
  #fitted: { readonly base: Ridge; readonly ridge: JoinedRidge; readonly labels: number } | undefined;
  #refitAt = 0;
  /** The pass over the pool for so many labels that was made elsewhere. */
  #made: { readonly labels: number; readonly pass: PoolPass } | undefined;
  readonly #interval: RunningInterval;
  /** Undefined until it is asked for. */
  #state: PlannedState | undefined;
  /** What is known of labels that are still to be taken in. */
  #recalled: PlannedMemory | undefined;

  /**
   * @param from the sequence whose labels this one starts from; for `clone`
   * @throws RangeError when a value is out of range or lists differ in length
   */
  constructor(study: PlannedStudy, from?: PlannedSequence) {
    const { surrogate, recorded, counts } = study;
    this.#study = study;
    this.populationSize = recorded?.populationSize ?? (counts ? compensatedSum(counts) : surrogate.length);
    this.#alpha = study.alpha ?? DEFAULT_ALPHA;
    requireOpenUnit(this.#alpha, 'Alpha');
    requireInteger(this.populationSize, 1, 2 ** 40, 'The population size');
    if (!from) requireStudy(study);
    this.#looks = from ? from.#looks : lookTable(this.populationSize, study.plan, study.once);
    this.#prior = from ? from.#prior : ridgePrior(recorded?.surrogateMean ?? countedMean(surrogate, counts));
    this.#pool = from ? from.#pool.clone() : poolOf(study, this.populationSize);
    this.#wealth = from
      ? from.#wealth.clone()
      : new CandidateWealth(this.#looks, this.#prior.mean, this.#alpha);
    this.#interval = from ? from.#interval.clone() : new RunningInterval();
    this.#rows = from ? from.#rows.clone() : new RidgeRows(study.columns);
    this.#trail = new RidgeRows(study.columns);
    this.#glance = new RidgeRows(study.columns);
    this.#seen = new Map(from ? from.#seen : []);
    if (from) this.#continue(from);
    else this.#keepInterval();
    if (!from) this.#joints.set(0, { estimate: this.#prior.mean, spread: Number.POSITIVE_INFINITY });
    this.#ridge = from ? from.#ridge : this.#fit();
    this.#state = from ? from.#state : undefined;
  }

  #continue(from: PlannedSequence): void {
    this.#means = from.#means.slice();
    this.#unclamped = from.#unclamped.slice();
    this.#lower = from.#lower.slice();
    this.#upper = from.#upper.slice();
    this.#refits = from.#refits.slice();
    this.#misplaced = from.#misplaced.slice();
    for (const [labels, joint] of from.#joints) this.#joints.set(labels, joint);
    this.#recalled = from.#recalled?.copy;
    this.#meanSquare = from.#meanSquare;
    this.#fitted = from.#fitted;
    this.#refitAt = from.#refitAt;
    this.#made = from.#made;
  }

  get state(): PlannedState {
    this.#state ??= this.#stateOf();
    return this.#state;
  }

  /** What `state` said after so many labels, from 0, or would have said: the value is made when it is read. */
  pointAfter(labels: number): SequencePoint {
    const [lower, upper] = [this.#lower[labels]!, this.#upper[labels]!];
    const made = () => {
      if (labels === 0) return this.#prior.mean;
      this.lookBack(labels);
      return clip(this.#unclamped[labels]!, lower, upper);
    };
    return {
      lower,
      upper,
      get value() {
        return made();
      },
    };
  }

  /** The value of `pointAfter`, made without those of fewer labels: faster where few of many are asked for, in ascending order. */
  valueAfter(labels: number): number {
    if (labels === 0) return this.#prior.mean;
    if (this.#unclamped[labels] === undefined) {
      if (this.#glance.values.length > labels) this.#glance = new RidgeRows(this.#study.columns);
      const { items, values } = this.#rows;
      for (let i = this.#glance.values.length; i < labels; i++) this.#glance.add(items[i]!, values[i]!);
      this.#makeEstimate(this.#glance);
    }
    return clip(this.#unclamped[labels]!, this.#lower[labels]!, this.#upper[labels]!);
  }

  /** The estimate of these labels, the first that were given, where they are not all. */
  #makeEstimate(rows: RidgeRows, repeated?: RepeatedPredictions): RepeatedPredictions {
    const { surrogate, counts, recorded } = this.#study;
    const joins = this.#joinsBefore(rows.values.length - 1);
    const ridge = joinedRidge(gatedRidge(rows, this.#prior), rows, joins, this.#prior);
    const made =
      repeated?.width === ridge.slopes.length
        ? repeated
        : new RepeatedPredictions(this.#columnsOf(ridge), surrogate.length);
    made.by(ridge);
    const mean = counts === undefined && recorded === undefined ? made.mean : undefined;
    this.#keepEstimate(mean, made.predicted, rows, ridge);
    return made;
  }

  /** Makes the estimates that nobody has asked for, up to so many labels: to the bits that they would have had. */
  lookBack(labels = this.#labeled): void {
    const trail = this.#trail;
    const { items, values } = this.#rows;
    let repeated: RepeatedPredictions | undefined;
    for (let i = trail.values.length; i < labels; i++) {
      trail.add(items[i]!, values[i]!);
      if (this.#unclamped[i + 1] === undefined) repeated = this.#makeEstimate(trail, repeated);
    }
  }

  /** Items, or levels, that each refit makes predictions of. */
  get knownItems(): number {
    return this.#study.surrogate.length;
  }

  get looks(): readonly PlannedLook[] {
    return this.#looks;
  }

  /** What somebody needs who has the items drawn, and not the pool. */
  get record(): PredictorRecord {
    this.lookBack();
    const { weights } = this.#pool;
    return { means: this.#means, refits: this.#refits, ...(weights && { weights }) };
  }

  /** Labels, from 1, that lie on a level where the record has no item: it is of other labels, and the numbers are of none. */
  get misplaced(): readonly number[] {
    return this.#misplaced;
  }

  /** What is left of every label beside the predictor of the estimate, in draw order. */
  get residuals(): number[] {
    const { slopes, intercept } = this.#labeled === 0 ? this.#ridge : this.#ridgeOfEstimate();
    const { rows, values, items } = this.#rows;
    const { columns, joins = [] } = this.#study;
    const size = columns.length;
    return values.map((y, i) => {
      const from = i * size;
      let told = intercept;
      for (let k = 0; k < size; k++) told += slopes[k]! * rows[from + k]!;
      for (let k = size; k < slopes.length; k++) {
        const { since, unit, values: joined } = joins[k - size]!;
        if (i >= since) told += slopes[k]! * unit * joined[items[i]!]!;
      }
      return y - clip(told, 0, 1);
    });
  }

  /** An independent sequence that continues from the same labels. */
  clone(): this {
    const { recorded } = this.#study;
    const study = recorded?.copy
      ? { ...this.#study, recorded: { ...recorded, ...recorded.copy } }
      : this.#study;
    return new PlannedSequence(study, this) as this;
  }

  /** What `recall` takes, of all labels so far. */
  get memory(): PlannedMemory {
    const trail = {
      ...{ lower: this.#lower, upper: this.#upper, means: this.#means, unclamped: this.#unclamped },
      ...{ refits: this.#refits, drawn: this.#pool.drawn, joints: this.#joints },
    };
    return {
      ...{ labels: this.#labeled, wealth: this.#wealth.memory, isEmpty: this.#interval.isEmpty, trail },
    };
  }

  /**
   * Gives a sequence without labels what another of the same study came to. Its labels are then to be added, the same in the
   * same order: no bet on them is made again, and all comes out to the same bits.
   *
   * @throws RangeError when there are labels already
   */
  recall(memory: PlannedMemory): void {
    if (this.#labeled > 0 || memory.labels === 0)
      throw new RangeError('Bets are recalled before the first label.');
    this.#recalled = memory;
  }

  /** Takes in a label whose bets are recalled. */
  #addAgain(item: number, y: number, { labels, trail, wealth, isEmpty }: PlannedMemory): void {
    this.#refitAgain(labels, trail);
    const n = this.#labeled + 1;
    this.#keep(item, y, trail.drawn?.[n - 1]);
    this.#interval.lower = trail.lower[n]!;
    this.#interval.upper = trail.upper[n]!;
    this.#keepInterval();
    const [mean, unclamped] = [trail.means[n], trail.unclamped[n]];
    if (mean !== undefined && unclamped !== undefined) {
      this.#means[n] = mean;
      this.#unclamped[n] = unclamped;
    }
    const joint = trail.joints.get(n);
    if (joint) this.#joints.set(n, joint);
    this.#state = undefined;
    if (n < labels) return;
    this.#wealth.recall(wealth);
    this.#interval.isEmpty = isEmpty;
    this.#recalled = undefined;
    this.#keepState();
  }

  /** Of the refits before the last only what they said of the pool is asked for later. */
  #refitAgain(labels: number, { refits }: PlannedTrail): void {
    const n = this.#labeled;
    if (n < this.#refitAt) return;
    const next = this.#refitAfter(n);
    if (next >= labels) {
      this.#refit();
      return;
    }
    this.#refits.push(refits[this.#refits.length]!);
    this.#refitAt = next;
  }

  /**
   * Another plan from here on: the wealth of the looks moves to those of the new plan that are still to come.
   *
   * @param plan as in `PlannedStudy`
   */
  replan(plan: number | null): void {
    this.#looks = lookTable(this.populationSize, plan);
    this.#wealth.replan(this.#looks, this.#labeled);
  }

  get #labeled(): number {
    return this.#rows.values.length;
  }

  /**
   * The pass over a large pool that the next label waits for, to be made by `poolPass` in another thread and handed to `take`;
   * undefined where none is due, where it is here already, or where it takes no longer than sending it. Whoever does not ask
   * loses nothing but time: `add` makes it then.
   */
  get passAhead(): PassRequest | undefined {
    const n = this.#labeled;
    const isDue = n >= this.#refitAt && n < this.populationSize && this.#made?.labels !== n;
    if (!isDue || this.#study.recorded || !this.#isLarge) return undefined;
    return this.#passRequest(this.#fit());
  }

  /** Takes in what `passAhead` asked for; nothing where labels have come in since. */
  take({ labels }: PassRequest, pass: PoolPass): void {
    if (labels === this.#labeled && labels >= this.#refitAt) this.#made = { labels, pass };
  }

  get #isLarge(): boolean {
    return this.populationSize * this.#study.columns.length > MOST_POOL_WORK;
  }

  #passRequest(ridge: JoinedRidge): PassRequest {
    const { slopes, intercept } = ridge;
    return {
      labels: this.#labeled,
      size: this.#study.surrogate.length,
      columns: this.#columnsOf(ridge).map(({ values, unit }) => ({ values, unit })),
      ridge: { slopes, intercept },
      items: Uint32Array.from(this.#rows.items),
      ...(this.#study.counts && { counts: this.#study.counts }),
      ...(this.#pool.passWeights && { weights: this.#pool.passWeights }),
    };
  }

  /** Mean and variance that the next bets expect of the items not labeled. */
  get expected(): { mean: number; variance: number } {
    this.#refit();
    const [N, n] = [this.populationSize, this.#labeled];
    const corrected = this.#correctedMean();
    const of = (EXPECTATION_PRIOR * this.#prior.mean + n * corrected) / (EXPECTATION_PRIOR + n);
    this.#meanSquare ??= meanSquareOf(this.#pool.weighted(this.#ridge.leftOut, this.#rows.items));
    return {
      mean: clip((N * of - this.#rows.sumY) / (N - n), 0, 1),
      variance:
        this.#ridge.share *
        expectedVariance(this.#meanSquare, n, this.#prior.variance * this.#pool.meanWeight),
    };
  }

  /** Mean of the pool by the predictor of the bets and the labels. */
  #correctedMean(): number {
    const n = this.#labeled;
    const joint = this.#jointOf(this.#ridge);
    if (joint === undefined) return n === 0 ? this.#prior.mean : this.#pool.correctedMean(this.#rows);
    const { refit, predicted } = this.#pool;
    return this.#combined(joint, this.#ridge, this.#rows, { mean: refit.mean, predicted }).estimate;
  }

  /** Where the last column of a predictor joined; undefined when none did. */
  #jointOf({ slopes }: Ridge): number | undefined {
    const { columns, joins = [] } = this.#study;
    return joins[slopes.length - columns.length - 1]?.since;
  }

  /** What was known at the last join, and what the labels since then say by these predictions of the pool. */
  #combined(
    since: number,
    { lastShare }: JoinedRidge,
    rows: RidgeRows,
    { mean, predicted }: { readonly mean: number; readonly predicted: Float64Array },
  ): Joint {
    const [N, n] = [this.populationSize, rows.values.length];
    const joint = this.#joints.get(since)!;
    if (n === since) return { ...joint, spread: joint.spread / lastShare };
    let [sumY, sumF] = [0, 0];
    for (let i = 0; i < since; i++) {
      sumY += rows.values[i]!;
      sumF += predicted[rows.items[i]!]!;
    }
    const rest = (N * mean - sumF) / (N - since) + this.#pool.correction(predicted, rows, since);
    return combined({ joint, share: lastShare, since, labels: n, size: N }, (sumY + (N - since) * rest) / N);
  }

  /** The columns that had joined when so many labels were there. */
  #joinsBefore(labels: number): readonly JoinedColumn[] {
    return this.#study.joins?.filter(({ since }) => since <= labels) ?? [];
  }

  #isJoint(labels: number): boolean {
    return this.#study.joins?.some(({ since }) => since === labels) ?? false;
  }

  #columnsOf({ slopes }: Ridge): readonly SignalColumn[] {
    const { columns, joins = [] } = this.#study;
    return slopes.length === columns.length
      ? columns
      : [...columns, ...joins.slice(0, slopes.length - columns.length)];
  }

  /**
   * Takes in the label of the next item of the draw order.
   *
   * @throws RangeError when the value is out of range or the item is none of the pool or labeled already; nothing has
   *   changed then
   */
  add(label: PlannedLabel): PlannedState {
    this.advance(label);
    return this.state;
  }

  /** The same without the estimate, which is made when it is asked for. @throws RangeError as `add` */
  advance({ pool: item, y }: PlannedLabel): void {
    requireUnit(y, 'A human value');
    const { counts, surrogate } = this.#study;
    requireInteger(item, 0, counts ? surrogate.length - 1 : this.populationSize - 1, 'An item');
    if ((this.#seen.get(item) ?? 0) >= (counts?.[item] ?? 1))
      throw new RangeError(
        counts ? `Every item of level ${item} is labeled.` : `Item ${item} is labeled already.`,
      );
    if (this.#recalled) this.#addAgain(item, y, this.#recalled);
    else this.#bet(item, y);
  }

  #bet(item: number, y: number): void {
    const { mean: expectedMean, variance } = this.expected;
    const round = this.#pool.roundOf(item, y);
    if (this.#study.recorded && !isAmong(round)) this.#misplaced.push(this.#labeled + 1);
    this.#wealth.bet({
      populationSize: this.populationSize,
      labeled: this.#labeled,
      sumY: this.#rows.sumY,
      mean: expectedMean,
      variance,
      ...round,
    });
    this.#keep(item, y);
    this.#narrow();
    this.#keepInterval();
    this.#keepState();
  }

  /**
   * By the predictor of the last refit the state can be made only now; by one of all labels later, too. Where a column joins, all that
   * follows rests on it.
   */
  #keepState(): void {
    const isLater = this.#isFittedEachTime && !this.#isJoint(this.#labeled);
    this.#state = isLater ? undefined : this.#stateOf();
  }

  /** Fits the predictor of the bets anew where the schedule says so, from the labels before this draw. */
  #refit(): void {
    const n = this.#labeled;
    if (n < this.#refitAt) return;
    this.#ridge = this.#fit();
    this.#meanSquare = undefined;
    const { recorded } = this.#study;
    const known = recorded?.refits[this.#refits.length];
    if (recorded && known?.labels !== n)
      throw new RangeError(`There is no record of the predictor of ${n} labels.`);
    const pass = this.#made?.labels === n ? this.#made.pass : poolPass(this.#passRequest(this.#ridge));
    this.#made = undefined;
    this.#pool.predict(pass, this.#rows.items, known);
    this.#refits.push({ labels: n, ...this.#pool.refit });
    this.#refitAt = this.#refitAfter(n);
  }

  /** Labels at which the predictor of the bets is fitted next. */
  #refitAfter(n: number): number {
    const { joins = [] } = this.#study;
    const own = joins.map(({ since }) => (since > n ? since : since + nextRefit(n - since)));
    return Math.min(nextRefit(n), ...own);
  }

  #predictionsOf(ridge: Ridge): Float64Array {
    return predictions(ridge, this.#columnsOf(ridge), this.#study.surrogate.length);
  }

  /** @param drawn its weight where that is recalled */
  #keep(item: number, y: number, drawn?: number): void {
    if (this.#pool.predicted.length === 0) this.#pool.removeUnseen(drawn);
    else this.#pool.remove(item);
    this.#rows.add(item, y);
    this.#seen.set(item, (this.#seen.get(item) ?? 0) + 1);
  }

  #keepInterval(): void {
    this.#lower.push(this.#interval.lower);
    this.#upper.push(this.#interval.upper);
  }

  /** Intersects with the candidates that are live and with what the labels leave possible. */
  #narrow(): void {
    const [lowest, highest] = this.#possible();
    if (this.#labeled === this.populationSize) {
      this.#interval.collapse(lowest);
      return;
    }
    const accepted = this.#wealth.accepted;
    const step = 1 / PLANNED_GRID_STEPS;
    const lower = Math.max(lowest, accepted ? accepted.first - step : 0);
    const upper = Math.min(highest, accepted ? accepted.last + step : 1);
    this.#interval.intersect(lower, upper);
    if (!accepted) this.#interval.isEmpty = true;
  }

  /** What labels leave possible of the mean. */
  #possible({ sumY, values }: RidgeRows = this.#rows): [number, number] {
    const N = this.populationSize;
    return [sumY / N, (sumY + N - values.length) / N];
  }

  #stateOf(): PlannedState {
    const n = this.#labeled;
    const ridge = n === 0 ? this.#ridge : this.#ridgeOfEstimate();
    const rawValue = n === 0 ? this.#prior.mean : this.#estimateBy(ridge, this.#rows);
    const unclampedValue = clip(rawValue, ...this.#possible());
    const { lower, upper } = this.#interval;
    return {
      populationSize: this.populationSize,
      labeledCount: n,
      alpha: this.#alpha,
      rawValue,
      unclampedValue,
      value: n === 0 ? rawValue : clip(unclampedValue, lower, upper),
      lower,
      upper,
      slope: null,
      slopes: ridge.slopes,
      gate: ridge.gate,
      residualStandardDeviation: n < 2 ? undefined : Math.sqrt(ridge.share * meanSquareOf(ridge.leftOut)),
      ...(ridge.leftOut.length > 0 &&
        this.#jointOf(ridge) === undefined && { residuals: residualMoments(ridge.leftOut) }),
      emptyIntersection: this.#interval.isEmpty,
      plainMean: n === 0 ? undefined : this.#rows.sumY / n,
      weightedMean: undefined,
      surrogateMean: this.#prior.mean,
    };
  }

  #ridgeOfEstimate(): JoinedRidge {
    return this.#isFittedEachTime ? this.#fit(this.#labeled - 1) : this.#ridge;
  }

  get #isFittedEachTime(): boolean {
    const columns = this.#study.columns.length;
    return !this.#isLarge && this.#labeled * columns ** 2 <= MOST_LABEL_WORK;
  }

  /**
   * The predictor by all labels so far: the estimate and the bets on the next label share one fit, but where a column joins.
   *
   * @param joined labels by which a column had joined that has a part in it
   */
  #fit(joined = this.#labeled): JoinedRidge {
    const labels = this.#labeled;
    const joins = this.#joinsBefore(joined);
    const last = this.#fitted?.labels === labels ? this.#fitted : undefined;
    if (last && last.ridge.slopes.length === this.#study.columns.length + joins.length) return last.ridge;
    const base = last?.base ?? gatedRidge(this.#rows, this.#prior);
    this.#fitted = { base, ridge: joinedRidge(base, this.#rows, joins, this.#prior), labels };
    return this.#fitted.ridge;
  }

  /** The estimate by these labels, kept. */
  #estimateBy(ridge: JoinedRidge, rows: RidgeRows): number {
    const isLast = ridge === this.#ridge;
    const predicted = isLast ? this.#pool.predicted : this.#predictionsOf(ridge);
    return this.#keepEstimate(isLast ? this.#pool.refit.mean : undefined, predicted, rows, ridge);
  }

  /** The same by predictions that are made. @param mean theirs over the pool, where it is known */
  #keepEstimate(
    mean: number | undefined,
    predicted: Float64Array,
    rows: RidgeRows,
    ridge: JoinedRidge,
  ): number {
    const labels = rows.values.length;
    const pooled = mean ?? this.#meanOf(predicted, labels);
    const joint = this.#jointOf(ridge);
    const found =
      joint === undefined
        ? {
            estimate: pooled + this.#pool.correction(predicted, rows),
            spread: 1 / labels - 1 / this.populationSize,
          }
        : this.#combined(joint, ridge, rows, { mean: pooled, predicted });
    const raw = found.estimate;
    const unclamped = clip(raw, ...this.#possible(rows));
    this.#means[labels] = pooled;
    this.#unclamped[labels] = unclamped;
    if (this.#isJoint(labels)) this.#joints.set(labels, { estimate: unclamped, spread: found.spread });
    return raw;
  }

  #meanOf(predicted: Float64Array, labels: number): number {
    const { recorded } = this.#study;
    if (!recorded) return countedMean(predicted, this.#study.counts);
    const known = recorded.means[labels];
    if (typeof known !== 'number')
      throw new RangeError('The record has fewer means of predictions than labels.');
    return known;
  }
}

/** Labels after which a predictor is fitted next. */
const nextRefit = (labels: number): number =>
  labels < FIRST_REFITS ? labels + 1 : Math.max(labels + 1, Math.ceil(REFIT_GROWTH * labels - 1e-9));

/** @throws RangeError */
function requireStudy({ surrogate, columns, probabilities, counts, joins = [] }: PlannedStudy): void {
  for (let item = 0; item < surrogate.length; item++) requireUnit(surrogate[item]!, 'A surrogate value');
  for (const { values } of columns) requireSameLength(surrogate, values, 'Surrogate and signal');
  if (counts) requireSameLength(surrogate, counts, 'Surrogate and counts');
  for (const [k, { values, since }] of joins.entries()) {
    requireSameLength(surrogate, values, 'Surrogate and joined signal');
    requireInteger(since, joins[k - 1]?.since ?? 0, 2 ** 40, 'The number of draws before a join');
  }
  if (!probabilities) return;
  requireSameLength(surrogate, probabilities, 'Surrogate and probabilities');
  for (let item = 0; item < surrogate.length; item++) requirePositive(probabilities[item]!, 'A probability');
}

/** Whether the levels have an unlabeled item where the item drawn lies. */
const isAmong = ({ up, upLevel, down, downLevel }: DrawnRound): boolean =>
  up.mass[upLevel]! > 0 && down.mass[downLevel]! > 0;

function poolOf({ probabilities, recorded, counts }: PlannedStudy, size: number): RoundedPool {
  return probabilities
    ? new WeightedPool(size, probabilities, recorded?.weights, counts)
    : new UniformPool(size);
}
