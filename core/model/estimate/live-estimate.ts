import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Draw, listDraws, readSurrogate } from '../../../db/draws.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  type BracketedState,
  controlSlope,
  type Evidence,
  type PassRequest,
  type PlannedLook,
  type PlannedSequence,
  type PoolLevels,
  type PoolPass,
  poolLevelsOf,
  type Draw as StatsDraw,
} from '../../../stats/index.ts';
import { designs } from '../study/design.ts';
import { type FinalValue, itemStanding, type Standing } from './final-rule.ts';
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
export type MakePass = (request: PassRequest) => Promise<PoolPass>;

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

/**
 * One study's estimate, kept while its labels come in. It takes in only the contiguous prefix of the draw order
 * whose items have their final value; items finished out of order wait. A change to an item of the prefix (undo, a
 * corrected label) replays the whole log and so gives the same bits as labeling in order would have. What is known of the
 * prefix is computed when somebody asks.
 */
export class LiveEstimate {
  readonly #study: StudyRow;
  /** Where each item of the draw stands that somebody has spoken of. */
  readonly #standings = new Map<number, Standing>();
  readonly #draws: readonly Draw[];
  /** Where each item first stands in the draw order. */
  readonly #firstOrder = new Map<number, number>();
  readonly #start: () => StudySequence;
  readonly #startInTurns: (() => Promise<StudySequence>) | undefined;
  /** The sequence of a large pool while it is read. */
  #starting: Promise<void> | undefined;
  /** Of HumCoE as published, for the method that predicts every item; undefined where they are too many for a file. */
  readonly #levels: PoolLevels | undefined;
  #sequence: StudySequence | undefined;
  /** Draws of the prefix that the sequence has taken in. */
  #taken = 0;
  /** The passes that are being made for the next label. */
  #coming: Promise<boolean> | undefined;
  #evidenceDraws: StatsDraw[] = [];
  #points: LivePoint[] = [];
  #next = 0;

  /**
   * @param start what makes the sequence without labels
   * @param startInTurns the same where that takes so long that others have their turn meanwhile
   */
  constructor(
    db: ReadableDb,
    study: StudyRow,
    start = () => sequenceOf(db, study),
    startInTurns?: () => Promise<StudySequence>,
  ) {
    this.#study = study;
    this.#start = start;
    this.#startInTurns = startInTurns;
    this.#draws = listDraws(db, study.id, study.generation);
    this.#levels = study.preset === 'humcoe' ? levelsOfPool(db, study) : undefined;
    for (const { itemId, order } of this.#draws) {
      if (this.#firstOrder.has(itemId)) continue;
      this.#firstOrder.set(itemId, order);
      this.#look(db, itemId);
    }
    this.#advance();
  }

  /** Looks again at one item after a label of it was stored. */
  refresh(db: ReadableDb, itemId: number): void {
    const firstOrder = this.#firstOrder.get(itemId);
    if (firstOrder === undefined) return;
    const before = this.finalOf(itemId);
    this.#look(db, itemId);
    if (firstOrder < this.#next && !sameFinal(before, this.finalOf(itemId))) this.#replay();
    else this.#advance();
  }

  #look(db: ReadableDb, itemId: number): void {
    const standing = itemStanding(db, this.#study, itemId);
    if (standing.kind === 'open') this.#standings.delete(itemId);
    else this.#standings.set(itemId, standing);
  }

  /** The state of the sequence; on draws with replacement only its plain mean and counts mean anything. */
  get state(): BracketedState {
    return this.#current.state;
  }

  get points(): readonly LivePoint[] {
    return this.#current && this.#points;
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
    return Math.max(0, ...[...this.#standings.keys()].map((itemId) => this.#firstOrder.get(itemId)! + 1));
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

  /** Items that annotators have spoken of, but too few of them. */
  get awaitingAnnotators(): number {
    return this.itemsWhere('waiting').length;
  }

  /** Items that enough annotators have spoken of, and that the rule leaves to a decision. */
  get undecided(): number {
    return this.itemsWhere('undecided').length;
  }

  /** Items of the batch that stand so, in draw order. */
  itemsWhere(kind: Standing['kind']): number[] {
    return [...this.#firstOrder.keys()].filter(
      (itemId) => (this.#standings.get(itemId)?.kind ?? 'open') === kind,
    );
  }

  /** Items of the batch that are done, in or out of order. */
  get finished(): { labeled: number; skipped: number } {
    const all = this.itemsWhere('final');
    const skipped = all.filter((itemId) => this.finalOf(itemId)?.kind === 'skipped').length;
    return { labeled: all.length - skipped, skipped };
  }

  /** Items of the batch that somebody labeled, whether or not they count yet. */
  get labeledSoFar(): number {
    return [...this.#standings.values()].filter((standing) =>
      standing.kind === 'final'
        ? standing.final.kind === 'value'
        : standing.kind !== 'open' && standing.isLabeled,
    ).length;
  }

  /** The first item that is not final, where anything was said of it or of a later one; undefined when nothing waits. */
  get heldBackBy(): HeldBackBy | undefined {
    const draw = this.#draws[this.#next];
    if (!draw || !this.#isAnythingHeldBack) return undefined;
    const { itemId, ref } = draw;
    const kind = this.#standings.get(itemId)?.kind ?? 'open';
    if (kind === 'final') throw new Error(`item ${itemId} is final and was not taken in`);
    return { itemId, ref, item: [...this.#firstOrder.keys()].indexOf(itemId) + 1, kind };
  }

  get #isAnythingHeldBack(): boolean {
    return [...this.#standings.keys()].some((itemId) => this.#firstOrder.get(itemId)! >= this.#next);
  }

  /** Draws taken in so far. */
  get prefixLength(): number {
    return this.#next;
  }

  /** Labeled items of the prefix, each counted once. */
  get labeledItems(): number {
    return new Set(this.#evidenceDraws.map((d) => d.pool)).size;
  }

  /** Finished items that an unfinished earlier one holds back. */
  get waiting(): number {
    return this.itemsWhere('final').filter((itemId) => this.#firstOrder.get(itemId)! >= this.#next).length;
  }

  get skips(): readonly { itemId: number; reasons: readonly string[] }[] {
    const seen = new Map<number, readonly string[]>();
    for (const { draw, final } of this.prefix) {
      if (final.kind === 'skipped') seen.set(draw.itemId, final.reasons);
    }
    return [...seen].map(([itemId, reasons]) => ({ itemId, reasons }));
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
      skippedCount: this.skips.length,
      ...(this.#levels && { poolLevels: this.#levels }),
    };
  }

  #replay(): void {
    this.#sequence = undefined;
    this.#taken = 0;
    this.#evidenceDraws = [];
    this.#points = [];
    this.#next = 0;
    this.#advance();
  }

  #advance(): void {
    for (; this.#next < this.#draws.length; this.#next++) {
      const { itemId, poolPosition, surrogateValue, probability } = this.#draws[this.#next]!;
      const final = this.finalOf(itemId);
      if (!final) return;
      if (final.kind === 'skipped') continue;
      this.#evidenceDraws.push({ surrogate: surrogateValue, probability, y: final.y, pool: poolPosition });
    }
  }

  /** The sequence, as far as it is. */
  get #begun(): StudySequence {
    this.#sequence ??= this.#start();
    return this.#sequence;
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
        this.#sequence ??= sequence;
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
    const draw = this.#draws[this.#taken]!;
    const final = this.finalOf(draw.itemId)!;
    const state = this.#begun.add({
      pool: draw.poolPosition,
      surrogate: draw.surrogateValue,
      probability: draw.probability,
      y: final.kind === 'value' ? final.y : 'skipped',
    });
    this.#taken++;
    this.#points.push({
      drawn: state.drawnCount,
      labeled: state.labeledCount,
      value: state.value,
      lower: state.lower,
      upper: state.upper,
      plainMean: state.plainMean,
    });
  }
}

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
