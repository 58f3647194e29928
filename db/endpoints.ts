import { type EndpointSettings, EndpointSettingsSchema } from '../shared/contract/llm.ts';
import { integer, json, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface EndpointRow extends EndpointSettings {
  id: number;
  createdAt: string;
}

export const endpointColumns = { id: integer, settings: json(EndpointSettingsSchema), createdAt: text };

const endpoints = select(endpointColumns, 'FROM endpoint ORDER BY id');
const endpointOfId = select(endpointColumns, 'FROM endpoint WHERE id = ?');
const endpointOfName = select(endpointColumns, 'FROM endpoint WHERE name = ?');

const toEndpoint = ({ settings, ...row }: RowOf<typeof endpointColumns>): EndpointRow => ({
  ...settings,
  ...row,
});

export const listEndpoints = (db: ReadableDb): EndpointRow[] => endpoints.all(db).map(toEndpoint);

export function findEndpoint(db: ReadableDb, id: number): EndpointRow | undefined {
  const row = endpointOfId.get(db, id);
  return row && toEndpoint(row);
}

export function findEndpointByName(db: ReadableDb, name: string): EndpointRow | undefined {
  const row = endpointOfName.get(db, name);
  return row && toEndpoint(row);
}

export function insertEndpoint(db: WritableDb, settings: EndpointSettings, createdAt: string): number {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO endpoint (name, settings, created_at) VALUES (?, ?, ?)')
    .run(settings.name, JSON.stringify(settings), createdAt);
  return Number(lastInsertRowid);
}

export function updateEndpoint(db: WritableDb, id: number, settings: EndpointSettings): void {
  db.prepare('UPDATE endpoint SET name = ?, settings = ? WHERE id = ?').run(
    settings.name,
    JSON.stringify(settings),
    id,
  );
}

const usesOfEndpoint = selectValues(
  integer,
  `SELECT (SELECT COUNT(*) FROM judge WHERE endpoint_id = @id)
     + (SELECT COUNT(*) FROM llm_run WHERE endpoint_id = @id)
     + (SELECT COUNT(*) FROM protocol_run WHERE EXISTS (
         SELECT 1 FROM json_tree(json_array(json(model), json(settings)))
         WHERE key = 'endpointId' AND atom = @id))`,
);

/** Judges, runs and protocol runs that refer to an endpoint; a protocol run may do so for any of its parts. */
export const countEndpointUses = (db: ReadableDb, id: number): number => usesOfEndpoint.one(db, { id });

export function deleteEndpoint(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM endpoint WHERE id = ?').run(id);
}
