import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ratedStudy } from '../support/test-engine.ts';

test('a project that has lost the key of its references is called damaged', async () => {
  const { engine, file, study } = await ratedStudy(10);
  const raw = new Database(file);
  raw.prepare(`DELETE FROM project WHERE key = 'seal_key'`).run();
  raw.close();
  await expect(engine.client.label.open({ studyId: study.id })).rejects.toMatchObject({
    code: 'PROJECT_DAMAGED',
    message: 'The project file is damaged: the key of its references is missing.',
  });
});
