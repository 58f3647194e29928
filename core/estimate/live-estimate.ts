import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Draw, listDraws, readSurrogate } from '../../db/draws.ts';
import { isDrawSpokenOf, itemsSpokenOf } from '../../db/labels.ts';
import { sinceWrite } from '../../db/since-write.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import { AppError } from '../../shared/errors.ts';
import {
  type BracketedState,
  type BracketObservation,
  controlSlope,
  type Evidence,
  type PassRequest,
  type PlannedLook,
  type PlannedSequence,
  type PoolLevels,
  type PoolPass,
  poolLevelsOf,
  type Draw as StatsDraw,
} from '../../stats/index.ts';
import { designs } from '../studies/design.ts';
import { type FinalValue, itemStanding, type Standing } from './final-rule.ts';
import type { Checkpoint, StoredSequence } from './stored-sequence.ts';
import { type StudySequence, sequenceOf } from './study-sequence.ts';

/** The estimate after one more draw of the prefix, in [0, 1]. */
export interface LivePoint {
  readonly drawn: number;
  readonly labeled: number;
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
  readonly plainMean: number | undefined;
}

/** Makes passes over the pool in another thread. */
type MakePass = (request: PassRequest) => Promise<PoolPass>;

/** Labels that are taken in before others get their turn. */
const LABELS_PER_TURN = 20;

/** The item that keeps finished or labeled ones out of an estimate. */
export interface HeldBackBy {
  readonly itemId: number;
  readonly ref: string;
  /** Its place in the batch, each item counted once, from 1. */
  readonly item: number;
  readonly kind: Exclude<Standing['kind'], 'final'>;
}

/** Draws between two copies of the sequence; farther back they stand farther apart. */
const CHECKPOINT_STEP = 16;

/** Items of the pool that all copies may keep predictions of. */
const MOST_KEPT_ITEMS = 8_000_000;

/** The draws of a study, read once somebody needs them. */
interface Drawn {
  readonly draws: readonly Draw[];
  /** Where each item first stands in the draw order. */
  readonly firstOrder: ReadonlyMap<number, number>;
}

/** Draws that are new before the sequence is stored again. */
const LEAST_STORED = 32;

/**
 * One study's estimate, kept while its labels come in. It takes in only the contiguous prefix of the draw order
 * whose items have their final value; items finished out of order wait. A change to an item of the prefix (undo, a
 * corrected label) replays the log from the last copy of the sequence before it, and so gives the same bits as labeling in
 * order would have. What is known of the prefix is computed when somebody asks.
 */
export class LiveEstimate {
  readonly #study: StudyRow;
  /** Where each item of the draw stands that somebody has spoken of. */
  readonly #standings = new Map<number, Standing>();
  /** How many items stand so; of final ones, how many are skipped; and how many have a value of somebody. */
  readonly #tally = { waiting: 0, undecided: 0, final: 0, skipped: 0, labeled: 0 };
  readonly #read: () => readonly Draw[];
  #drawn: Drawn | undefined;
  readonly #start: () => StudySequence;
  readonly #startInTurns: (() => Promise<StudySequence>) | undefined;
  readonly #stored: StoredSequence | undefined;
  /** Draws that the stored sequence has, as far as this one knows. */
  #storedDraws = 0;
  /** The sequence of a large pool while it is read. */
  #starting: Promise<void> | undefined;
  /** Of HumCoE as published, for the method that predicts every item; undefined where they are too many for a file. */
  readonly #levels: PoolLevels | undefined;
  #sequence: StudySequence | undefined;
  /** Draws of the prefix that the sequence has taken in. */
  #taken = 0;
  /** From none, ascending; the closer to the present, the closer together. */
  #checkpoints: Checkpoint[] = [];
  /** Draws whose estimates are made for looking back. */
  #lookedBack = 0;
  /** The passes that are being made for the next label. */
  #coming: Promise<boolean> | undefined;
  #evidenceDraws: StatsDraw[] = [];
  #next = 0;
  /** Of the items of the prefix, each counted once: all, those labeled, and those skipped. */
  #prefixItems = 0;
  #labeledItems = 0;
  #skips: { readonly itemId: number; readonly reasons: readonly string[] }[] = [];

  /**
   * @param start what makes the sequence without labels
   * @param startInTurns the same where that takes so long that others have their turn meanwhile
   * @param stored where the sequence is kept from one opening to the next
   */
  constructor(
    db: ReadableDb,
    study: StudyRow,
    start = () => sequenceOf(db, study),
    startInTurns?: () => Promise<StudySequence>,
    stored?: StoredSequence,
  ) {
    this.#study = study;
    this.#start = start;
    this.#startInTurns = startInTurns;
    this.#stored = stored;
    this.#read = () => listDraws(db, study.id, study.generation);
    this.#levels = study.preset === 'humcoe' ? levelsOfPool(db, study) : undefined;
    if (!isDrawSpokenOf(db, study)) return;
    const spokenOf = sinceWrite(db, 'labeled items', () => itemsSpokenOf(db));
    for (const itemId of this.#firstOrder.keys()) if (spokenOf.has(itemId)) this.#look(db, itemId);
    this.#advance();
  }

  get #draws(): readonly Draw[] {
    return this.#drawnOnce.draws;
  }

  get #firstOrder(): ReadonlyMap<number, number> {
    return this.#drawnOnce.firstOrder;
  }

  get #drawnOnce(): Drawn {
    if (this.#drawn) return this.#drawn;
    const draws = this.#read();
    const firstOrder = new Map<number, number>();
    for (const { itemId, order } of draws) if (!firstOrder.has(itemId)) firstOrder.set(itemId, order);
    this.#drawn = { draws, firstOrder };
    return this.#drawn;
  }

  /** Looks again at one item after a label of it was stored. */
  refresh(db: ReadableDb, itemId: number): void {
    const firstOrder = this.#firstOrder.get(itemId);
    if (firstOrder === undefined) return;
    const before = this.finalOf(itemId);
    this.#look(db, itemId);
    if (firstOrder < this.#next) {
      if (!sameFinal(before, this.finalOf(itemId))) this.#rewind(firstOrder);
      this.#clearPrefix();
    }
    this.#advance();
  }

  #look(db: ReadableDb, itemId: number): void {
    const before = this.#standings.get(itemId);
    if (before) this.#count(before, -1);
    const standing = itemStanding(db, this.#study, itemId);
    if (standing.kind === 'open') this.#standings.delete(itemId);
    else {
      this.#standings.set(itemId, standing);
      this.#count(standing, 1);
    }
  }

  #count(standing: Standing, by: 1 | -1): void {
    if (standing.kind === 'open') return;
    this.#tally[standing.kind] += by;
    const isSkipped = standing.kind === 'final' && standing.final.kind === 'skipped';
    if (isSkipped) this.#tally.skipped += by;
    if (standing.kind === 'final' ? !isSkipped : standing.isLabeled) this.#tally.labeled += by;
  }

  /** The state of the sequence; on draws with replacement only its plain mean and counts mean anything. */
  get state(): BracketedState {
    return this.#current.state;
  }

  /** The estimate after each draw of the prefix, whose value is made when it is read. */
  get points(): readonly LivePoint[] {
    const sequence = this.#current;
    return Array.from({ length: this.#taken }, (_, i) => {
      const point = sequence.pointAfter(i + 1);
      const { drawnCount: drawn, labeledCount: labeled, lower, upper, plainMean } = point;
      return {
        ...{ drawn, labeled, lower, upper, plainMean },
        get value() {
          return point.value;
        },
      };
    });
  }

  /**
   * Makes some of the estimates of earlier looks that nobody has asked for, so that others have their turn between two calls;
   * a reader of `points` without it waits for all.
   *
   * @returns whether all are there
   */
  lookBack(): boolean {
    const sequence = this.#current;
    this.#lookedBack = Math.min(this.#taken, this.#lookedBack + LABELS_PER_TURN);
    sequence.lookBack(this.#lookedBack);
    return this.#lookedBack === this.#taken;
  }

  /** The looks that the study is planned for, in order; none by a rule that knows none. */
  get looks(): readonly PlannedLook[] {
    return this.#current.looks;
  }

  /** The sequences behind a study with planned looks: with skipped items at 0, and at 1 once one was skipped. */
  get planned(): StudySequence['planned'] {
    return this.#current.planned;
  }

  /** Slope of the surrogate as a single control variate, by the labels of the prefix. */
  get controlSlope(): number {
    return controlSlope(this.#evidenceOfDraws);
  }

  /** Draws up to the last that anybody has spoken of: what is decided now can only concern later ones. */
  get spokenDraws(): number {
    let most = 0;
    for (const itemId of this.#standings.keys()) most = Math.max(most, this.#firstOrder.get(itemId)! + 1);
    return most;
  }

  /** The draws taken in, in order. */
  get prefix(): readonly { draw: Draw; final: FinalValue }[] {
    return this.#draws.slice(0, this.#next).map((draw) => ({ draw, final: this.finalOf(draw.itemId)! }));
  }

  get drawCount(): number {
    return this.#draws.length;
  }

  finalOf(itemId: number): FinalValue | undefined {
    const standing = this.#standings.get(itemId);
    return standing?.kind === 'final' ? standing.final : undefined;
  }

  /** Whether another estimate of the same draws has each item where this one has it, with the same value. */
  saysTheSameAs(other: LiveEstimate): boolean {
    if (this.#standings.size !== other.#standings.size) return false;
    return [...this.#standings].every(([itemId, one]) => {
      const same = other.#standings.get(itemId);
      return same?.kind === one.kind && sameFinal(this.finalOf(itemId), other.finalOf(itemId));
    });
  }

  /** Items that annotators have spoken of, but too few of them. */
  get awaitingAnnotators(): number {
    return this.#tally.waiting;
  }

  /** Items that enough annotators have spoken of, and that the rule leaves to a decision. */
  get undecided(): number {
    return this.#tally.undecided;
  }

  /** Items of the batch that stand so, in draw order. */
  itemsWhere(kind: Standing['kind']): number[] {
    return [...this.#firstOrder.keys()].filter(
      (itemId) => (this.#standings.get(itemId)?.kind ?? 'open') === kind,
    );
  }

  /** Items of the batch that are done, in or out of order. */
  get finished(): { labeled: number; skipped: number } {
    const { final, skipped } = this.#tally;
    return { labeled: final - skipped, skipped };
  }

  /** Items of the batch that somebody labeled, whether or not they count yet. */
  get labeledSoFar(): number {
    return this.#tally.labeled;
  }

  /** The first item that is not final, where anything was said of it or of a later one; undefined when nothing waits. */
  get heldBackBy(): HeldBackBy | undefined {
    if (!this.#isAnythingHeldBack) return undefined;
    const draw = this.#draws[this.#next];
    if (!draw) return undefined;
    const { itemId, ref } = draw;
    const kind = this.#standings.get(itemId)?.kind ?? 'open';
    if (kind === 'final') throw new Error(`item ${itemId} is final and was not taken in`);
    return { itemId, ref, item: this.#prefixItems + 1, kind };
  }

  get #isAnythingHeldBack(): boolean {
    return this.#standings.size > this.#prefixItems;
  }

  /** Draws taken in so far. */
  get prefixLength(): number {
    return this.#next;
  }

  /** Labeled items of the prefix, each counted once. */
  get labeledItems(): number {
    return this.#labeledItems;
  }

  /** Finished items that an unfinished earlier one holds back. */
  get waiting(): number {
    return this.#tally.final - this.#prefixItems;
  }

  /**
   * How many of the next items are still to be labeled. Those labeled out of order are not.
   *
   * @param labels next items that are wanted, drawn or not
   * @param countsSkips whether a skipped item is one of them
   */
  openAmongNext(labels: number, { countsSkips }: { countsSkips: boolean }): number {
    const isWanted = ({ itemId, order }: Draw) =>
      this.#firstOrder.get(itemId) === order && (countsSkips || this.finalOf(itemId)?.kind !== 'skipped');
    const isDone = ({ itemId }: Draw) => this.finalOf(itemId) !== undefined;
    return labels - this.#draws.slice(this.#next).filter(isWanted).slice(0, labels).filter(isDone).length;
  }

  get skips(): readonly { itemId: number; reasons: readonly string[] }[] {
    return this.#skips;
  }

  /** What the methods of `stats` look at. */
  get evidence(): Evidence {
    const isSequential = designs[this.#study.preset].id === 'without-replacement';
    return { ...this.#evidenceOfDraws, ...(isSequential && { sequence: this.state }) };
  }

  get #evidenceOfDraws(): Evidence {
    const { id, uniform } = designs[this.#study.preset];
    return {
      design: id,
      uniform,
      summary: this.#study.poolSummary,
      alpha: this.#study.alpha,
      draws: this.#evidenceDraws,
      skippedCount: this.#skips.length,
      ...(this.#levels && { poolLevels: this.#levels }),
    };
  }

  /** Takes the sequence back to the last copy before this place, where it has come so far. */
  #rewind(order: number): void {
    this.#storedDraws = Math.min(this.#storedDraws, order);
    if (this.#taken <= order) return;
    while (this.#checkpoints.at(-1)!.taken > order) this.#checkpoints.pop();
    const { taken, sequence } = this.#checkpoints.at(-1)!;
    this.#sequence = sequence.clone();
    this.#taken = taken;
    this.#lookedBack = Math.min(this.#lookedBack, taken);
    this.#resume(order);
  }

  /** Goes on from the stored sequence where that has taken in more, though at most so many draws. */
  #resume(most: number): void {
    const empty = this.#checkpoints[0]!.sequence;
    const found = this.#stored?.find(empty, this.#taken, (draw) => this.#observationOf(draw), most);
    if (!found) return;
    this.#sequence = found.sequence;
    this.#taken = found.taken;
    this.#storedDraws = Math.max(this.#storedDraws, found.taken);
    this.#keepCheckpoint();
  }

  /** Stores the sequence for the next opening, if it has taken in much that is not stored. */
  store(): void {
    if (!this.#stored || !this.#sequence || this.#taken < this.#storedDraws + LEAST_STORED) return;
    const now = { taken: this.#taken, sequence: this.#sequence };
    const checkpoints = this.#checkpoints.filter(({ taken }) => taken > 0 && taken < this.#taken);
    this.#stored.put([...checkpoints, now], (draw) => this.#observationOf(draw));
    this.#storedDraws = this.#taken;
  }

  #clearPrefix(): void {
    this.#evidenceDraws = [];
    this.#next = 0;
    this.#prefixItems = 0;
    this.#labeledItems = 0;
    this.#skips = [];
  }

  #advance(): void {
    for (; this.#next < this.#draws.length; this.#next++) {
      const { itemId, order, poolPosition, surrogateValue, probability } = this.#draws[this.#next]!;
      const final = this.finalOf(itemId);
      if (!final) return;
      const isFirst = this.#firstOrder.get(itemId) === order;
      if (isFirst) this.#prefixItems++;
      if (final.kind === 'skipped') {
        if (isFirst) this.#skips.push({ itemId, reasons: final.reasons });
        continue;
      }
      if (isFirst) this.#labeledItems++;
      this.#evidenceDraws.push({ surrogate: surrogateValue, probability, y: final.y, pool: poolPosition });
    }
  }

  /** The sequence, as far as it is. */
  get #begun(): StudySequence {
    if (!this.#sequence) this.#startWith(this.#start());
    return this.#sequence!;
  }

  /** @param sequence without labels, of which a copy is kept for good */
  #startWith(sequence: StudySequence): void {
    this.#checkpoints = [{ taken: 0, sequence: sequence.clone() }];
    this.#sequence = sequence;
    if (designs[this.#study.preset].id === 'without-replacement') this.#resume(this.#next);
  }

  /** The sequence, which has taken in the whole prefix. */
  get #current(): StudySequence {
    while (!this.#hasAll) this.#takeNext();
    return this.#begun;
  }

  get #hasAll(): boolean {
    return designs[this.#study.preset].id !== 'without-replacement' || this.#taken === this.#next;
  }

  /** Whether whoever asks for the state need not wait for it. */
  get isSettled(): boolean {
    return this.#hasAll && (this.#sequence !== undefined || !this.#startInTurns);
  }

  /**
   * Takes in the whole prefix as asking for the state does, to the same bits, and lets others have their turn meanwhile: passes
   * over a large pool are made elsewhere, also the one that the label to come waits for. Where that fails they are made here.
   *
   * @throws AppError CANCELED when the project is closed meanwhile
   */
  async settle(make: MakePass): Promise<void> {
    let turn = 0;
    while (!this.isSettled) {
      if (!this.#sequence && this.#startInTurns) await this.#begin(this.#startInTurns);
      const isNext = this.#passesAhead.length === 0 || !(await this.#bring(make));
      if (isNext && !this.#hasAll) this.#takeNext();
      if (++turn % LABELS_PER_TURN === 0) await nextTurn();
    }
    this.#bring(make).catch(() => {});
  }

  /** Makes the sequence, unless somebody who could not wait does so first. */
  #begin(inTurns: () => Promise<StudySequence>): Promise<void> {
    this.#starting ??= inTurns()
      .then((sequence) => {
        if (!this.#sequence) this.#startWith(sequence);
      })
      .finally(() => {
        this.#starting = undefined;
      });
    return this.#starting;
  }

  get #passesAhead(): { sequence: PlannedSequence; request: PassRequest }[] {
    return (this.#begun.planned ?? []).flatMap((sequence) => {
      const request = sequence?.passAhead;
      return sequence && request ? [{ sequence, request }] : [];
    });
  }

  /** Has the passes made that the next label waits for; false where they could not be. */
  #bring(make: MakePass): Promise<boolean> {
    this.#coming ??= this.#bringNow(make).finally(() => {
      this.#coming = undefined;
    });
    return this.#coming;
  }

  async #bringNow(make: MakePass): Promise<boolean> {
    try {
      const ahead = this.#passesAhead;
      const passes = await Promise.all(ahead.map(({ request }) => make(request)));
      for (const [i, { sequence, request }] of ahead.entries()) sequence.take(request, passes[i]!);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'CANCELED') throw error;
      return false;
    }
  }

  #takeNext(): void {
    // A sequence that is stored may have come further.
    const begun = this.#begun;
    if (this.#hasAll) return;
    begun.advance(this.#observationOf(this.#taken));
    this.#taken++;
    // Of many labels at once, only copies are made that stay when all are taken in.
    if (this.#taken % Math.max(CHECKPOINT_STEP, distanceAt(this.#next - this.#taken)) === 0) {
      this.#keepCheckpoint();
    }
  }

  /** @param draw of the prefix, from 0 */
  #observationOf(draw: number): BracketObservation {
    const { itemId, poolPosition, surrogateValue, probability } = this.#draws[draw]!;
    const final = this.finalOf(itemId)!;
    return {
      ...{ pool: poolPosition, surrogate: surrogateValue, probability },
      y: final.kind === 'value' ? final.y : 'skipped',
    };
  }

  /** Keeps a copy, and of older ones those that stand at multiples of half of their distance, in powers of two. */
  #keepCheckpoint(): void {
    const [taken, sequence] = [this.#taken, this.#begun.clone()];
    const isKept = (one: Checkpoint) =>
      one.taken % Math.max(CHECKPOINT_STEP, distanceAt(taken - one.taken)) === 0;
    const [first, ...others] = this.#checkpoints.filter(isKept);
    const most = Math.max(2, Math.floor(MOST_KEPT_ITEMS / sequence.knownItems));
    this.#checkpoints = [first!, ...[...others, { taken, sequence }].slice(-most)];
  }
}

/** How far apart copies stand that are so many draws back: half of that, as a power of two. */
const distanceAt = (back: number): number => 2 ** Math.floor(Math.log2(back / 2));

/** Different surrogate values of a pool that a label file still carries. */
const mostLevels = 20_000;

function levelsOfPool(db: ReadableDb, { id }: StudyRow): PoolLevels | undefined {
  const levels = poolLevelsOf(readSurrogate(db, id));
  return levels.values.length > mostLevels ? undefined : levels;
}

function sameFinal(a: FinalValue | undefined, b: FinalValue | undefined): boolean {
  if (a?.kind === 'value' && b?.kind === 'value') return a.y === b.y;
  return a?.kind === b?.kind;
}
