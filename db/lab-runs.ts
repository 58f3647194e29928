import type { LabRun, LabRunSummary } from '../shared/contract/index.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface SummaryRow {
  id: number;
  datasetName: string;
  measureName: string;
  request: string;
  createdAt: string;
  seconds: number;
}

type RunRow = SummaryRow & { populations: string; methods: string; rows: string };

const summaryColumns =
  'id, dataset_name AS datasetName, measure_name AS measureName, request, created_at AS createdAt, seconds';

const toSummary = ({ request, ...row }: SummaryRow): LabRunSummary => ({
  ...row,
  request: JSON.parse(request) as LabRun['request'],
});

/** Stores a finished back-test. */
export function insertLabRun(db: WritableDb, run: Omit<LabRun, 'id'>): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO lab_run (dataset_name, measure_name, request, populations, methods, rows, seconds, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      run.datasetName,
      run.measureName,
      JSON.stringify(run.request),
      JSON.stringify(run.populations),
      JSON.stringify(run.methods),
      JSON.stringify(run.rows),
      run.seconds,
      run.createdAt,
    );
  return Number(lastInsertRowid);
}

/** All back-tests, the newest first. */
export function listLabRuns(db: ReadableDb): LabRunSummary[] {
  const rows = db.prepare(`SELECT ${summaryColumns} FROM lab_run ORDER BY id DESC`).all() as SummaryRow[];
  return rows.map(toSummary);
}

export function findLabRun(db: ReadableDb, id: number): LabRun | undefined {
  const row = db
    .prepare(`SELECT ${summaryColumns}, populations, methods, rows FROM lab_run WHERE id = ?`)
    .get(id) as RunRow | undefined;
  if (!row) return undefined;
  const { populations, methods, rows, ...summary } = row;
  return {
    ...toSummary(summary),
    populations: JSON.parse(populations) as LabRun['populations'],
    methods: JSON.parse(methods) as LabRun['methods'],
    rows: JSON.parse(rows) as LabRun['rows'],
  };
}

/** @returns whether there was one to delete */
export function deleteLabRun(db: WritableDb, id: number): boolean {
  return db.prepare('DELETE FROM lab_run WHERE id = ?').run(id).changes === 1;
}
