import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../core/engine.ts';

/** What every reading call of endpoints, prompts, judges, runs and jobs gives, and a dump of all tables, as one text. */
export async function exportEverything({ client, context }: Engine, folder: string): Promise<string> {
  const { db } = context.session.project!;
  const tables = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'`)
    .pluck()
    .all() as string[];
  const runs = await client.run.list({});
  const parts = [
    await client.endpoint.list({}),
    await client.judge.list({}),
    runs,
    await Promise.all(runs.map(({ id }) => client.run.verdicts({ runId: id }))),
    await client.job.list({}),
    tables.map((name) => db.prepare(`SELECT * FROM "${name}"`).all()),
  ];
  const text = JSON.stringify(parts);
  writeFileSync(path.join(folder, 'dump.json'), text);
  await client.project.saveCopy({ path: path.join(folder, 'copy.assay'), overwrite: true });
  return text;
}
