import type { ReadableDb, WritableDb } from './types.ts';

/** One step of the schema. */
export interface Migration {
  readonly version: number;
  readonly up: (db: WritableDb) => void;
}

/** Checks that the list is in strictly ascending order. */
export function assertMigrationOrder(list: readonly Migration[]): void {
  list.reduce((before, { version }) => {
    if (!(version > before)) throw new Error(`migration ${version} stands after ${before}`);
    return version;
  }, 0);
}

/** The format of a project: the version of the last step that it took; 0 for an empty file. */
export const schemaVersion = (db: ReadableDb): number =>
  db.pragma('user_version', { simple: true }) as number;
