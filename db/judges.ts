import { type JudgeSettings, JudgeSettingsSchema } from '../shared/contract/judge.ts';
import { integer, json, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

export interface JudgeRow extends JudgeSettings {
  id: number;
  version: number;
  createdAt: string;
}

export const judgeColumns = {
  id: integer,
  version: integer,
  settings: json(JudgeSettingsSchema),
  createdAt: text,
};

/** The name of a judge's scores; each version has its own, so that later ones never pass for the judge that a study froze. */
export const signalNameOf = ({ name, version }: Pick<JudgeRow, 'name' | 'version'>): string =>
  `${name} v${version}`;

const judges = select(judgeColumns, 'FROM judge ORDER BY name, version DESC');
const judgeOfId = select(judgeColumns, 'FROM judge WHERE id = ?');
const judgeOfHash = select(judgeColumns, 'FROM judge WHERE name = ? AND hash = ?');

const toJudge = ({ settings, ...row }: RowOf<typeof judgeColumns>): JudgeRow => ({ ...settings, ...row });

/** Every version, the newest of each name first. */
export const listJudges = (db: ReadableDb): JudgeRow[] => judges.all(db).map(toJudge);

export function findJudge(db: ReadableDb, id: number): JudgeRow | undefined {
  const row = judgeOfId.get(db, id);
  return row && toJudge(row);
}

/** The judge of this project that gave scores of this name. */
export const findJudgeOfScores = (db: ReadableDb, name: string): JudgeRow | undefined =>
  listJudges(db).find((one) => signalNameOf(one) === name);

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
      return toJudge(judgeOfHash.one(db, settings.name, hash));
    })
    .immediate();
}

const runsOfJudge = selectValues(integer, 'SELECT COUNT(*) FROM llm_run WHERE judge_id = ?');

export const countRunsOfJudge = (db: ReadableDb, id: number): number => runsOfJudge.one(db, id);

export function deleteJudge(db: WritableDb, id: number): void {
  db.prepare('DELETE FROM judge WHERE id = ?').run(id);
}
