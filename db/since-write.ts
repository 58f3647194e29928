import { integer } from './columns.ts';
import { selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

const ownChanges = selectValues(integer, 'SELECT total_changes()');
const othersChanges = selectValues(integer, 'SELECT data_version FROM pragma_data_version');

/** Changes when another program has written to a project. */
export const othersVersion = (db: ReadableDb): number => othersChanges.one(db);

/** Something that differs once anything was written to the project, by this connection or another; it costs next to nothing. */
export const writesOf = (db: ReadableDb): string => stampOf(db, othersVersion(db));

interface Kept {
  stamp: string;
  values: Map<string, unknown>;
}
const keptOf = new WeakMap<ReadableDb, Kept>();

/**
 * What was made of a project's rows, made once until anything is written to it, by this program or by another: for what one request
 * asks for several times. Inside a transaction it is made each time, since that may be taken back. Nobody changes the value.
 */
export function sinceWrite<T>(db: ReadableDb, key: string, make: () => T): T {
  if (db.inTransaction) return make();
  const stamp = writesOf(db);
  let kept = keptOf.get(db);
  if (kept?.stamp !== stamp) {
    kept = { stamp, values: new Map() };
    keptOf.set(db, kept);
  }
  const { values } = kept;
  if (!values.has(key)) values.set(key, make());
  const value: unknown = values.get(key);
  return value as T;
}

const stampOf = (db: ReadableDb, version: number): string => `${version} ${ownChanges.one(db)}`;

/**
 * Keeps values across a write that they do not rest on, as studies do not rest on labels. Call it inside the transaction, before
 * anything is written, and what it returns right after the transaction has ended.
 *
 * @param names how the keys of such values begin
 */
export function keepAcross(db: ReadableDb, names: readonly string[]): () => void {
  const version = othersVersion(db);
  const kept = keptOf.get(db);
  if (kept?.stamp !== stampOf(db, version)) return () => {};
  const values = [...kept.values].filter(([key]) => names.some((name) => key.startsWith(name)));
  return () => {
    kept.stamp = stampOf(db, version);
    kept.values = new Map(values);
  };
}
