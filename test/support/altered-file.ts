import Database from 'better-sqlite3';

/**
 * Changes a project as a program would that knows SQLite and nothing of Assay: triggers do not stop it, and are put back.
 *
 * @param change statements, or a function that works on the open file
 */
export function alterFile(file: string, change: string | ((db: Database.Database) => void)): void {
  const db = new Database(file);
  try {
    const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
      name: string;
      sql: string;
    }[];
    db.pragma('foreign_keys = OFF');
    for (const { name } of triggers) db.exec(`DROP TRIGGER "${name}"`);
    if (typeof change === 'string') db.exec(change);
    else change(db);
    for (const { sql } of triggers) db.exec(sql);
  } finally {
    db.close();
  }
}
