import { at, integer, text } from './columns.ts';
import { select, selectValues } from './query.ts';
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
  /** Labels that count as given: without those taken back, skips and practice. */
  labelCount: number;
  /** Every label ever written, also those taken back: it only grows. */
  writtenCount: number;
}

const projectCounts = select(
  {
    datasetCount: at('(SELECT COUNT(*) FROM dataset)', integer),
    itemCount: at('(SELECT COALESCE(SUM(item_count), 0) FROM dataset)', integer),
    studyCount: at('(SELECT COUNT(*) FROM study)', integer),
    labelCount: at(
      `(SELECT COUNT(*) FROM spoken_word
        WHERE practice_round IS NULL AND client_key = submission AND kind <> 'skip')`,
      integer,
    ),
    writtenCount: at(`(SELECT COUNT(*) FROM label WHERE operation = 'submit')`, integer),
  },
  '',
);

export function readProjectFacts(db: ReadableDb): ProjectFacts {
  const pages = db.pragma('page_count', { simple: true }) as number;
  const pageSize = db.pragma('page_size', { simple: true }) as number;
  return {
    name: getProjectValue(db, 'name') ?? 'Untitled',
    createdAt: getProjectValue(db, 'created_at') ?? '',
    isSample: getProjectValue(db, 'is_sample') === '1',
    schemaVersion: db.pragma('user_version', { simple: true }) as number,
    sizeBytes: pages * pageSize,
    ...projectCounts.one(db),
  };
}

const valueOfKey = selectValues(text, 'SELECT value FROM project WHERE key = ?');

export const getProjectValue = (db: ReadableDb, key: string): string | undefined => valueOfKey.get(db, key);

export function setProjectValue(db: WritableDb, key: string, value: string): void {
  db.prepare(
    'INSERT INTO project (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  ).run(key, value);
}

/** What is counted as it is written, so that whoever keeps values of many rows learns at once whether they still hold. */
type Counted = 'human_score_writes' | 'machine_score_writes' | 'item_flag_writes' | 'response_writes';

/** Counts one more write; part of the caller's transaction. */
export function countWrite(db: WritableDb, counted: Counted): void {
  db.prepare(
    `INSERT INTO project (key, value) VALUES (?, '1') ON CONFLICT (key) DO UPDATE SET value = value + 1`,
  ).run(counted);
}

/** How often something was written; '' when never. */
export const writesCounted = (db: ReadableDb, counted: Counted): string => getProjectValue(db, counted) ?? '';

/** Changes whenever another connection, of this program or of another, has written to the file. */
export const dataVersion = (db: ReadableDb): number => db.pragma('data_version', { simple: true }) as number;

const checkedRows = selectValues(
  integer,
  'SELECT (SELECT COALESCE(SUM(population_size), 0) FROM study) + (SELECT COALESCE(MAX(id), 0) FROM word_chain)',
);

/** Rows that a check of the whole project reads: frozen signals, and what people said. */
export const countChecked = (db: ReadableDb): number => checkedRows.one(db);
