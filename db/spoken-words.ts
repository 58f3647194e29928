import { at, integer } from './columns.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

const newest = select(
  {
    label: at('(SELECT COALESCE(MAX(id), 0) FROM label)', integer),
    adjudication: at('(SELECT COALESCE(MAX(id), 0) FROM adjudication)', integer),
  },
  '',
);

/** The newest label and the newest decision of the project: while they stay, what people say has not changed. */
export const newestWords = (db: ReadableDb): { label: number; adjudication: number } => newest.one(db);

const decisionOfKey = selectValues(integer, 'SELECT 1 FROM adjudication WHERE client_key = ?');

/** Whether a decision with this client key is on disk. */
export const isDecisionStored = (db: ReadableDb, clientKey: string): boolean =>
  decisionOfKey.get(db, clientKey) !== undefined;
