import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { wayToRead } from '../../../../shared/mapping.ts';
import { isIdOfItem, plainName } from '../../evidence/column-names.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { pathOf } from '../../readers/json/record-columns.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { worthOfClass } from '../score-names.ts';

/** Values kept of one column; of longer files only what stands so far is compared. */
const mostValues = 2_000_000;

/**
 * Counts, in columns whose names say that they name items and that were not taken as the id, the rows whose value an earlier row has:
 * a table with every row twice would become items in pairs without a sign of it.
 */
export class RepeatedIds {
  readonly columns: readonly string[];
  readonly #seen: Map<string, Set<string>>;
  readonly #found = new Map<string, { count: number; first: string }>();

  constructor(unmapped: readonly string[]) {
    // What stands in a list of a record names an entry of the list.
    const isOfRecord = (column: string) => pathOf(column).every((step) => typeof step === 'string');
    this.columns = unmapped.filter((column) => isIdOfItem(column) && isOfRecord(column));
    this.#seen = new Map(this.columns.map((column) => [column, new Set()]));
  }

  add(cell: (column: string) => string): void {
    for (const [column, seen] of this.#seen) {
      const value = cell(column);
      if (value === '') continue;
      if (!seen.has(value)) {
        if (seen.size < mostValues) seen.add(value);
        continue;
      }
      const found = this.#found.get(column) ?? { count: 0, first: value };
      found.count += 1;
      this.#found.set(column, found);
    }
  }

  /** @returns whether there was something to say */
  tell(sink: ItemSink): boolean {
    for (const [column, { count, first }] of this.#found) {
      const shown = JSON.stringify(first.slice(0, 40).toWellFormed());
      sink.remark(
        `rows whose ${column} an earlier row has too (first: ${shown}), each an item of its own`,
        count,
      );
    }
    return this.#found.size > 0;
  }
}

/** Rows that repeat others are asked about where they are at least so many, and one of so many; fewer may be what users write again. */
const fewest = 2;
const oneOf = 10;

/** Rows whose other columns are kept to compare, and columns that are named. */
const mostCompared = 1000;
const mostNamed = 4;

interface KnownRow {
  readonly line: number;
  readonly id: string;
  readonly meta?: unknown;
}

interface Differing {
  /** Names of what two rows say differently beside what was mapped. */
  readonly others: readonly string[];
  /** Those that may name who scored each row. */
  readonly people: readonly string[];
}

function differing(before: unknown, meta: unknown): Differing {
  const [one, other] = [before, meta].map((fields) => (fields ?? {}) as JsonObject) as [
    JsonObject,
    JsonObject,
  ];
  const names = Object.keys({ ...one, ...other });
  const others = names.filter((name) => !isDeepStrictEqual(one[name], other[name])).slice(0, mostNamed);
  return { others, people: others.filter((name) => mayNamePeople(name, [one[name], other[name]])) };
}

/** Whether two rows may say in a column who scored: short names, or ids in a column that is called so. */
const mayNamePeople = (name: string, values: readonly unknown[]): boolean =>
  values.every((value) => {
    const said = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
    const isName = /^[^\d\s]\S*(?:\s\S+){0,2}$/.test(said) && worthOfClass(said) === null;
    return (
      said.length <= longestName && (isName || (said !== '' && /(?:^|_)(?:id|no|nr)$/.test(plainName(name))))
    );
  });
const longestName = 60;

/**
 * Finds rows with the question and the replies of an earlier row. Items of their own would count votes on one reply as if they were
 * independent, and make the interval too short: what they are is asked where rows have scores and no ids of their own, and said elsewhere.
 */
export class RepeatedTexts {
  readonly #known = new Map<string, KnownRow>();
  readonly #mapping: ColumnMapping;
  #all = 0;
  #again = 0;
  /** Those that have the id of the earlier row, too. */
  #sameIds = 0;
  /** The first of those, else of all. */
  #first: ({ readonly line: number; readonly before: number } & Differing) | undefined;
  #hasScores = false;

  constructor(mapping: ColumnMapping) {
    this.#mapping = mapping;
  }

  /** @returns whether the row is the item of an earlier one, by its id and its texts */
  add(record: JsonObject, line: number): boolean {
    const { id, conversation, context, responses, human, judge, auto, meta } = record;
    const isAsked = (Array.isArray(conversation) && conversation.length > 0) || context !== null;
    const isAnswered = Object.values(responses ?? {}).some((text) => text !== '');
    if (!isAsked || !isAnswered) return false;
    this.#all += 1;
    const digest = createHash('sha256')
      .update(JSON.stringify([conversation, context, responses]))
      .digest('base64')
      .slice(0, 16);
    const before = this.#known.get(digest);
    if (before === undefined) {
      const row = { line, id: String(id), ...(this.#known.size < mostCompared && { meta }) };
      if (this.#known.size < mostValues) this.#known.set(digest, row);
      return false;
    }
    const isSame = before.id === String(id);
    if (this.#again === 0 || (isSame && this.#sameIds === 0))
      this.#first = {
        line,
        before: before.line,
        ...('meta' in before ? differing(before.meta, meta) : { others: [], people: [] }),
      };
    this.#again += 1;
    if (isSame) this.#sameIds += 1;
    this.#hasScores ||= [human, judge, auto].some((scores) => Object.keys(scores ?? {}).length > 0);
    return isSame;
  }

  /** @param isSaid whether it is said already that rows repeat */
  tell(sink: ItemSink, at: FilePlace, isSaid: boolean): void {
    if (!this.#first) return;
    const hasIds = this.#mapping.id !== undefined;
    const isAsked = !hasIds && this.#hasScores && this.#again >= fewest && this.#again * oneOf >= this.#all;
    if (this.#sameIds === 0 && !isAsked) {
      const what = 'rows with the question and the reply of an earlier row, each an item of its own';
      if (!isSaid) sink.remark(what, this.#again);
      return;
    }
    const { line, before, others, people } = this.#first;
    const named = others.length === 0 ? '' : `, from which it differs in ${others.join(', ')}`;
    const texts = hasIds ? 'the id, the question and the reply' : 'the question and the reply';
    const count = hasIds ? this.#sameIds : this.#again;
    const message = `${count} of ${this.#all} rows have ${texts} of an earlier row (the first that of line ${before}${named}).`;
    const way = (says: string, repeats: 'votes' | 'first' | 'items') =>
      wayToRead(says, { ...this.#mapping, repeats });
    const isOpen = this.#mapping.human.length > 0 && this.#mapping.rater === undefined;
    const ways = [
      ...(isOpen ? people : []).map((rater) =>
        wayToRead(`One reply, scored by several people, whom “${rater}” names`, { ...this.#mapping, rater }),
      ),
      way('One reply, scored several times', 'votes'),
      way('One reply, the first row holds', 'first'),
      ...(hasIds ? [] : [way('Each row an item of its own', 'items')]),
    ];
    at.problems.add(line, '', message, 'Say what they are (--map).', ways);
  }
}
