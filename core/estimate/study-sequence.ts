import { setImmediate as nextTurn } from 'node:timers/promises';
import { readSurrogate, readSurrogateFrom } from '../../db/draws.ts';
import { readPoolLevels } from '../../db/pool-levels.ts';
import type { StudyRow } from '../../db/studies.ts';
import { readColumns } from '../../db/study-columns.ts';
import { type JoinColumn, readJoins } from '../../db/study-joins.ts';
import { listPlans, mendedFrom, type StoredPlan } from '../../db/study-plans.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { LookPlan } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import {
  type BracketedPoint,
  BracketedSequence,
  type BracketedState,
  type BracketObservation,
  CalibratedSequence,
  clip,
  drawnHistogram,
  isOnStep,
  type JoinedColumn,
  type LiveSequence,
  levelOf,
  lookTable,
  type PlannedLook,
  type PlannedMemory,
  PlannedSequence,
  type PlannedStudy,
  type PoolSummary,
  roundedInward,
} from '../../stats/index.ts';
import { designs } from '../studies/design.ts';
import { roundedSteps } from '../studies/value-steps.ts';

/** What makes the sequence of a study by the rule with planned looks. */
export interface PlannedPool extends Omit<PlannedStudy, 'plan' | 'once'> {
  /** In the order in which they were made; the last of those that hold from the start is the first. */
  readonly plans: readonly StoredPlan[];
  /** Equal steps from 0 to 1 that every value lies in, by which rule 4 rounds; by rule 3 it is left out. */
  readonly steps?: number | undefined;
}

/**
 * The sequence of a study by the rule that it began with: draws go in, in their order, and what is known comes out. Changes of
 * the plan take hold where they are written down.
 */
export class StudySequence {
  readonly #bracket: BracketedSequence;
  readonly #planned: BracketedSequence<PlannedSequence> | undefined;
  #changes: readonly StoredPlan[] = [];
  /** Where the sequence has an item; at its place in the pool unless it knows levels alone. */
  #placeOf: (observation: BracketObservation) => number = ({ pool }) => pool;
  #steps: number | undefined;
  /** Draws before the first value that lies on no step: from it on nothing is rounded. */
  #stepped = 0;
  /** What it was made of; undefined by rule 2. */
  #pool: PlannedPool | undefined;

  private constructor(bracket: BracketedSequence, planned?: BracketedSequence<PlannedSequence>) {
    this.#bracket = bracket;
    this.#planned = planned;
  }

  /** Rule 2: one surrogate, no plan. @param mended draws counted before it was mended; null where it was not */
  static calibrated(summary: PoolSummary, alpha: number, mended: number | null): StudySequence {
    const options = { alpha, ...(mended !== null && { mendedFrom: mended }) };
    return new StudySequence(new BracketedSequence<LiveSequence>(new CalibratedSequence(summary, options)));
  }

  /** Rule 3: many signals and planned looks; rule 4 where the values lie in steps. */
  static planned({ plans, steps, ...study }: PlannedPool): StudySequence {
    const first = firstOf(plans);
    const sequence = new PlannedSequence({ ...study, plan: labelsOf(first), once: first.kind === 'once' });
    const bracket = new BracketedSequence(sequence);
    const made = new StudySequence(bracket, bracket);
    made.#changes = plans.filter(({ drawsBefore }) => drawsBefore > 0);
    made.#steps = steps;
    made.#pool = { plans, steps, ...study };
    return made;
  }

  /** Rule 3 of a pool that is known by its histogram: an item stands at its level. */
  static ofLevels(study: PlannedPool, levels: readonly number[]): StudySequence {
    const made = StudySequence.planned(study);
    const places = new Map(levels.map((level, i) => [level, i]));
    made.#placeOf = ({ surrogate }) => places.get(levelOf(surrogate)) ?? -1;
    return made;
  }

  get state(): BracketedState {
    const { state } = this.#bracket;
    const { lower, upper } = this.#endsOf(state);
    return { ...state, lower, upper, value: clip(state.value, lower, upper) };
  }

  /** Ends as they are shown: rounded inward where all values so far lie on steps. */
  #endsOf({ lower, upper, drawnCount }: Pick<BracketedPoint, 'lower' | 'upper' | 'drawnCount'>) {
    if (this.#steps === undefined || drawnCount > this.#stepped) return { lower, upper };
    return roundedInward({ lower, upper }, this.#steps, this.#planned!.both[0].populationSize);
  }

  /** The sequences behind a study of rule 3: with skipped items at 0, and at 1 once an item was skipped. */
  get planned(): readonly [PlannedSequence, PlannedSequence?] | undefined {
    return this.#planned?.both;
  }

  /** What it was made of: the pool as it was drawn, and the plans; undefined by rule 2. */
  get pool(): PlannedPool | undefined {
    return this.#pool;
  }

  /**
   * Gives a sequence without labels what the same one came to earlier, as `planned` told by its `memory`: its draws follow by
   * `advance`, whose bets are then not made again.
   */
  recall(low: PlannedMemory, high: PlannedMemory | undefined): void {
    this.#planned!.both[0].recall({ ...low, ...(high && { copy: high }) });
  }

  /** The looks that it is planned for; none by rule 2. */
  get looks(): readonly PlannedLook[] {
    return this.#planned?.both[0].looks ?? [];
  }

  /** @throws RangeError when the observation cannot be of the pool; nothing has changed then */
  add(observation: BracketObservation): BracketedState {
    this.advance(observation);
    return this.state;
  }

  /** The same where nobody asks for the state. @throws RangeError as `add` */
  advance(observation: BracketObservation): void {
    const drawn = this.#bracket.drawnCount;
    for (const { plan } of this.#changes.filter(({ drawsBefore }) => drawsBefore === drawn)) {
      for (const sequence of this.#planned?.both ?? []) sequence?.replan(labelsOf(plan));
    }
    this.#bracket.advance({ ...observation, pool: this.#placeOf(observation) });
    const { y } = observation;
    const isStepped = this.#steps !== undefined && (y === 'skipped' || isOnStep(y, this.#steps));
    if (isStepped && this.#stepped === drawn) this.#stepped++;
  }

  /** What `state` said after so many draws, from 0. */
  pointAfter(drawn: number): BracketedPoint {
    const point = this.#bracket.pointAfter(drawn);
    const ends = this.#endsOf(point);
    const { drawnCount, labeledCount, plainMean } = point;
    return {
      ...{ drawnCount, labeledCount, plainMean, ...ends },
      // It is made when it is read.
      get value() {
        return clip(point.value, ends.lower, ends.upper);
      },
    };
  }

  /** Makes the estimates that nobody has asked for, up to so many draws. */
  lookBack(drawn: number): void {
    for (const sequence of this.#planned?.both ?? []) sequence?.lookBack(drawn);
  }

  /** Items, or levels, that the sequence keeps predictions of; 1 by rule 2, which keeps none. */
  get knownItems(): number {
    return this.#planned?.both[0].knownItems ?? 1;
  }

  /** An independent sequence that continues from the same draws. */
  clone(): StudySequence {
    const planned = this.#planned?.clone();
    const copy = new StudySequence(planned ?? this.#bracket.clone(), planned);
    copy.#changes = this.#changes;
    copy.#placeOf = this.#placeOf;
    copy.#steps = this.#steps;
    copy.#stepped = this.#stepped;
    copy.#pool = this.#pool;
    return copy;
  }
}

/** The plan that holds at the first draw. */
const firstOf = (plans: readonly StoredPlan[]): LookPlan =>
  plans.findLast(({ drawsBefore }) => drawsBefore === 0)?.plan ?? { kind: 'none' };

/** The looks of a study as they were drawn. */
export function looksAtStart(populationSize: number, plans: readonly StoredPlan[]): PlannedLook[] {
  const first = firstOf(plans);
  return lookTable(populationSize, labelsOf(first), first.kind === 'once');
}

/** Labels that a plan asks for; null where it states none. */
export const labelsOf = (plan: LookPlan): number | null => (plan.kind === 'none' ? null : plan.labels);

/**
 * The sequence of a study without any label.
 *
 * @param alpha that of the study unless said
 * @param withJoins whether signals that joined are in it, as they are unless it is asked what it would be without them
 */
export function sequenceOf(
  db: ReadableDb,
  study: StudyRow,
  alpha = study.alpha,
  { withJoins } = { withJoins: true },
): StudySequence {
  if (study.bettingRule === 2 || study.populationSize === 0) {
    const mended = mendedFrom(db, study.id, study.generation);
    return StudySequence.calibrated(study.poolSummary, alpha, mended);
  }
  const levels = readPoolLevels(db, study.id);
  if (levels) return sequenceOfLevels(db, study, alpha, levels);
  const { id, generation } = study;
  const joins = withJoins ? readJoins(db, id, generation).map(joinOf) : [];
  return sequenceOfItems(db, study, alpha, { surrogate: readSurrogate(db, id), joins });
}

/** Items of a pool that are read before others have their turn. */
const ITEMS_PER_TURN = 50_000;

/**
 * The same of a large pool that is known item by item: it is read in turns, between which others have theirs.
 *
 * @throws AppError CANCELED when the project is closed meanwhile
 */
export async function sequenceInTurns(
  db: ReadableDb,
  study: StudyRow,
  alpha: number,
): Promise<StudySequence> {
  const { id, populationSize, generation } = study;
  if (study.bettingRule === 2 || readPoolLevels(db, id)) return sequenceOf(db, study, alpha);
  const surrogate = new Float64Array(populationSize);
  for (let from = 0; from < populationSize; from += ITEMS_PER_TURN) {
    const some = readSurrogateFrom(db, id, from, ITEMS_PER_TURN);
    if (some.length !== Math.min(ITEMS_PER_TURN, populationSize - from)) return sequenceOf(db, study, alpha);
    surrogate.set(some, from);
    await nextTurn();
    if (!db.open) throw new AppError('CANCELED', 'The project was closed.');
  }
  const joins = readJoins(db, id, generation).map(joinOf);
  return sequenceOfItems(db, study, alpha, { surrogate, joins });
}

function sequenceOfItems(
  db: ReadableDb,
  study: StudyRow,
  alpha: number,
  pool: { readonly surrogate: Float64Array; readonly joins: readonly JoinedColumn[] },
): StudySequence {
  const { id, preset, generation } = study;
  const { uniform, probabilities } = designs[preset];
  return StudySequence.planned({
    ...pool,
    columns: readColumns(db, id),
    ...(!uniform && { probabilities: probabilities(pool.surrogate) }),
    alpha,
    plans: listPlans(db, id, generation),
    steps: roundedSteps(study),
  });
}

/** A signal that joined as the sequence takes it. */
export const joinOf = ({ drawsBefore: since, penalty, slope, unit, values }: JoinColumn): JoinedColumn => ({
  ...{ since, penalty, slope, unit, values },
});

function sequenceOfLevels(
  db: ReadableDb,
  study: StudyRow,
  alpha: number,
  pool: NonNullable<ReturnType<typeof readPoolLevels>>,
): StudySequence {
  const { id, preset, generation } = study;
  const { uniform, weight } = designs[preset];
  const { values, probabilities } = drawnHistogram(pool, weight!);
  const known = {
    ...{ surrogate: values, counts: pool.counts, columns: readColumns(db, id), alpha },
    ...(!uniform && { probabilities }),
    plans: listPlans(db, id, generation),
    steps: roundedSteps(study),
  };
  return StudySequence.ofLevels(known, pool.levels);
}
