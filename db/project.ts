import type { ReadableDb, WritableDb } from './types.ts';

interface ProjectFacts {
  name: string;
  createdAt: string;
  isSample: boolean;
  schemaVersion: number;
  sizeBytes: number;
  datasetCount: number;
  itemCount: number;
  studyCount: number;
  labelCount: number;
}

export function readProjectFacts(db: ReadableDb): ProjectFacts {
  const counts = db
    .prepare(
      `SELECT (SELECT COUNT(*) FROM dataset) AS datasetCount,
              (SELECT COALESCE(SUM(item_count), 0) FROM dataset) AS itemCount,
              (SELECT COUNT(*) FROM study) AS studyCount,
              (SELECT COUNT(*) FROM label WHERE operation = 'submit') AS labelCount`,
    )
    .get() as Pick<ProjectFacts, 'datasetCount' | 'itemCount' | 'studyCount' | 'labelCount'>;
  const pages = db.pragma('page_count', { simple: true }) as number;
  const pageSize = db.pragma('page_size', { simple: true }) as number;
  return {
    name: getProjectValue(db, 'name') ?? 'Untitled',
    createdAt: getProjectValue(db, 'created_at') ?? '',
    isSample: getProjectValue(db, 'is_sample') === '1',
    schemaVersion: db.pragma('user_version', { simple: true }) as number,
    sizeBytes: pages * pageSize,
    ...counts,
  };
}

export function getProjectValue(db: ReadableDb, key: string): string | undefined {
  const row = db.prepare('SELECT value FROM project WHERE key = ?').get(key) as { value: string } | undefined;
  return row?.value;
}

export function setProjectValue(db: WritableDb, key: string, value: string): void {
  db.prepare(
    'INSERT INTO project (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(key, value);
}

/** Changes whenever another connection, of this program or of another, has written to the file. */
export const dataVersion = (db: ReadableDb): number => db.pragma('data_version', { simple: true }) as number;

/** Rows that a check of the whole project reads: frozen signals, and what people said. */
export const countChecked = (db: ReadableDb): number =>
  db
    .prepare(
      `SELECT (SELECT COALESCE(SUM(population_size), 0) FROM study) + (SELECT COALESCE(MAX(id), 0) FROM word_chain)`,
    )
    .pluck()
    .get() as number;
