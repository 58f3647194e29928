import path from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from '../../../db/migrate.ts';
import { writeOlder } from '../../attack/frame/older-project.ts';
import { temporaryFolder, testEngine } from '../support/test-engine.ts';
import { endpointProject } from './support/scripted-endpoint.ts';

test('a run of a file without counts of replies opens with the same figures, and none counted', async () => {
  const project = await endpointProject();
  const run = await project.work(project.newRun('strong', { protocol: 'replay', mode: 'gold' }));
  expect(run.replies).toEqual([expect.objectContaining({ part: 'system', answered: 5 })]);
  await project.engine.client.project.close({});
  const before = migrations.filter(({ version }) => version < 650).at(-1)!.version;
  const file = path.join(temporaryFolder(), 'older.assay');
  writeOlder(file, before, project.file);
  const engine = testEngine();
  await engine.client.project.open({ path: file });
  const older = await engine.client.protocol.get({ runId: run.id });
  expect(older).toMatchObject({ scores: run.scores, replies: [], state: run.state });
  await engine.client.project.close({});
});
