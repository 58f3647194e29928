import type { Statement } from 'better-sqlite3';
import type { Scale } from '../shared/contract/index.ts';
import { writeBlock } from './binding.ts';
import { integer } from './columns.ts';
import { selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface NewDataset {
  name: string;
  sourceFile: string;
  format: string;
  importedAt: string;
}

interface DatasetCounts {
  contentHash: string;
  itemCount: number;
  itemsWithContext: number;
  itemsWithReferences: number;
  groupCount: number;
}

const lastItemId = selectValues(integer, `SELECT seq FROM sqlite_sequence WHERE name = 'item'`);

/** The id that the next item of a project will have. */
export const nextItemId = (db: ReadableDb): number => (lastItemId.get(db) ?? 0) + 1;

/** Makes the row that items will point to; its counts and hash follow when the file has been read. */
export function insertDataset(db: WritableDb, row: NewDataset): { datasetId: number; firstItemId: number } {
  const firstItemId = nextItemId(db);
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO dataset (name, source_file, format, content_hash, first_item_id, item_count, imported_at)
       VALUES (?, ?, ?, '', ?, 0, ?)`,
    )
    .run(row.name, row.sourceFile, row.format, firstItemId, row.importedAt);
  return { datasetId: Number(lastInsertRowid), firstItemId };
}

export function finishDataset(db: WritableDb, datasetId: number, counts: DatasetCounts): void {
  db.prepare(
    `UPDATE dataset SET content_hash = ?, item_count = ?, items_with_context = ?, items_with_references = ?,
       group_count = ? WHERE id = ?`,
  ).run(
    counts.contentHash,
    counts.itemCount,
    counts.itemsWithContext,
    counts.itemsWithReferences,
    counts.groupCount,
    datasetId,
  );
}

export interface ImportStatements {
  item(
    id: number,
    datasetId: number,
    externalId: string,
    group: string | null,
    conversation: string,
    context: string | null,
    references: string | null,
    meta: string | null,
  ): void;
  response(itemId: number, systemId: number, turn: number, text: string | null): void;
  humanScore(criterionId: number, systemId: number, itemId: number, mean: number, votes: string): void;
  machineScore(signalId: number, systemId: number, itemId: number, value: number): void;
  /** @param values the single values behind a machine score, as a JSON list */
  repeats(signalId: number, systemId: number, itemId: number, values: string): void;
  /** Writes the rows that wait for others to go with them; called once after the last row. */
  flush(): void;
}

/** What writes the rows of a file; a statement is prepared when the first row needs it. */
export function prepareImport(db: WritableDb): ImportStatements {
  const item = new RowBuffer(
    db,
    'INSERT INTO item (id, dataset_id, external_id, group_key, conversation, context, reference_answers, meta)',
    8,
  );
  // All others refer to an item, which is written before them.
  const ofItems = (insert: string, columns: number) => new RowBuffer(db, insert, columns, item);
  const response = ofItems(
    'INSERT INTO response (item_id, system_id, turn, text, token_log_probabilities)',
    5,
  );
  const humanScore = ofItems('INSERT INTO human_score (criterion_id, system_id, item_id, mean, votes)', 5);
  const machineScore = ofItems('INSERT INTO machine_score (signal_id, system_id, item_id, value)', 4);
  const repeats = ofItems('INSERT INTO score_repeat (signal_id, system_id, item_id, value_list)', 4);
  return {
    item(id, datasetId, externalId, group, conversation, context, references, meta) {
      item.add(id, datasetId, externalId, group, conversation, context, references, meta);
    },
    response(itemId, systemId, turn, text) {
      response.add(itemId, systemId, turn, text, null);
    },
    humanScore(criterionId, systemId, itemId, mean, votes) {
      humanScore.add(criterionId, systemId, itemId, mean, votes);
    },
    machineScore(signalId, systemId, itemId, value) {
      machineScore.add(signalId, systemId, itemId, value);
    },
    repeats(signalId, systemId, itemId, values) {
      repeats.add(signalId, systemId, itemId, values);
    },
    flush() {
      for (const buffer of [item, response, humanScore, machineScore, repeats]) buffer.flush();
    },
  };
}

const idOfSystem = selectValues(integer, 'SELECT id FROM system WHERE name = ?');

/** The id of a system of this project, made when new. */
export function ensureSystem(db: WritableDb, name: string): number {
  const found = idOfSystem.get(db, name);
  return found ?? Number(db.prepare('INSERT INTO system (name) VALUES (?)').run(name).lastInsertRowid);
}

export function insertDatasetSystem(
  db: WritableDb,
  datasetId: number,
  systemId: number,
  items: number,
): void {
  db.prepare(
    `INSERT INTO dataset_system (dataset_id, system_id, items) VALUES (?, ?, ?)
     ON CONFLICT (dataset_id, system_id) DO UPDATE SET items = excluded.items`,
  ).run(datasetId, systemId, items);
}

/** A criterion of a data set whose range is not known yet. */
export function insertCriterion(db: WritableDb, datasetId: number, name: string): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO criterion (dataset_id, name, kind, scale_min, scale_max, direction, declared, all_integers)
       VALUES (?, ?, 'rating', 0, 1, 'higher', 0, 0)`,
    )
    .run(datasetId, name);
  return Number(lastInsertRowid);
}

export interface CriterionFacts {
  kind: 'rating' | 'binary';
  scale: Scale;
  declared: boolean;
  integer: boolean;
}

export function finishCriterion(db: WritableDb, criterionId: number, facts: CriterionFacts): void {
  const { kind, scale, declared, integer } = facts;
  db.prepare(
    `UPDATE criterion SET kind = ?, scale_min = ?, scale_max = ?, direction = ?, declared = ?, all_integers = ?
     WHERE id = ?`,
  ).run(kind, scale.min, scale.max, scale.direction, Number(declared), Number(integer), criterionId);
}

export interface SignalKey {
  kind: 'judge' | 'auto';
  name: string;
  criterion: string;
}

/** A machine score of a data set whose range is not known yet. */
export function insertSignal(db: WritableDb, datasetId: number, key: SignalKey): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO signal (dataset_id, kind, name, criterion, scale_min, scale_max, direction, declared)
       VALUES (?, ?, ?, ?, 0, 1, 'higher', 0)`,
    )
    .run(datasetId, key.kind, key.name, key.criterion);
  return Number(lastInsertRowid);
}

export function finishSignal(db: WritableDb, signalId: number, scale: Scale, declared: boolean): void {
  db.prepare('UPDATE signal SET scale_min = ?, scale_max = ?, direction = ?, declared = ? WHERE id = ?').run(
    scale.min,
    scale.max,
    scale.direction,
    Number(declared),
    signalId,
  );
}

type Value = number | string | null;

const rowsPerInsert = 24;

/** Inserts rows of one table many at a time, which costs less per row than one statement each. */
export class RowBuffer {
  readonly #db: WritableDb;
  readonly #table: string;
  readonly #columns: number;
  readonly #insert: string;
  readonly #parents: RowBuffer | null;
  #values: Value[] = [];
  #one?: Statement;
  #many?: Statement;

  /**
   * @param insert the statement up to VALUES, for so many columns: those of the key and then those that decide, as `db/deciding.ts` has them
   * @param parents rows that these refer to, which are written first
   */
  constructor(db: WritableDb, insert: string, columns: number, parents: RowBuffer | null = null) {
    this.#db = db;
    this.#insert = insert;
    this.#table = /^INSERT INTO (\w+)/.exec(insert)![1]!;
    this.#columns = columns;
    this.#parents = parents;
  }

  #prepared(rows: number): Statement {
    const row = `(${Array(this.#columns).fill('?').join(', ')})`;
    return this.#db.prepare(`${this.#insert} VALUES ${Array(rows).fill(row).join(', ')}`);
  }

  add(...row: Value[]): void {
    for (const value of row) this.#values.push(value);
    if (this.#values.length < rowsPerInsert * this.#columns) return;
    this.#parents?.flush();
    this.#many ??= this.#prepared(rowsPerInsert);
    const many = this.#many;
    writeBlock(this.#db, this.#table, this.#values, () => many.run(this.#values));
    this.#values = [];
  }

  flush(): void {
    this.#parents?.flush();
    if (this.#values.length === 0) return;
    this.#one ??= this.#prepared(1);
    for (let at = 0; at < this.#values.length; at += this.#columns) {
      this.#one.run(this.#values.slice(at, at + this.#columns));
    }
    this.#values = [];
  }
}
