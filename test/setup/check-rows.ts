import type { Column } from '../../db/columns.ts';
import { Query } from '../../db/query.ts';

/*
 * Every row that any unit test reads is compared with what its query declares. The product trusts SQLite, whose strict
 * tables hold what their columns say; this finds what no schema tells: expressions, outer joins, columns that can be null.
 */

const typeOf = { integer: 'number', real: 'number', text: 'string', blob: 'object' } as const;

/** What the query made of a value has the type that its shape or list gives it. */
function holds({ stored, nullable, read }: Column<unknown>, value: unknown): boolean {
  if (value === undefined) return false;
  if (value === null) return nullable || read !== undefined;
  return read !== undefined || stored === 'any' || typeof value === typeOf[stored];
}

function checked<Row>(query: Query<Row>, row: Row): Row {
  for (const [name, kind] of query.columns) {
    const value = query.mode === 'value' ? row : (row as Record<string | number, unknown>)[name];
    if (!holds(kind, value)) {
      throw new TypeError(`${name} is ${JSON.stringify(value)}, declared ${kind.stored}: ${query.sql}`);
    }
  }
  return row;
}

const { get, all, iterate } = Query.prototype as Query<unknown>;

const checking = {
  get(this: Query<unknown>, ...given: Parameters<typeof get>) {
    const row = get.apply(this, given);
    return row === undefined ? undefined : checked(this, row);
  },
  all(this: Query<unknown>, ...given: Parameters<typeof all>) {
    return all.apply(this, given).map((row) => checked(this, row));
  },
  *iterate(this: Query<unknown>, ...given: Parameters<typeof iterate>) {
    for (const row of iterate.apply(this, given)) yield checked(this, row);
  },
};

// Files that share their modules run this once each: a row is checked once all the same.
const done = Symbol.for('rows are checked');
if (!Object.hasOwn(Query.prototype, done)) Object.assign(Query.prototype, checking, { [done]: true });
