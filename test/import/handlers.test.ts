import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../core/engine.ts';
import type { AppEvent, ImportResult } from '../../shared/contract/index.ts';
import { until } from '../support/until.ts';

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'assay-engine-'));
  engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'test' });
  await engine.client.project.create({ path: path.join(folder, 'p.assay') });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, content: string) => {
  const full = path.join(folder, name);
  writeFileSync(full, content);
  return full;
};

test('a scale that is too wide is refused by name at every call that takes one', async () => {
  const records = file(
    'items.jsonl',
    `${JSON.stringify({ id: 'a', question: 'Why?', human: { s: { ok: [3] } } })}\n`,
  );
  const { jobId } = await engine.client.import.start({ path: records });
  const { datasetId } = (await settled(jobId)).result as ImportResult;
  const refusal = (min: number) => ({
    code: 'BAD_REQUEST',
    data: {
      issues: [
        expect.objectContaining({
          path: expect.arrayContaining(['scale', Number.isFinite(min) ? 'max' : 'min']),
          message: expect.stringMatching(/range.*Give two finite ends/),
        }),
      ],
    },
  });
  for (const [min, max] of [
    [-1e308, 1e308],
    [Number.NEGATIVE_INFINITY, 0],
    [Number.NaN, 0],
  ] as const) {
    const scale = { min, max, direction: 'higher' as const };
    const refused = refusal(min);
    const declaration = { kind: 'criterion' as const, name: 'ok', scale };
    await expect(
      engine.client.dataset.declareScale({ datasetId: datasetId!, ...declaration }),
    ).rejects.toMatchObject(refused);
    await expect(engine.client.import.start({ path: records, scales: [declaration] })).rejects.toMatchObject(
      refused,
    );
  }
});

async function settled(jobId: number) {
  await until(async () => (await engine.client.job.get({ jobId })).state !== 'running');
  return engine.client.job.get({ jobId });
}

test('imports in a worker, tells the pages, and the data set can be read', async () => {
  const events: AppEvent['type'][] = [];
  engine.context.events.listen(({ type }) => events.push(type));
  const table = file('table.csv', 'id,question,response,human\n1,why,so,4\n2,how,thus,5\n');
  const preview = await engine.client.import.preview({ path: table });
  expect(preview).toMatchObject({ format: 'csv', systems: ['assistant'] });
  const { jobId } = await engine.client.import.start({ path: table, mapping: preview.mapping! });
  const job = await settled(jobId);
  expect(job).toMatchObject({ state: 'done', kind: 'import', title: 'Import table.csv' });
  const result = job.result as ImportResult;
  expect(result).toMatchObject({ items: 2, humanScores: 2, datasetName: 'table' });
  expect(events).toContain('data.changed');
  const datasetId = result.datasetId!;
  expect(await engine.client.dataset.list({})).toMatchObject([{ id: datasetId, itemCount: 2 }]);
  expect((await engine.client.item.list({ datasetId, search: 'thus' })).items).toMatchObject([
    { externalId: '2' },
  ]);
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const detail = await engine.client.dataset.declareScale({
    datasetId,
    kind: 'criterion',
    name: 'rating',
    scale,
  });
  expect(detail.criteria[0]).toMatchObject({ scale, declared: true });
  expect(await engine.client.dataset.rename({ datasetId, name: 'Mine' })).toMatchObject({ name: 'Mine' });
  await engine.client.dataset.remove({ datasetId });
  expect(await engine.client.dataset.list({})).toEqual([]);
});

test('a refused import carries its problems across', async () => {
  const { jobId } = await engine.client.import.start({ path: file('bad.jsonl', '{"id":"a"}\n{"id":"a"}\n') });
  const job = await settled(jobId);
  expect(job.state).toBe('failed');
  expect(job.error).toMatchObject({
    code: 'IMPORT_REFUSED',
    details: { problemCount: 1, problems: [{ line: 2 }] },
  });
});

test('a canceled import leaves nothing', async () => {
  const record = { question: 'q '.repeat(50), responses: { s: 'r '.repeat(50) }, human: { s: { ok: [1] } } };
  const lines = Array.from({ length: 150_000 }, (_, id) => `${JSON.stringify({ id, ...record })}\n`).join('');
  const { jobId } = await engine.client.import.start({ path: file('large.jsonl', lines) });
  await until(async () => (await engine.client.job.get({ jobId })).done > 0);
  await engine.client.job.cancel({ jobId });
  expect((await settled(jobId)).state).toBe('canceled');
  expect(await engine.client.dataset.list({})).toEqual([]);
});

test('a file that is not there fails at once, with its own code', async () => {
  await expect(engine.client.import.start({ path: path.join(folder, 'no.jsonl') })).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
  });
});
