import type { Persona } from '../shared/contract/index.ts';
import { PersonaSchema } from '../shared/contract/persona.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface PersonaRow extends Persona {
  version: number;
  createdAt: string;
}

interface Raw {
  version: number;
  text: string;
  createdAt: string;
}

const columns = 'version, text, created_at AS createdAt';

const toRow = ({ version, text, createdAt }: Raw): PersonaRow => ({
  ...PersonaSchema.parse(JSON.parse(text)),
  version,
  createdAt,
});

/** Every version of every persona that people wrote, by name, the newest version first. */
export function listPersonas(db: ReadableDb): PersonaRow[] {
  const rows = db.prepare(`SELECT ${columns} FROM persona ORDER BY name, version DESC`).all();
  return (rows as Raw[]).map(toRow);
}

/** The version of that name with that hash, made as the next version when new. */
export function ensurePersona(
  db: WritableDb,
  text: Persona,
  { hash, createdAt }: { hash: string; createdAt: string },
): PersonaRow {
  return db
    .transaction(() => {
      db.prepare(
        `INSERT INTO persona (name, version, text, hash, created_at)
         SELECT @name, COALESCE(MAX(version), 0) + 1, @text, @hash, @createdAt FROM persona WHERE name = @name
         ON CONFLICT (name, hash) DO NOTHING`,
      ).run({ name: text.name, text: JSON.stringify(text), hash, createdAt });
      const found = db
        .prepare(`SELECT ${columns} FROM persona WHERE name = ? AND hash = ?`)
        .get(text.name, hash);
      return toRow(found as Raw);
    })
    .immediate();
}
