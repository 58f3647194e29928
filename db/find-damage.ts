import { type Column, Unfit } from './columns.ts';
import { schemaFaults } from './schema.ts';
import { storedValues } from './stored-values.ts';
import type { ReadableDb } from './types.ts';

/** A larger file is looked through without its indexes, which takes a fraction of the time. */
const mostPages = 50_000;

/**
 * Looks for damage after something went wrong unexpectedly: a broken structure, rows that point nowhere, values that
 * are not what Assay writes there. It reads the whole file.
 *
 * @returns what was found first, in words; null when the file is sound as far as can be told.
 */
export function findDamage(db: ReadableDb): string | null {
  try {
    return brokenStructure(db) ?? schemaFaults(db)[0] ?? lostReference(db) ?? brokenValue(db);
  } catch (error) {
    return (error as Error).message;
  }
}

function brokenStructure(db: ReadableDb): string | null {
  const isLarge = (db.pragma('page_count', { simple: true }) as number) > mostPages;
  const said = db.pragma(isLarge ? 'quick_check(1)' : 'integrity_check(1)', { simple: true }) as string;
  return said === 'ok' ? null : said;
}

function lostReference(db: ReadableDb): string | null {
  const [row] = db.pragma('foreign_key_check') as { table: string; parent: string }[];
  return row ? `a row of ${row.table} points to a row of ${row.parent} that is not there` : null;
}

function brokenValue(db: ReadableDb): string | null {
  for (const [table, columns] of Object.entries(storedValues)) {
    for (const [column, kind] of Object.entries(columns)) {
      const values = db
        .prepare(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`)
        .pluck();
      for (const value of values.iterate()) {
        if (!fits(kind, value)) return `${table}.${column} holds a value that Assay cannot have written`;
      }
    }
  }
  return null;
}

function fits({ read }: Column<unknown>, value: unknown): boolean {
  try {
    read?.(value);
    return true;
  } catch (error) {
    if (error instanceof Unfit) return false;
    throw error;
  }
}
