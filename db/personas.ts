import type { Persona } from '../shared/contract/index.ts';
import { PersonaSchema } from '../shared/contract/persona.ts';
import { integer, json, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface PersonaRow extends Persona {
  version: number;
  createdAt: string;
}

export const personaColumns = { version: integer, text: json(PersonaSchema), createdAt: text };

const personas = select(personaColumns, 'FROM persona ORDER BY name, version DESC');
const personaOfHash = select(personaColumns, 'FROM persona WHERE name = ? AND hash = ?');

const toPersona = ({ text: written, ...row }: RowOf<typeof personaColumns>): PersonaRow => ({
  ...written,
  ...row,
});

/** Every version of every persona that people wrote, by name, the newest version first. */
export const listPersonas = (db: ReadableDb): PersonaRow[] => personas.all(db).map(toPersona);

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
      return toPersona(personaOfHash.one(db, text.name, hash));
    })
    .immediate();
}
