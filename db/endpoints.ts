import { type EndpointSettings, EndpointSettingsSchema } from '../shared/contract/llm.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface EndpointRow extends EndpointSettings {
  id: number;
  createdAt: string;
}

interface Raw {
  id: number;
  settings: string;
  created_at: string;
}

const toRow = ({ id, settings, created_at }: Raw): EndpointRow => ({
  ...EndpointSettingsSchema.parse(JSON.parse(settings)),
  id,
  createdAt: created_at,
});

export function listEndpoints(db: ReadableDb): EndpointRow[] {
  return (db.prepare('SELECT id, settings, created_at FROM endpoint ORDER BY id').all() as Raw[]).map(toRow);
}

export function findEndpoint(db: ReadableDb, id: number): EndpointRow | undefined {
  const raw = db.prepare('SELECT id, settings, created_at FROM endpoint WHERE id = ?').get(id);
  return raw === undefined ? undefined : toRow(raw as Raw);
}

export function findEndpointByName(db: ReadableDb, name: string): EndpointRow | undefined {
  const raw = db.prepare('SELECT id, settings, created_at FROM endpoint WHERE name = ?').get(name);
  return raw === undefined ? undefined : toRow(raw as Raw);
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

/** Judges, runs and protocol runs that refer to an endpoint; a protocol run may do so for any of its parts. */
export function countEndpointUses(db: ReadableDb, id: number): number {
  return db
    .prepare(
      `SELECT (SELECT COUNT(*) FROM judge WHERE endpoint_id = @id)
         + (SELECT COUNT(*) FROM llm_run WHERE endpoint_id = @id)
         + (SELECT COUNT(*) FROM protocol_run WHERE EXISTS (
             SELECT 1 FROM json_tree(json_array(json(model), json(settings)))
             WHERE key = 'endpointId' AND atom = @id))`,
    )
    .pluck()
    .get({ id }) as number;
}

export function deleteEndpoint(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM endpoint WHERE id = ?').run(id);
}
