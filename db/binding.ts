import { hash } from 'node:crypto';
import type { Statement } from 'better-sqlite3';
import {
  type Bound,
  type BoundFault,
  BoundSchema,
  type BoundTotal,
  BoundTotalSchema,
} from '../shared/contract/project.ts';
import { writeAudit } from './audit.ts';
import { at, type Column, integer, json, text } from './columns.ts';
import { boundLater, boundTables, type NamedTable as Table } from './deciding.ts';
import { schemaVersion } from './migrate.ts';
import { prepared } from './prepared.ts';
import { select, selectTuples, selectValues } from './query.ts';
import { anything } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/*
 * What decides numbers is added up by table, study and column: each value is hashed with its row's key, and the sums are taken
 * modulo 2^128 (AdHash: Bellare and Micciancio 1997, "A new paradigm for collision-free hashing"). A row that is written changes the
 * sums by its own hashes alone, so nothing is read anew, and a change by another program is never taken for ours: the
 * difference stays, whatever is written later.
 */

const action = 'project.bound';
const modulus = 1n << 128n;
const bytesOfHash = 16;

/** What is added up of a table: its columns, or whole rows, which go by the name of the last column of their key. */
const summed = ({ key, columns, isLarge, byColumn }: Table): readonly string[] =>
  columns.length > 0 && (!isLarge || byColumn) ? columns : [key.at(-1)!];

/** A cell as JSON writes it; the bytes of a blob by their hash. */
const jsonOf = (cell: unknown): string => {
  // Most cells are whole numbers, and their text is made faster so.
  if (Number.isSafeInteger(cell)) return String(cell);
  return JSON.stringify(Buffer.isBuffer(cell) ? { sha256: hash('sha256', cell) } : cell);
};

/** Of each table, how the text begins whose hash stands for a column. */
const beginnings = new WeakMap<Table, readonly string[]>();
function beginningsOf(table: Table): readonly string[] {
  const found =
    beginnings.get(table) ?? summed(table).map((column) => JSON.stringify([table.name, column]).slice(0, -1));
  beginnings.set(table, found);
  return found;
}

/**
 * The hashes of one row, one after the other, each of 16 letters that stand for a byte: text is made several times as fast as a buffer.
 *
 * @param cells the key of the row, and then its columns
 */
function hashesOf(table: Table, cells: readonly unknown[], from = 0): string {
  const begins = beginningsOf(table);
  const middle = from + table.key.length;
  const end = middle + table.columns.length;
  let key = '';
  for (let i = from; i < middle; i++) key += `,${jsonOf(cells[i])}`;
  const isByColumn = table.columns.length === begins.length;
  if (!isByColumn) {
    const values = cells.slice(middle, end).map(jsonOf);
    return hashOf(`${begins[0]}${key},[${values.join(',')}]]`);
  }
  let hashes = '';
  for (let i = 0; i < begins.length; i++) {
    hashes += hashOf(`${begins[i]}${key},${jsonOf(cells[middle + i])}]`);
  }
  return hashes;
}

const hashOf = (text: string): string => hash('sha256', text, 'binary').slice(0, bytesOfHash);

/**
 * Sums of hashes modulo 2^128, one after the other. Each is four words of 32 bits, whose sums are whole numbers below 2^53 for
 * two million hashes; then they are carried.
 */
class Sums {
  readonly #words: Float64Array;
  #added = 0;

  constructor(count: number) {
    this.#words = new Float64Array(4 * count);
  }

  /** @param hashes one of 16 letters for each sum @param sign 1 adds them, -1 takes them away */
  add(hashes: string, sign: number): void {
    const words = this.#words;
    for (let word = 0; word < words.length; word++) {
      const at = 4 * word;
      const high = (hashes.charCodeAt(at) << 24) | (hashes.charCodeAt(at + 1) << 16);
      const low = (hashes.charCodeAt(at + 2) << 8) | hashes.charCodeAt(at + 3);
      words[word]! += sign * ((high | low) >>> 0);
    }
    if (++this.#added % MOST_BEFORE_CARRY === 0) this.#carry();
  }

  #carry(): void {
    for (let i = 0; i < this.#words.length; i += 4) {
      const sum = this.of(i / 4);
      for (let word = 0; word < 4; word++) {
        this.#words[i + word] = Number((sum >> BigInt(32 * (3 - word))) & 0xffffffffn);
      }
    }
  }

  /** The sum at a place, from 0 on to 2^128. */
  of(place: number): bigint {
    const words = this.#words.subarray(4 * place, 4 * place + 4);
    const sum = words.reduce<bigint>((total, word) => (total << 32n) + BigInt(word), 0n);
    return ((sum % modulus) + modulus) % modulus;
  }
}
const MOST_BEFORE_CARRY = 1_000_000;

const byName = new Map(boundTables.map((table) => [table.name, table]));
/** What is written today. */
const presentTables = boundTables.filter(({ until }) => until === undefined);
/** Of each table of the file, the sums that a block of its rows goes into. */
const inBlocks = Map.groupBy(presentTables.filter(isInBlocks), ({ stored }) => stored);

const cellsOf = (row: string, { name, key, columns }: Table): string =>
  `assay_hashes('${name}', ${[...key, ...columns].map((column) => `${row}.${column}`).join(', ')})`;
function studyOf(row: string, { study, datasetOf }: Table): string {
  if (datasetOf !== undefined)
    return `COALESCE((SELECT dataset_id FROM item WHERE item.id = ${row}.${datasetOf}), 0)`;
  return study === null ? '0' : `${row}.${study}`;
}
const isDrawn = (row: string, { drawnItem }: Table): string =>
  `EXISTS (SELECT 1 FROM draw WHERE item_id = ${row}.${drawnItem})`;
const put = (row: string, table: Table, sign: 1 | -1): string =>
  `INSERT INTO bound_write (table_name, study_id, sign, row_count, hashes)
   VALUES ('${table.name}', ${studyOf(row, table)}, ${sign}, 1, ${cellsOf(row, table)});`;

function triggersOf(table: Table): string {
  const { name, stored, drawnItem } = table;
  const onlyDrawn = (row: string) => (drawnItem === undefined ? '' : `WHEN ${isDrawn(row, table)}`);
  const onlyAlone = isInBlocks(table)
    ? `WHEN NOT EXISTS (SELECT 1 FROM bound_block WHERE table_name = '${stored}')`
    : onlyDrawn('NEW');
  return `
CREATE TEMP TRIGGER bound_insert_${name} AFTER INSERT ON main.${stored} ${onlyAlone} BEGIN ${put('NEW', table, 1)} END;
CREATE TEMP TRIGGER bound_delete_${name} AFTER DELETE ON main.${stored} ${onlyDrawn('OLD')} BEGIN ${put('OLD', table, -1)} END;
CREATE TEMP TRIGGER bound_update_${name} AFTER UPDATE ON main.${stored} ${onlyDrawn('NEW')} BEGIN
  ${put('OLD', table, -1)} ${put('NEW', table, 1)} END;`;
}

/** Whether rows come many at a time, so that blocks of them are added up without a trigger for each. */
function isInBlocks({ isLarge, name }: Table): boolean {
  return isLarge === true || name === 'draw';
}

/** Rows of an item count from its first draw on, and until its last is gone. */
function triggersOfDraws(): string {
  const both = (row: string, sign: 1 | -1) =>
    presentTables
      .filter(({ drawnItem }) => drawnItem !== undefined)
      .map(
        (table) => `INSERT INTO bound_write (table_name, study_id, sign, row_count, hashes)
          SELECT '${table.name}', 0, ${sign}, 1, ${cellsOf(table.name, table)} FROM ${table.name}
          WHERE ${table.drawnItem} = ${row}.item_id;`,
      )
      .join('\n');
  return `
CREATE TEMP TRIGGER bound_first_draw AFTER INSERT ON main.draw
WHEN (SELECT COUNT(*) FROM (SELECT 1 FROM draw WHERE item_id = NEW.item_id LIMIT 2)) = 1 BEGIN ${both('NEW', 1)} END;
CREATE TEMP TRIGGER bound_last_draw AFTER DELETE ON main.draw
WHEN NOT EXISTS (SELECT 1 FROM draw WHERE item_id = OLD.item_id) BEGIN ${both('OLD', -1)} END;`;
}

const tablesOfWrites = `
CREATE TEMP TABLE bound_write (table_name TEXT, study_id INTEGER, sign INTEGER, row_count INTEGER, hashes BLOB);
CREATE TEMP TABLE bound_block (table_name TEXT);`;

/** The triggers of each table of the file. */
const triggersByTable = new Map(
  [...Map.groupBy(presentTables, ({ stored }) => stored)].map(([stored, tables]) => [
    stored,
    `${tables.map(triggersOf).join('')}${stored === 'draw' ? triggersOfDraws() : ''}`,
  ]),
);
const allTables: readonly string[] = [...triggersByTable.keys()];

/** What changes rows of the named table alone. */
const changesOne =
  /^\s{0,99}(?:INSERT\s{1,9}(?:OR\s{1,9}IGNORE\s{1,9})?INTO|UPDATE)\s{1,9}(\w{1,99})\b(?!\s{0,9}\.)/i;
/** What may take away rows of the named table, and with them those of others. */
const deletes =
  /^\s{0,99}(?:DELETE\s{1,9}FROM|INSERT\s{1,9}OR\s{1,9}REPLACE\s{1,9}INTO)\s{1,9}(\w{1,99})\b(?!\s{0,9}\.)/i;
const isSeveral = /;\s*\S/;
const writesNoRow = /^\s*(?:BEGIN|COMMIT|ROLLBACK)\b/i;

const cascades = selectTuples(
  [text, text],
  `SELECT "table", name FROM sqlite_schema, pragma_foreign_key_list(sqlite_schema.name)
   WHERE type = 'table' AND on_delete <> 'NO ACTION'`,
);

/** By version of the schema: to read them takes longer than to make triggers. */
const knownCascades = new Map<number, ReadonlyMap<string, readonly string[]>>();

/** The tables whose rows change where rows of a table are deleted. */
function cascadesOf(db: ReadableDb): ReadonlyMap<string, readonly string[]> {
  const version = schemaVersion(db);
  const known = knownCascades.get(version);
  if (known) return known;
  const byParent = Map.groupBy(cascades.all(db), ([parent]) => parent);
  const made = new Map([...byParent].map(([parent, rows]) => [parent, rows.map(([, child]) => child)]));
  knownCascades.set(version, made);
  return made;
}

/** A table and those whose rows change with its own, however far away. */
function withCascades(db: ReadableDb, table: string): string[] {
  const children = cascadesOf(db);
  const found = new Set([table]);
  for (const parent of found) for (const child of children.get(parent) ?? []) found.add(child);
  return [...found];
}

/** The bound tables whose rows a statement may change: all of them where its text does not say. */
function tablesChangedBy(db: ReadableDb, sql: string): readonly string[] {
  if (isSeveral.test(sql)) return allTables;
  if (writesNoRow.test(sql)) return [];
  const one = changesOne.exec(sql)?.[1]?.toLowerCase();
  if (one !== undefined && one !== 'or') return triggersByTable.has(one) ? [one] : [];
  const emptied = deletes.exec(sql)?.[1]?.toLowerCase();
  if (emptied === undefined) return allTables;
  return withCascades(db, emptied).filter((table) => triggersByTable.has(table));
}

const tablesWithTriggers = selectValues(
  text,
  "SELECT tbl_name FROM temp.sqlite_schema WHERE type = 'trigger'",
);

interface BoundWrites {
  /** Called before a transaction begins. */
  begin(): void;
  /** What is to be watched where a statement is run. */
  changedBy(sql: string): readonly string[];
  /** Called before rows of these tables are changed. The first time makes their triggers: those of all tables take 14 ms. */
  watch(tables: readonly string[]): void;
  /** Called after something was undone, which may be the making of triggers. */
  undone(): void;
  /** Takes what was noticed into the sums and the audit trail, where anything was. Called before a transaction ends. */
  bind(): void;
}

/** Lets a connection notice each row that it writes of what decides. */
export function watchBoundWrites(plain: ReadableDb): BoundWrites {
  if (isBindable.get(plain) === undefined)
    return { begin() {}, changedBy: () => [], watch() {}, undone() {}, bind() {} };
  const inOne = plain.transaction.bind(plain);
  const exec = plain.exec.bind(plain);
  const prepare = plain.prepare.bind(plain);
  let isNoticed = false;
  let noticed: Statement | undefined;
  let watched: Set<string> | undefined;
  plain.function('assay_hashes', { varargs: true }, (name: unknown, ...cells: unknown[]) => {
    isNoticed = true;
    return Buffer.from(hashesOf(byName.get(String(name))!, cells), 'latin1');
  });
  // A row that is replaced is deleted first, and that is to be noticed, too.
  plain.pragma('recursive_triggers = ON');
  noticers.set(plain, () => {
    isNoticed = true;
  });
  return {
    begin() {
      if (noticed) return;
      inOne(() => exec(tablesOfWrites))();
      noticed = prepare('SELECT table_name, study_id, sign, row_count, hashes FROM bound_write').raw();
    },
    changedBy: (sql) => tablesChangedBy(plain, sql),
    watch(tables) {
      if (tables.length === 0) return;
      watched ??= new Set(tablesWithTriggers.all(plain));
      for (const table of tables) {
        if (watched.has(table)) continue;
        exec(triggersByTable.get(table)!);
        watched.add(table);
      }
    },
    undone() {
      watched = undefined;
    },
    bind() {
      if (!isNoticed || !noticed) return;
      isNoticed = false;
      takeIn(plain as WritableDb, noticed.iterate());
    },
  };
}

const isBindable = selectValues(integer, "SELECT 1 FROM main.sqlite_schema WHERE name = 'binding'");

/** Of connections that notice what they write: what says that something is to be taken in. */
const noticers = new WeakMap<ReadableDb, () => void>();

/**
 * Writes a block of rows of a large table, or of the draws of a study, with one sum for all of them, in half the time that a trigger
 * for each row takes. Part of the caller's transaction.
 *
 * @param values the rows one after the other, each with the columns of its key and then those that decide, as they are stored
 * @param write inserts just these rows, which are all of one study or data set
 */
export function writeBlock(
  db: WritableDb,
  name: string,
  values: readonly unknown[],
  write: () => void,
): void {
  const [table] = inBlocks.get(name) ?? [];
  const notice = noticers.get(db);
  if (!notice || !table || !db.inTransaction) {
    write();
    return;
  }
  const width = table.key.length + table.columns.length;
  const count = summed(table).length;
  const sums = new Sums(count);
  for (let row = 0; row < values.length; row += width) sums.add(hashesOf(table, values, row), 1);
  const hashes = Array.from({ length: count }, (_, place) => hexOf(sums.of(place))).join('');
  notice();
  prepared(db, 'INSERT INTO bound_block (table_name) VALUES (?)').run(name);
  write();
  prepared(db, 'DELETE FROM bound_block').run();
  prepared(
    db,
    'INSERT INTO bound_write (table_name, study_id, sign, row_count, hashes) VALUES (?, ?, 1, ?, ?)',
  ).run(table.name, ownerOf(db, table, values), values.length / width, Buffer.from(hashes, 'hex'));
}

const datasetOfItem = selectValues(integer, 'SELECT dataset_id FROM item WHERE id = ?');

/** The study or data set of a row; 0 where its table knows none. */
function ownerOf(db: ReadableDb, { key, columns, study, datasetOf }: Table, row: readonly unknown[]): number {
  const column = datasetOf ?? study;
  if (column === null) return 0;
  const value = Number(row[[...key, ...columns].indexOf(column)]);
  return datasetOf === undefined ? value : (datasetOfItem.get(db, value) ?? 0);
}

const hexOf = (sum: bigint): string => sum.toString(16).padStart(2 * bytesOfHash, '0');

type Noticed = readonly [table: string, studyId: number, sign: number, rows: number, hashes: Uint8Array];

function takeIn(db: WritableDb, rows: Iterable<unknown>): void {
  const adders = new Map<string, Adder>();
  for (const row of rows) {
    const [table, studyId, sign, count, hashes] = row as Noticed;
    const key = `${table} ${studyId}`;
    const adder =
      adders.get(key) ?? new Adder(byName.get(table)!, studyId, keptTotal.get(db, table, studyId));
    adders.set(key, adder);
    adder.add(Buffer.from(hashes).toString('latin1'), sign, count);
  }
  if (adders.size === 0) return;
  const changed = [...adders.values()].filter((adder) => adder.isChanged());
  db.exec('DELETE FROM bound_write');
  if (changed.length === 0) return;
  keepTotals(
    db,
    changed.map((adder) => adder.total()),
  );
  writeBound(db, { totals: changed.map((adder) => adder.change()) });
}

function keepTotals(db: WritableDb, totals: readonly BoundTotal[]): void {
  const set = prepared(
    db,
    'INSERT OR REPLACE INTO binding (table_name, study_id, row_count, sums) VALUES (?, ?, ?, ?)',
  );
  for (const { table, studyId, rows, sums } of totals) set.run(table, studyId, rows, JSON.stringify(sums));
}

function writeBound(db: WritableDb, details: Bound): void {
  writeAudit(db, { at: new Date().toISOString(), action, studyId: null, details });
}

export const totalColumns = {
  table: at('table_name', text),
  studyId: integer,
  rows: at('row_count', integer),
  sums: json(BoundTotalSchema.shape.sums),
};
const keptTotals = select(totalColumns, 'FROM binding ORDER BY table_name, study_id');
const keptTotal = select(totalColumns, 'FROM binding WHERE table_name = ? AND study_id = ?');

/** Sums of one table, to which rows are added and from which they are taken. */
class Adder {
  readonly #table: Table;
  readonly #studyId: number;
  readonly #before: BoundTotal | undefined;
  readonly #sums: Sums;
  #rows = 0;

  constructor(table: Table, studyId: number, before?: BoundTotal) {
    this.#table = table;
    this.#studyId = studyId;
    this.#before = before;
    this.#rows = before?.rows ?? 0;
    this.#sums = new Sums(summed(table).length);
  }

  /** Takes in the hashes of one row, or the sums of some, with their sign. */
  add(hashes: string, sign: number, count = 1): void {
    this.#rows += sign * count;
    this.#sums.add(hashes, sign);
  }

  total(): BoundTotal {
    const before = this.#before?.sums;
    const sums = summed(this.#table).map((column, i) => {
      const sum = (BigInt(`0x${before?.[column] ?? '0'}`) + this.#sums.of(i)) % modulus;
      return [column, hexOf(sum)] as const;
    });
    return {
      table: this.#table.name,
      studyId: this.#studyId,
      rows: this.#rows,
      sums: Object.fromEntries(sums),
    };
  }

  /** The sums that are others than before, beside the count of rows. */
  change(): BoundTotal {
    const total = this.total();
    const others = Object.entries(total.sums).filter(([column, sum]) => this.#before?.sums[column] !== sum);
    return { ...total, sums: Object.fromEntries(others) };
  }

  isChanged(): boolean {
    const { rows, sums } = this.change();
    const before = this.#before;
    return before === undefined ? rows !== 0 : before.rows !== rows || Object.keys(sums).length > 0;
  }
}

/** Hashed as it is, whatever it is. */
const cell: Column<unknown> = { stored: 'any', nullable: true };
const mostAddedUp = 50_000;
const mostTexts = 20_000;
const readerOf = (table: Table) => {
  const { stored: name, key, columns, drawnItem } = table;
  const read = [studyOf(name, table), ...key.map((one) => `${name}.${one}`), ...columns];
  // From the draws, so that a large pool is not walked through.
  const which = drawnItem === undefined ? '' : `WHERE ${name}.${drawnItem} IN (SELECT item_id FROM draw)`;
  const rows = selectTuples(
    read.map(() => cell),
    `SELECT ${read.join(', ')} FROM ${name} ${which}`,
  );
  const owner = studyOf(name, table);
  const counts = selectTuples(
    [integer, integer],
    `SELECT ${owner}, COUNT(*) FROM ${name} ${owner === '0' ? '' : 'GROUP BY 1'}`,
  );
  return { table, rows, counts };
};
const readers = boundTables.map(readerOf);

const columnsOfTable = selectValues(text, 'SELECT name FROM pragma_table_xinfo(?)');

/**
 * How to read the bound tables: of a project that is about to be migrated, those and what of them it has. Whole rows are hashed with the
 * columns that there are, in their order, as the version did that wrote them.
 */
function readersOf(db: ReadableDb): typeof readers {
  const format = schemaVersion(db);
  return readers.flatMap((reader) => {
    if (format >= (reader.table.until ?? Number.POSITIVE_INFINITY)) return [];
    const { key, columns, stored } = reader.table;
    const there = new Set(columnsOfTable.all(db, stored));
    const known = columns.filter((column) => there.has(column));
    if (known.length === columns.length && there.size > 0) return [reader];
    return key.every((column) => there.has(column)) ? [readerOf({ ...reader.table, columns: known })] : [];
  });
}

/**
 * What is there now of every bound table, by table and study.
 *
 * @param said what is to be there; large tables are then counted only
 */
function totalsNow(db: ReadableDb, said?: Map<string, BoundTotal>): Map<string, BoundTotal> {
  const found = new Map<string, BoundTotal>();
  for (const { table, rows, counts } of readersOf(db)) {
    const expected = said === undefined ? [] : [...said.values()].filter((one) => one.table === table.name);
    const rowCount = expected.reduce((sum, one) => sum + one.rows, 0);
    if (table.isText === true && rowCount > mostTexts) {
      for (const total of expected) found.set(`${total.table} ${total.studyId}`, total);
      continue;
    }
    if (table.isLarge === true && rowCount > mostAddedUp) {
      for (const [id, count] of counts.all(db)) {
        const known = said?.get(`${table.name} ${id}`);
        found.set(`${table.name} ${id}`, {
          ...{ table: table.name, studyId: id, rows: count },
          sums: known?.sums ?? {},
        });
      }
      continue;
    }
    const adders = new Map<number, Adder>();
    let adder: Adder | undefined;
    let last: number | undefined;
    for (const row of rows.iterate(db)) {
      const id = Number(row[0]);
      if (id !== last || !adder) {
        adder = adders.get(id) ?? new Adder(table, id);
        adders.set(id, adder);
        last = id;
      }
      adder.add(hashesOf(table, row, 1), 1);
    }
    for (const [id, adder] of adders) found.set(`${table.name} ${id}`, adder.total());
  }
  return found;
}

/** What a project of its format binds of what it holds, by the columns that it has. */
export const totalsThen = (db: ReadableDb): BoundTotal[] =>
  [...totalsNow(db).values()].filter(({ table }) => (byName.get(table)!.since ?? 0) <= schemaVersion(db));

const boundEntries = select(
  { at: text, details: json(anything) },
  `FROM audit WHERE action = '${action}' ORDER BY id`,
);

const boundAfter = selectValues(
  json(anything),
  `SELECT details FROM audit JOIN word_chain AS link ON link.part = 'audit' AND link.row_id = audit.id
   WHERE action = '${action}' AND link.id > ? ORDER BY audit.id`,
);

/** Tables with rows of a study that were written since the chain had so many links, each once. */
export const changedAfter = (db: ReadableDb, studyId: number, links: number): string[] => [
  ...new Set(
    boundAfter.all(db, links).flatMap((details) =>
      (BoundSchema.safeParse(details).data?.totals ?? [])
        .filter((total) => total.studyId === studyId && byName.get(total.table)?.study != null)
        .filter(({ table }) => byName.get(table)?.owner === undefined)
        .map(({ table }) => table),
    ),
  ),
];

interface Said {
  readonly totals: Map<string, BoundTotal>;
  /** Since when what decides is bound, where the project is older than that. */
  readonly since: string | null;
  /** What a later version bound, as it was then. */
  readonly later: readonly BoundLater[];
  /** What did not fit when another version of Assay took it over. */
  readonly found: readonly BoundFault[];
}

/** What nothing covers from before a time. */
export interface BoundLater {
  readonly what: string;
  readonly since: string;
}

/** What the audit trail says of the bound tables; entries that are none of ours say nothing. */
function totalsSaid(db: ReadableDb): Said {
  const totals = new Map<string, BoundTotal>();
  const found: BoundFault[] = [];
  const later: BoundLater[] = [];
  let since: string | null = null;
  for (const { at: when, details } of boundEntries.all(db)) {
    const said = BoundSchema.safeParse(details).data;
    if (!said) continue;
    if (said.from !== undefined && totals.size === 0) since = when;
    else if (said.from !== undefined) {
      const known = later.map(({ what }) => what);
      const added = boundLater.filter(
        ({ since: version, what }) => version > said.from! && !known.includes(what),
      );
      later.push(...added.map(({ what }) => ({ what, since: when })));
    }
    if (said.from !== undefined) totals.clear();
    found.push(...(said.found ?? []));
    for (const total of said.totals) {
      const key = `${total.table} ${total.studyId}`;
      totals.set(key, { ...total, sums: { ...totals.get(key)?.sums, ...total.sums } });
    }
  }
  return { totals, since, later, found };
}

/** @param format of the project; of tables that are bound since a later one, nothing is said yet */
function differences(
  said: Map<string, BoundTotal>,
  now: Map<string, BoundTotal>,
  format = Number.POSITIVE_INFINITY,
): BoundFault[] {
  return [...new Set([...said.keys(), ...now.keys()])].sort().flatMap((key) => {
    const then = said.get(key);
    const here = now.get(key);
    const { table, studyId } = (then ?? here)!;
    const known = byName.get(table);
    if (!known) return [];
    const addedRows = (here?.rows ?? 0) - (then?.rows ?? 0);
    if (then === undefined && known.since !== undefined && known.since > format) return [];
    // A column that only the present knows was added or bound by a later version.
    const compared = Object.keys((then ?? here)!.sums);
    const changed = compared.filter((column) => zero(then, column) !== zero(here, column));
    if (addedRows === 0 && changed.length === 0) return [];
    // A key is hashed with every value of its row.
    const isKey = addedRows !== 0 || changed.length === compared.length;
    return [{ table, studyId, addedRows, columns: isKey ? [...known.key, ...known.columns] : changed }];
  });
}

const zero = (total: BoundTotal | undefined, column: string) =>
  total?.sums[column] ?? '0'.repeat(2 * bytesOfHash);

export interface CheckedBindings {
  /** Null for a project that was bound from its beginning. */
  readonly since: string | null;
  /** What came to be bound later than the rest. */
  readonly later: readonly BoundLater[];
  readonly faults: readonly BoundFault[];
  /** Whether the sums that are kept beside the audit trail are those that it says. */
  readonly isKept: boolean;
}

/**
 * Adds up everything that decides numbers, and compares it with the audit trail.
 *
 * @param isWhole whether tables with very many rows are read, too, and not only counted
 */
export function checkBindings(db: ReadableDb, isWhole = true): CheckedBindings {
  const { totals, since, later, found } = totalsSaid(db);
  const now = differences(totals, totalsNow(db, isWhole ? undefined : totals), schemaVersion(db));
  const told = new Set(now.map((fault) => JSON.stringify(fault)));
  const kept = new Map(keptTotals.all(db).map((total) => [`${total.table} ${total.studyId}`, total]));
  return {
    since,
    later,
    faults: [...now, ...found.filter((fault) => !told.has(JSON.stringify(fault)))],
    isKept: differences(totals, kept).length === 0,
  };
}

/**
 * Takes everything that is there into the sums, as it is, after a migration; `from` is the format of the project till then. What did not
 * fit by then is written down and stays known.
 */
export function bindAll(migrated: WritableDb, from: number, before: readonly BoundFault[] | null): void {
  migrated
    .transaction(() => {
      const { totals: said } = totalsSaid(migrated);
      const now = totalsNow(migrated);
      // A project that says it is older than what it was bound by is not taken at its word.
      const found = before ?? (said.size === 0 ? [] : differences(said, now));
      if (now.size === 0 && found.length === 0) return;
      migrated.exec('DELETE FROM binding');
      keepTotals(migrated, [...now.values()]);
      writeBound(migrated, {
        totals: [...now.values()],
        from,
        ...(found.length > 0 && { found: [...found] }),
      });
    })
    .immediate();
}
