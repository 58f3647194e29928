import { text } from './columns.ts';
import { selectValues } from './query.ts';
import type { ReadableDb } from './types.ts';

const nameOfSystem = selectValues(text, 'SELECT name FROM system WHERE id = ?');

export const systemName = (db: ReadableDb, systemId: number): string => nameOfSystem.one(db, systemId);
