import { type JudgeSettings, JudgeSettingsSchema } from '../shared/contract/judge.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface JudgeRow extends JudgeSettings {
  id: number;
  version: number;
  createdAt: string;
}

interface Raw {
  id: number;
  version: number;
  settings: string;
  created_at: string;
}

const toRow = ({ id, version, settings, created_at }: Raw): JudgeRow => ({
  ...JudgeSettingsSchema.parse(JSON.parse(settings)),
  id,
  version,
  createdAt: created_at,
});

/** Every version, the newest of each name first. */
export function listJudges(db: ReadableDb): JudgeRow[] {
  return (db.prepare('SELECT * FROM judge ORDER BY name, version DESC').all() as Raw[]).map(toRow);
}

export function findJudge(db: ReadableDb, id: number): JudgeRow | undefined {
  const raw = db.prepare('SELECT * FROM judge WHERE id = ?').get(id);
  return raw === undefined ? undefined : toRow(raw as Raw);
}

/** The version of that name with that hash, made as the next version when new. */
export function ensureJudge(
  db: WritableDb,
  settings: JudgeSettings,
  { hash, createdAt }: { hash: string; createdAt: string },
): JudgeRow {
  return db
    .transaction(() => {
      db.prepare(
        `INSERT INTO judge (name, version, prompt_id, endpoint_id, settings, hash, created_at)
         SELECT @name, COALESCE(MAX(version), 0) + 1, @promptId, @endpointId, @settings, @hash, @createdAt
         FROM judge WHERE name = @name ON CONFLICT (name, hash) DO NOTHING`,
      ).run({
        name: settings.name,
        promptId: settings.promptId,
        endpointId: settings.endpointId,
        settings: JSON.stringify(settings),
        hash,
        createdAt,
      });
      return toRow(
        db.prepare('SELECT * FROM judge WHERE name = ? AND hash = ?').get(settings.name, hash) as Raw,
      );
    })
    .immediate();
}

export function countRunsOfJudge(db: ReadableDb, id: number): number {
  return db.prepare('SELECT COUNT(*) FROM llm_run WHERE judge_id = ?').pluck().get(id) as number;
}

export function deleteJudge(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM judge WHERE id = ?').run(id);
}
