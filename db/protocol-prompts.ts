import type { ProtocolPrompt, RunPrompt } from '../shared/contract/index.ts';
import { ProtocolPromptSchema } from '../shared/contract/protocol-prompt.ts';
import { integer, json, text } from './columns.ts';
import { type RowOf, select } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

interface ProtocolPromptRow extends RunPrompt {
  createdAt: string;
}

export const protocolPromptColumns = { version: integer, text: json(ProtocolPromptSchema), createdAt: text };

const prompts = select(protocolPromptColumns, 'FROM protocol_prompt ORDER BY part, name, version DESC');
const promptOfHash = select(
  protocolPromptColumns,
  'FROM protocol_prompt WHERE part = ? AND name = ? AND hash = ?',
);

const toPrompt = ({ text: written, ...row }: RowOf<typeof protocolPromptColumns>): ProtocolPromptRow => ({
  ...written,
  ...row,
});

/** Every version of every text that people wrote, by part and name, the newest version first. */
export const listProtocolPrompts = (db: ReadableDb): ProtocolPromptRow[] => prompts.all(db).map(toPrompt);

/** The version of that part and name with that hash, made as the next version when new. */
export function ensureProtocolPrompt(
  db: WritableDb,
  prompt: ProtocolPrompt,
  { hash, createdAt }: { hash: string; createdAt: string },
): ProtocolPromptRow {
  const { part, name } = prompt;
  return db
    .transaction(() => {
      db.prepare(
        `INSERT INTO protocol_prompt (part, name, version, text, hash, created_at)
         SELECT @part, @name, COALESCE(MAX(version), 0) + 1, @text, @hash, @createdAt
         FROM protocol_prompt WHERE part = @part AND name = @name
         ON CONFLICT (part, name, hash) DO NOTHING`,
      ).run({ part, name, text: JSON.stringify(prompt), hash, createdAt });
      return toPrompt(promptOfHash.one(db, part, name, hash));
    })
    .immediate();
}
