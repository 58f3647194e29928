import { expect, test } from 'vitest';
import { findDataset } from '../../db/datasets.ts';
import { putResponses } from '../../db/generated-texts.ts';
import { ensureSystem } from '../../db/import-rows.ts';
import { lastIndexed } from '../../db/item-search.ts';
import type { AppEvent, Job } from '../../shared/contract/index.ts';
import { engineWithProject, importRecords } from './support/test-engine.ts';

const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `i${i}`,
    conversation: [{ role: 'user', content: i === count - 2 ? 'a needle' : 'hay' }],
    responses: { a: `r${i}` },
  }));

async function largeProject(count = 12_000) {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records(count));
  const find = (search: string) => engine.client.item.list({ datasetId, search, offset: 0, limit: 10 });
  const db = engine.context.session.project!.db;
  const jobs = () => engine.context.jobs.running.filter(({ kind }) => kind === 'index');
  return { engine, file, datasetId, find, db, jobs };
}

test('a look at a large data set begins its index, once, and a search waits for it with progress', async () => {
  const { engine, find, jobs, db, datasetId } = await largeProject();
  const seen: Job[] = [];
  engine.context.events.listen((event: AppEvent) => {
    if (event.type === 'job.progress' && event.job.kind === 'index') seen.push(event.job);
  });
  expect((await find('')).total).toBe(12_000);
  await find('');
  expect(jobs()).toHaveLength(1);
  expect(jobs()[0]?.title).toBe('Make data searchable');
  const found = await Promise.all([find('needle'), find('r11998')]);
  expect(found.map(({ items }) => items.map(({ externalId }) => externalId))).toEqual([
    ['i11998'],
    ['i11998'],
  ]);
  expect(findDataset(db, datasetId)?.searchReady).toBe(true);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  expect(seen.at(-1)).toMatchObject({ state: 'done', done: 12_000, total: 12_000, unit: 'items' });
  expect((await find('hay')).total).toBe(11_999);
});

test('a canceled index says so to whoever searches, is not begun by looking, and goes on where it stopped', async () => {
  const { engine, find, jobs, db, datasetId } = await largeProject();
  const searching = find('needle');
  searching.catch(() => {});
  await expect.poll(() => jobs().length).toBe(1);
  await engine.client.job.cancel({ jobId: jobs()[0]!.id });
  const outcome = await searching.then(
    () => 'found',
    (error: { code: string }) => error.code,
  );
  if (outcome === 'CANCELED') {
    expect(lastIndexed(db, 1, 12_000)).toBeGreaterThan(0);
    expect(findDataset(db, datasetId)?.searchReady).toBe(false);
    await find('');
    expect(jobs()).toHaveLength(0);
  }
  expect((await find('needle')).items).toMatchObject([{ externalId: 'i11998' }]);
});

test('an index begun in an earlier session is finished in the next', async () => {
  const { engine, file, find, db, datasetId } = await largeProject();
  await find('');
  await engine.client.project.close({});
  expect(db.open).toBe(false);
  await engine.client.project.open({ path: file });
  expect((await find('needle')).total).toBe(1);
  expect(findDataset(engine.context.session.project!.db, datasetId)?.searchReady).toBe(true);
});

test.each([100, 12_000])('responses that come later are found, in %s items', async (count) => {
  const { find, db } = await largeProject(count);
  const systemId = ensureSystem(db, 'later');
  const put = (itemId: number, text: string) =>
    putResponses(db, systemId, [{ itemId, texts: [text], tokens: [null] }]);
  put(1, 'before');
  expect((await find('before')).total).toBe(1);
  put(2, 'after the index');
  put(1, 'anew');
  expect((await find('after')).items).toMatchObject([{ externalId: 'i1' }]);
  expect((await find('anew')).items).toMatchObject([{ externalId: 'i0' }]);
  expect((await find('before')).total).toBe(0);
  expect((await find('hay')).total).toBe(count - 1);
});
