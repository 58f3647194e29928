import type { Statement } from 'better-sqlite3';
import { at, type Column, Unfit, unfitError } from './columns.ts';
import type { ReadableDb } from './types.ts';

type Value = string | number | null;
/** What a statement is given: values in order, or by name. */
type Given = Value | readonly Value[] | Readonly<Record<string, Value>>;
type Columns = Readonly<Record<string, Column<unknown>>>;
type ValueOf<K> = K extends Column<infer T> ? T : never;
/** What a query reads. */
export type RowOf<C> = { -readonly [Name in keyof C]: ValueOf<C[Name]> };

/** All that were declared, by their text: a test prepares each and compares its columns with the schema. */
export const declaredQueries = new Map<string, Query<unknown>>();

/**
 * A question to a project, and what its rows hold: the one place where a row gets its type. It is prepared once per
 * connection. Declare it once, outside of any function.
 */
export class Query<Row> {
  readonly sql: string;
  readonly mode: 'row' | 'tuple' | 'value';
  readonly columns: readonly (readonly [name: string | number, kind: Column<unknown>])[];
  readonly #made: readonly (readonly [name: string | number, read: (stored: unknown) => unknown])[];
  readonly #statements = new WeakMap<ReadableDb, Statement>();

  constructor(sql: string, mode: Query<Row>['mode'], columns: Query<Row>['columns']) {
    this.sql = sql;
    this.mode = mode;
    this.columns = columns;
    this.#made = columns.flatMap(([name, { read }]) => (read ? [[name, read] as const] : []));
    declaredQueries.set(sql, this);
  }

  get(db: ReadableDb, ...given: Given[]): Row | undefined {
    const statement = this.#statement(db);
    const row = statement.get(...given);
    return row === undefined ? undefined : this.#read(row, statement);
  }

  /** The row of a question that always has one, such as a count. */
  one(db: ReadableDb, ...given: Given[]): Row {
    const row = this.get(db, ...given);
    if (row === undefined) throw new Error(`there is no row: ${this.sql}`);
    return row;
  }

  all(db: ReadableDb, ...given: Given[]): Row[] {
    const statement = this.#statement(db);
    const rows = statement.all(...given);
    return this.#made.length === 0 ? (rows as Row[]) : rows.map((row) => this.#read(row, statement));
  }

  /** One row at a time. It has a statement of its own, for one that is being walked cannot be asked again. */
  iterate(db: ReadableDb, ...given: Given[]): IterableIterator<Row> {
    const statement = this.#prepare(db);
    const rows = statement.iterate(...given);
    return this.#made.length === 0 ? (rows as IterableIterator<Row>) : this.#readEach(rows, statement);
  }

  #statement(db: ReadableDb): Statement {
    let statement = this.#statements.get(db);
    if (!statement) {
      statement = this.#prepare(db);
      this.#statements.set(db, statement);
    }
    return statement;
  }

  #prepare(db: ReadableDb): Statement {
    const statement = db.prepare(this.sql);
    return this.mode === 'value' ? statement.pluck() : statement.raw(this.mode === 'tuple');
  }

  #read(row: unknown, statement: Statement): Row {
    if (this.#made.length === 0) return row as Row;
    const cells = (this.mode === 'value' ? [row] : row) as Record<string | number, unknown>;
    for (const [name, read] of this.#made) {
      try {
        cells[name] = read(cells[name]);
      } catch (error) {
        throw error instanceof Unfit ? this.#damaged(name, cells, statement) : error;
      }
    }
    return (this.mode === 'value' ? cells[0] : row) as Row;
  }

  *#readEach(rows: Iterable<unknown>, statement: Statement): Generator<Row, void> {
    for (const row of rows) yield this.#read(row, statement);
  }

  #damaged(name: string | number, cells: Record<string | number, unknown>, statement: Statement) {
    const place = this.columns.findIndex(([own]) => own === name);
    const { table, column } = statement.columns()[place]!;
    const key = this.columns.find(([, { read }]) => !read)?.[0];
    const row = key === undefined ? '' : ` (${key} ${String(cells[key])})`;
    return unfitError(`${table ?? 'a table'}.${column ?? name}${row}`, statement.database.name);
  }
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns of one table of several. */
export const of = <C extends Columns>(table: string, columns: C): C =>
  Object.fromEntries(
    Object.entries(columns).map(([name, kind]) => [
      name,
      at(`${table}.${kind.sql ?? snakeCase(name)}`, kind),
    ]),
  ) as C;

/** Rows of these columns. `from` is the statement after the columns. */
export function select<C extends Columns>(columns: C, from: string): Query<RowOf<C>> {
  const named = Object.entries(columns);
  const list = named.map(([name, { sql = snakeCase(name) }]) => (sql === name ? sql : `${sql} AS "${name}"`));
  return new Query(`SELECT ${list.join(', ')} ${from}`, 'row', named);
}

/** Rows as tuples, which cost less where there are many. */
export const selectTuples = <const K extends readonly Column<unknown>[]>(
  kinds: K,
  sql: string,
): Query<RowOf<K>> =>
  new Query(
    sql,
    'tuple',
    kinds.map((kind, place) => [place, kind] as const),
  );

/** The values of one column. */
export const selectValues = <T>(kind: Column<T>, sql: string): Query<T> =>
  new Query(sql, 'value', [[0, kind]]);

/** One query for each of a closed list, where the text differs in what no value can stand for. */
export const queriesFor = <Name extends string, Q>(
  names: readonly Name[],
  make: (name: Name) => Q,
): Readonly<Record<Name, Q>> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Q>;
