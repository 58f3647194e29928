import { type PromptText, PromptTextSchema } from '../shared/contract/judge.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface PromptRow extends PromptText {
  id: number;
  version: number;
  hash: string;
  builtIn: boolean;
  createdAt: string;
}

interface Raw {
  id: number;
  version: number;
  text: string;
  hash: string;
  built_in: number;
  created_at: string;
}

const toRow = ({ id, version, text, hash, built_in, created_at }: Raw): PromptRow => ({
  ...PromptTextSchema.parse(JSON.parse(text)),
  id,
  version,
  hash,
  builtIn: built_in === 1,
  createdAt: created_at,
});

/** Every version, built-in prompts first, then by name and version. */
export function listPrompts(db: ReadableDb): PromptRow[] {
  const rows = db.prepare('SELECT * FROM prompt ORDER BY built_in DESC, name, version').all();
  return (rows as Raw[]).map(toRow);
}

export function findPrompt(db: ReadableDb, id: number): PromptRow | undefined {
  const raw = db.prepare('SELECT * FROM prompt WHERE id = ?').get(id);
  return raw === undefined ? undefined : toRow(raw as Raw);
}

/** The version of that name with that hash, made as the next version when new. */
export function ensurePrompt(
  db: WritableDb,
  text: PromptText,
  { hash, builtIn, createdAt }: { hash: string; builtIn: boolean; createdAt: string },
): PromptRow {
  return db
    .transaction(() => {
      db.prepare(
        `INSERT INTO prompt (name, version, text, hash, built_in, created_at)
         SELECT @name, COALESCE(MAX(version), 0) + 1, @text, @hash, @builtIn, @createdAt FROM prompt WHERE name = @name
         ON CONFLICT (name, hash) DO NOTHING`,
      ).run({ name: text.name, text: JSON.stringify(text), hash, builtIn: builtIn ? 1 : 0, createdAt });
      return toRow(
        db.prepare('SELECT * FROM prompt WHERE name = ? AND hash = ?').get(text.name, hash) as Raw,
      );
    })
    .immediate();
}
