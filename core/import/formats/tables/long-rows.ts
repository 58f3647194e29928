import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import type { ItemSink } from '../../sink/item-sink.ts';
import { readAssayRecord } from '../assay/assay-record.ts';
import { GatheredText } from '../gathered-text.ts';

interface Gathered {
  readonly line: number;
  record: JsonObject;
  /** What each person said already, by system and criterion. */
  readonly votes: Map<string, unknown>;
}

type Scores = Record<string, Record<string, unknown>>;

/** Parts of an item that all of its rows must agree on; an empty one agrees with any. */
const shared = ['group', 'context', 'conversation', 'reference'] as const;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Rows that are compared; of longer tables those that stand so far. */
const mostRows = 1_000_000;

interface LongRowsOptions {
  /** What a problem calls the item of an id. */
  readonly nameOf?: (id: string) => string;
  /** Whether ids were made of what was asked. */
  readonly isNameless?: boolean;
  readonly repeats?: ColumnMapping['repeats'];
}

/** Brings the rows of one item together: responses of further systems, votes of further people, scores of further criteria. */
export class LongRows {
  readonly #items = new Map<string, Gathered>();
  readonly #text = new GatheredText();
  readonly #nameOf: (id: string) => string;
  #differing = 0;
  #again = 0;
  #copies = 0;
  /** Rows of an item that do not hold. */
  #left = 0;
  #metricsDropped = 0;
  /** Digests of whole rows, to tell copies. */
  readonly #rows = new Set<string>();

  readonly #isNameless: boolean;
  /** Which row of an item holds; undefined where all do. */
  readonly #holds: 'first' | 'last' | undefined;

  constructor({ nameOf = (id) => id, isNameless = false, repeats }: LongRowsOptions = {}) {
    this.#nameOf = nameOf;
    this.#isNameless = isNameless;
    this.#holds = repeats === 'first' || repeats === 'last' ? repeats : undefined;
  }

  /**
   * @param rater who gave the row's human scores; empty where the table does not say
   * @param isOfJudge whether the row is that of one of several judges, which repeats what people said
   */
  add(given: JsonObject, rater: string, at: FilePlace, isOfJudge = false): void {
    const row = this.#isNameless ? this.#named(given) : given;
    if (this.#holds === undefined) this.#countCopy(row, rater);
    const id = String(row.id ?? '');
    const known = id === '' ? undefined : this.#items.get(id);
    if (!known) {
      if (!this.#text.fits(at, JSON.stringify(row))) return;
      const gathered = { line: at.line, record: row, votes: new Map<string, unknown>() };
      // A row without an id stands alone, and is refused for that when it is handed on.
      this.#items.set(id === '' ? `\u0000${at.line}` : id, gathered);
      this.#newVotes(gathered, row, rater, at);
      return;
    }
    if (this.#holds !== undefined) {
      this.#left += 1;
      if (this.#holds === 'last') known.record = row;
      return;
    }
    this.#agree(known, row, at);
    addFound(known.record, row);
    this.#addResponses(known, row, at);
    const votes = this.#newVotes(known, row, rater, at);
    addVotes(known.record, isOfJudge ? unlike(votes, known.record) : votes);
    this.#metricsDropped += addSignals(known.record, row);
    if (!isDeepStrictEqual(known.record.meta, row.meta)) this.#differing += 1;
  }

  /** A row of an item without an id: another reply of a system to the same question makes an item of its own. */
  #named(row: JsonObject): JsonObject {
    const said = Object.entries((row.responses ?? {}) as JsonObject);
    for (let again = 1; ; again += 1) {
      const id = again === 1 ? String(row.id) : `${row.id}-${again}`;
      const responses = (this.#items.get(id)?.record.responses ?? {}) as JsonObject;
      const isOther = said.some(
        ([system, text]) => Object.hasOwn(responses, system) && responses[system] !== text,
      );
      if (isOther) continue;
      if (again > 1 && !this.#items.has(id)) this.#again += 1;
      return again === 1 ? row : { ...row, id };
    }
  }

  handOn(at: FilePlace, sink: ItemSink): void {
    for (const { line, record } of this.#items.values()) {
      at.line = line;
      readAssayRecord(record, at, sink);
    }
    if (this.#again > 0)
      sink.remark(
        'further replies of a system to a question that stands there before, each an item of its own',
        this.#again,
      );
    this.tell(sink);
  }

  /** What was brought together, in the order in which it was first met. */
  gathered(): Iterable<{ readonly record: JsonObject }> {
    return this.#items.values();
  }

  #countCopy(row: JsonObject, rater: string): void {
    if (this.#rows.size >= mostRows) return;
    const digest = createHash('sha256')
      .update(JSON.stringify([row, rater]))
      .digest('base64')
      .slice(0, 22);
    if (this.#rows.has(digest)) this.#copies += 1;
    else this.#rows.add(digest);
  }

  /** Says how many rows are copies, and how many lost what differs in their other columns. */
  tell(sink: ItemSink): void {
    if (this.#left > 0)
      sink.leftBehind(
        `rows with the question and the reply of another; the ${this.#holds} holds`,
        this.#left,
      );
    if (this.#copies > 0)
      sink.remark(
        'rows that repeat an earlier row in all they say: scores without a name count as further votes',
        this.#copies,
      );
    if (this.#metricsDropped > 0)
      sink.leftBehind(
        'values of metrics that differ from an earlier row of the same reply',
        this.#metricsDropped,
      );
    if (this.#differing > 0)
      sink.leftBehind('rows whose other columns differ from the first row of their item', this.#differing);
  }

  #agree(known: Gathered, row: JsonObject, at: FilePlace): void {
    for (const field of shared) {
      if (isEmpty(row[field])) continue;
      if (isEmpty(known.record[field])) known.record[field] = row[field];
      else if (!isDeepStrictEqual(known.record[field], row[field])) this.#differs(known, row, field, at);
    }
  }

  #addResponses(known: Gathered, row: JsonObject, at: FilePlace): void {
    const responses = (known.record.responses ?? {}) as JsonObject;
    for (const [system, text] of Object.entries((row.responses ?? {}) as JsonObject)) {
      if (!Object.hasOwn(responses, system)) responses[system] = text;
      else if (responses[system] !== text) this.#differs(known, row, `response of "${system}"`, at);
    }
  }

  #differs({ line }: Gathered, { id }: JsonObject, field: string, at: FilePlace): void {
    const message = `The ${field} of item ${this.#shown(id)} differs from that in line ${line}.`;
    at.problems.add(at.line, field, message, 'Give different items ids of their own, or correct the text.');
  }

  #shown(id: unknown): string {
    return JSON.stringify(this.#nameOf(String(id)).slice(0, 80));
  }

  /** The votes of a row that its rater did not give before; another one on the same is a problem. */
  #newVotes({ votes, line }: Gathered, { human, id }: JsonObject, rater: string, at: FilePlace): Scores {
    const all = (human ?? {}) as Scores;
    if (rater === '') return all;
    const fresh: Scores = Object.create(null);
    for (const [system, criteria] of Object.entries(all)) {
      for (const [criterion, value] of Object.entries(criteria)) {
        const key = JSON.stringify([rater, system, criterion]);
        if (!votes.has(key)) {
          votes.set(key, value);
          add(fresh, system, criterion, value);
        } else if (!isDeepStrictEqual(votes.get(key), value)) {
          const message = `${rater} scored ${criterion} of item ${this.#shown(id)} twice and differently (first in the rows from line ${line} on).`;
          at.problems.add(at.line, 'rater', message, 'Keep one score of each person.');
        }
      }
    }
    return fresh;
  }
}

/** Votes that an item does not have yet: each judge's row repeats those of people. */
function unlike(votes: Scores, { human }: JsonObject): Scores {
  const known = (human ?? {}) as Scores;
  const fresh: Scores = Object.create(null);
  for (const [system, criteria] of Object.entries(votes)) {
    for (const [criterion, value] of Object.entries(criteria)) {
      const before: unknown[] = [known[system]?.[criterion] ?? []].flat();
      const given = [value].flat();
      if (given.some((one) => !before.includes(one))) add(fresh, system, criterion, given);
    }
  }
  return fresh;
}

/** What rows of one item found comes together; what several say is there once. */
function addFound(record: JsonObject, row: JsonObject): void {
  if (!Array.isArray(row.found)) return;
  const before = Array.isArray(record.found) ? (record.found as unknown[]) : [];
  const fresh = row.found.filter((one) => !before.some((other) => isDeepStrictEqual(one, other)));
  record.found = [...before, ...fresh];
}

function addVotes(record: JsonObject, votes: Scores): void {
  const all = (record.human ?? {}) as Scores;
  for (const [system, criteria] of Object.entries(votes)) {
    for (const [criterion, value] of Object.entries(criteria)) add(all, system, criterion, value);
  }
  record.human = all;
}

/**
 * Scores of one judge that come again are further values of the same: their mean holds. Of a metric the first value holds.
 *
 * @returns how many values of metrics differ from the first
 */
function addSignals(record: JsonObject, row: JsonObject): number {
  for (const [judge, systems] of Object.entries((row.judge ?? {}) as Record<string, Scores>)) {
    const judges = record.judge as Record<string, Scores>;
    judges[judge] ??= Object.create(null) as Scores;
    const known = judges[judge];
    for (const [system, criteria] of Object.entries(systems)) {
      for (const [criterion, value] of Object.entries(criteria)) add(known, system, criterion, value);
    }
  }
  let dropped = 0;
  const metrics = record.auto as Scores;
  for (const [name, systems] of Object.entries((row.auto ?? {}) as Scores)) {
    for (const [system, value] of Object.entries(systems)) {
      metrics[name] ??= Object.create(null) as Record<string, unknown>;
      metrics[name][system] ??= value;
      if (!isDeepStrictEqual(metrics[name][system], value)) dropped += 1;
    }
  }
  return dropped;
}

function add(all: Scores, system: string, criterion: string, value: unknown): void {
  all[system] ??= Object.create(null) as Record<string, unknown>;
  const criteria = all[system];
  const before = criteria[criterion] === undefined ? [] : [criteria[criterion]].flat();
  criteria[criterion] = [...before, ...[value].flat()];
}
