import { expect, test, vi } from 'vitest';
import { engineWithProject, importRecords, ratedRecords, ratedStudy, submit } from './support/test-engine.ts';

test('a label given while an import holds the write lock waits and is stored, a job can still start', async () => {
  const { engine, study, datasetId } = await ratedStudy(5, { threads: true });
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  const { connect } = await import('../../db/open.ts');
  const { db, path } = engine.context.session.project!;
  const other = connect(path);
  other.exec('BEGIN IMMEDIATE');
  const tries = vi.spyOn(db, 'transaction');
  let stored = false;
  const label = submit(engine, batch, items[0]!.ref, { kind: 'score', value: 3 }).then(() => {
    stored = true;
  });
  const preview = engine.client.study.preview({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
  });
  // It has met the lock, and tried again.
  await expect.poll(() => tries.mock.calls.length).toBeGreaterThan(2);
  expect(stored).toBe(false);
  other.exec('ROLLBACK');
  other.close();
  await label;
  expect(stored).toBe(true);
  expect((await preview).populationSize).toBe(80);
});

test('a finished job can be looked up afterwards, with its result', async () => {
  const { engine, folder } = await engineWithProject({ threads: true });
  await importRecords(engine, folder, ratedRecords(3));
  const [job] = await engine.client.job.list({});
  expect(job).toMatchObject({ kind: 'import', state: 'done', result: { items: 3 } });
  expect(await engine.client.job.get({ jobId: job!.id })).toMatchObject({ state: 'done' });
  await expect(engine.client.job.get({ jobId: 999 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('work cut off by a crash is told apart when the project opens again', async () => {
  const { engine, file } = await engineWithProject();
  const { db } = engine.context.session.project!;
  db.exec(
    `INSERT INTO job (kind, title, state, started_at) VALUES ('import', 'Half done', 'running', '2026-01-01')`,
  );
  await engine.client.project.close({});
  await engine.client.project.open({ path: file });
  const [job] = await engine.client.job.list({});
  expect(job).toMatchObject({ title: 'Half done', state: 'interrupted' });
});
