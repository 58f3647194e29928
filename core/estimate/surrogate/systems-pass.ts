import { findDataset, findSystem } from '../../../db/datasets.ts';
import { type ItemTexts, iterateTexts } from '../../../db/pools.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { StudyQuestion } from '../../../shared/contract/index.ts';
import { normalizationOf, pairedValue } from '../../../stats/index.ts';
import {
  agreementAmong,
  measureTexts,
  TEXT_SIGNALS,
  withAgreement,
} from '../../../stats/planned/text-signals.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import {
  itemsBetweenCheckpoints,
  requireMetric,
  type ScoredPool,
  scoreOnReferences,
  scorerFor,
} from './score-pool.ts';
import { joined, type ReplyMeasures, signalTexts } from './text-walk.ts';

/** The items that two systems differ in, and what either is worth in them. */
export interface ComparedPool {
  readonly itemIds: number[];
  readonly externalIds: string[];
  readonly values: number[];
  readonly differences: number[];
  readonly sharedItems: number;
  readonly longestReply: number;
}

/** The most bytes that what the texts say is held in. */
const mostBytes = 256 * 2 ** 20;

/**
 * Everything that the pairs of a ranking need to know of its systems, read in one pass over the items. Every pair takes the
 * difference of two systems from it, to the same bits as when it reads the items by itself.
 */
export class SystemsPass {
  readonly #question: StudyQuestion;
  readonly #names: readonly string[];
  readonly #most: number;
  #reading: Promise<SystemsTable> | undefined;

  /**
   * @param question of any of the pairs: they differ in nothing but the two systems
   * @param most bytes; texts that take more are read again by each pair
   */
  constructor(question: StudyQuestion, names: readonly string[], most = mostBytes) {
    this.#question = question;
    this.#names = names;
    this.#most = most;
  }

  /** What was read, when the first pair asked. @throws AppError INVALID_INPUT as `scorePair`; CANCELED */
  read(scope: JobScope): Promise<SystemsTable> {
    this.#reading ??= readSystems(scope, this.#question, this.#names, this.#most);
    return this.#reading;
  }
}

/** Whether one pass serves all pairs. The built-in reader keeps for each system what it answers from. */
export const isSharedByPairs = ({ surrogate }: StudyQuestion): boolean => surrogate.kind !== 'reader';

async function readSystems(
  scope: JobScope,
  question: StudyQuestion,
  names: readonly string[],
  most: number,
): Promise<SystemsTable> {
  const { db } = scope;
  const table = new SystemsTable(db, question, names, most);
  for (const item of iterateTexts(db, question.datasetId)) {
    table.add(item);
    if (table.items % itemsBetweenCheckpoints === 0) {
      scope.progress(table.items, table.most, 'items', 'Comparing responses');
      await scope.checkpoint();
    }
  }
  return table;
}

const measuresOf = TEXT_SIGNALS.length;

/** Cells by item, and within an item by system. */
class SystemsTable {
  readonly #score: (itemId: ItemTexts, place: number, cell: number) => void;
  readonly #itemIds: number[] = [];
  readonly #externalIds: string[] = [];
  readonly #placeOf: ReadonlyMap<number, number>;
  readonly #isMetric: boolean;
  readonly #withReferences: boolean;
  readonly #normalize: (text: string) => string;
  /** Most items that there can be. */
  readonly most: number;
  /** Turns of a reply; 0 where there is none. */
  readonly #turns: Uint32Array;
  /** Systems that said the same of an item have the same number. */
  readonly #said: Uint16Array;
  /** By the surrogate, in [0, 1]; NaN where that is not known. */
  readonly #worth: Float64Array;
  /** By the metric on the gold answers; NaN where there are none. */
  readonly #gold: Float64Array;
  /** What the text of a reply says by itself, NaN where nothing; undefined where it would take too much memory. */
  readonly #measured: Float64Array | undefined;
  /** Word F1 of every two replies to an item. */
  readonly #agreement: Float64Array;

  constructor(db: ReadableDb, question: StudyQuestion, names: readonly string[], mostHeld: number) {
    const { datasetId, measure } = question;
    const ids = names.flatMap((name) => findSystem(db, name)?.id ?? []);
    const metric = measure.kind === 'metric' ? requireMetric(measure.metric) : undefined;
    const scorers = ids.map((id) => scorerFor(db, question, id, () => {}));
    this.#placeOf = new Map(ids.map((id, place) => [id, place]));
    this.#isMetric = metric !== undefined;
    this.#withReferences = measure.kind === 'criterion';
    this.#normalize = normalizationOf(metric?.id);
    this.most = findDataset(db, datasetId)?.itemCount ?? 0;
    const cells = this.most * ids.length;
    this.#turns = new Uint32Array(cells);
    this.#said = new Uint16Array(cells);
    this.#worth = new Float64Array(cells);
    this.#gold = new Float64Array(this.#isMetric ? cells : 0);
    const isSmall = 8 * cells * (measuresOf + ids.length) <= mostHeld;
    this.#measured = isSmall ? new Float64Array(cells * measuresOf) : undefined;
    this.#agreement = new Float64Array(isSmall ? cells * ids.length : 0);
    this.#score = (item, place, cell) => {
      const reply = { ...item, responses: item.replies.get(ids[place]!)! };
      this.#worth[cell] = scorers[place]!(reply) ?? Number.NaN;
      if (metric) this.#gold[cell] = scoreOnReferences(metric, reply) ?? Number.NaN;
    };
  }

  get items(): number {
    return this.#itemIds.length;
  }

  /** Takes in the next item, in pool order. */
  add(item: ItemTexts): void {
    const first = this.items * this.#placeOf.size;
    const numbers = new Map<string, number>();
    for (const [systemId, place] of this.#placeOf) {
      const cell = first + place;
      const responses = item.replies.get(systemId);
      if (!responses) continue;
      const text = JSON.stringify(responses.map(this.#normalize));
      const said = numbers.get(text) ?? numbers.size;
      numbers.set(text, said);
      this.#turns[cell] = responses.length;
      this.#said[cell] = said;
      this.#score(item, place, cell);
      const texts = { others: [], withReferences: this.#withReferences };
      if (this.#measured) {
        const { values } = measureTexts(signalTexts(item, systemId, texts));
        this.#measured.set(
          values.map((value) => value ?? Number.NaN),
          cell * measuresOf,
        );
      }
    }
    if (this.#measured) {
      const replies = [...this.#placeOf.keys()].map((id) => {
        const responses = item.replies.get(id);
        return responses && joined(responses);
      });
      this.#agreement.set(agreementAmong(replies), first * this.#placeOf.size);
    }
    this.#itemIds.push(item.itemId);
    this.#externalIds.push(item.externalId);
  }

  /** What two systems differ in. */
  compare(first: number, second: number): ComparedPool {
    const [one, other] = [this.#placeOf.get(first)!, this.#placeOf.get(second)!];
    const itemIds: number[] = [];
    const externalIds: string[] = [];
    const values: number[] = [];
    const differences: number[] = [];
    let sharedItems = 0;
    let longestReply = 0;
    for (let item = 0; item < this.items; item++) {
      const [a, b] = [item * this.#placeOf.size + one, item * this.#placeOf.size + other];
      const turns = this.#turns[a]!;
      if (turns === 0 || this.#turns[b] !== turns) continue;
      sharedItems += 1;
      longestReply = Math.max(longestReply, turns);
      if (this.#said[a] === this.#said[b]) continue;
      itemIds.push(this.#itemIds[item]!);
      externalIds.push(this.#externalIds[item]!);
      const [worthA, worthB] = [this.#worth[a]!, this.#worth[b]!];
      const isKnown = !Number.isNaN(worthA) && !Number.isNaN(worthB);
      values.push(isKnown ? pairedValue(worthA, worthB) : Number.NaN);
      const difference = this.#isMetric ? this.#gold[a]! - this.#gold[b]! : Number.NaN;
      if (!Number.isNaN(difference)) differences.push(difference);
    }
    return { itemIds, externalIds, values, differences, sharedItems, longestReply };
  }

  /**
   * What the texts of a pair say, as `walkTexts` hands it on; undefined where one of these systems was not read, or texts are not
   * held. How the other systems agree among themselves is the same for both of a pair, and 0 stands for it.
   */
  measuresOfPair(
    { itemIds, systemId, against }: ScoredPool,
    others: readonly { readonly id: number }[],
  ): Iterable<readonly [own: ReplyMeasures, second: ReplyMeasures]> | undefined {
    const [one, other] = [this.#placeOf.get(systemId), against && this.#placeOf.get(against.systemId)];
    const beside = others.map(({ id }) => this.#placeOf.get(id));
    const measured = this.#measured;
    if (one === undefined || other == null || !measured || !beside.every(isPlace)) return undefined;
    return this.#measures(itemIds, [one, other], beside, measured);
  }

  *#measures(
    itemIds: readonly number[],
    [one, other]: readonly [number, number],
    beside: readonly number[],
    measured: Float64Array,
  ) {
    const systems = this.#placeOf.size;
    const known = (value: number) => (Number.isNaN(value) ? undefined : value);
    const of = (item: number, place: number): ReplyMeasures => {
      const cell = item * systems + place;
      const agreement = beside.map((at) => known(this.#agreement[cell * systems + at]!));
      const own = Array.from(measured.subarray(cell * measuresOf, (cell + 1) * measuresOf), known);
      return { values: withAgreement(own, agreement), agreement, carried: nothingCarried };
    };
    let place = 0;
    for (let item = 0; item < this.items && place < itemIds.length; item++) {
      if (this.#itemIds[item] !== itemIds[place]) continue;
      place += 1;
      yield [of(item, one), of(item, other)] as const;
    }
  }
}

const isPlace = (place: number | undefined): place is number => place !== undefined;
/** In a comparison no label is carried over. */
const nothingCarried = { plain: undefined, alike: undefined };
