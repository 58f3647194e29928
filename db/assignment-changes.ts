import type { ReadableDb } from './types.ts';

/** What this program has changed of assignments since the project was opened. */
interface AssignmentChanges {
  /** Counts changes of whole studies: whoever knew assignments before reads all of them again. */
  readonly epoch: number;
  /** Single items since the last of those, oldest first. They are read again, for a change may have been taken back. */
  readonly touched: readonly { readonly annotatorId: number; readonly itemId: number }[];
}

interface Kept {
  epoch: number;
  touched: { annotatorId: number; itemId: number }[];
}
const changesOf = new WeakMap<ReadableDb, Kept>();
const mostTouched = 20_000;

function keptOf(db: ReadableDb): Kept {
  const kept = changesOf.get(db) ?? { epoch: 0, touched: [] };
  changesOf.set(db, kept);
  return kept;
}

export const assignmentChanges = (db: ReadableDb): AssignmentChanges => keptOf(db);

export function allAssignmentsChanged(db: ReadableDb): void {
  const kept = keptOf(db);
  kept.epoch += 1;
  kept.touched = [];
}

export function assignmentChanged(db: ReadableDb, annotatorId: number, itemId: number): void {
  const { touched } = keptOf(db);
  if (touched.length >= mostTouched) allAssignmentsChanged(db);
  else touched.push({ annotatorId, itemId });
}
