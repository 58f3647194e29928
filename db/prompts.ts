import { type PromptText, PromptTextSchema } from '../shared/contract/judge.ts';
import { flag, integer, json, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface PromptRow extends PromptText {
  id: number;
  version: number;
  hash: string;
  builtIn: boolean;
  createdAt: string;
}

export const promptColumns = {
  id: integer,
  version: integer,
  text: json(PromptTextSchema),
  hash: text,
  builtIn: flag,
  createdAt: text,
};

const prompts = select(promptColumns, 'FROM prompt ORDER BY built_in DESC, name, version');
const promptOfId = select(promptColumns, 'FROM prompt WHERE id = ?');
const promptOfHash = select(promptColumns, 'FROM prompt WHERE name = ? AND hash = ?');

const toPrompt = ({ text: written, ...row }: RowOf<typeof promptColumns>): PromptRow => ({
  ...written,
  ...row,
});

/** Every version, built-in prompts first, then by name and version. */
export const listPrompts = (db: ReadableDb): PromptRow[] => prompts.all(db).map(toPrompt);

export function findPrompt(db: ReadableDb, id: number): PromptRow | undefined {
  const row = promptOfId.get(db, id);
  return row && toPrompt(row);
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
      return toPrompt(promptOfHash.one(db, text.name, hash));
    })
    .immediate();
}
