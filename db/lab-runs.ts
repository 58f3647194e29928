import { type LabRun, LabRunSchema, type LabRunSummary } from '../shared/contract/lab.ts';
import { integer, json, real, text } from './columns.ts';
import { select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const { request, populations, methods, rows } = LabRunSchema.shape;

const summaryColumns = {
  id: integer,
  datasetName: text,
  measureName: text,
  request: json(request),
  createdAt: text,
  seconds: real,
};
export const labRunColumns = {
  ...summaryColumns,
  populations: json(populations),
  methods: json(methods),
  rows: json(rows),
};

const labRuns = select(summaryColumns, 'FROM lab_run ORDER BY id DESC');
const labRunOfId = select(labRunColumns, 'FROM lab_run WHERE id = ?');

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
export const listLabRuns = (db: ReadableDb): LabRunSummary[] => labRuns.all(db);

export const findLabRun = (db: ReadableDb, id: number): LabRun | undefined => labRunOfId.get(db, id);

/** @returns whether there was one to delete */
export function deleteLabRun(db: WritableDb, id: number): boolean {
  return db.prepare('DELETE FROM lab_run WHERE id = ?').run(id).changes === 1;
}
