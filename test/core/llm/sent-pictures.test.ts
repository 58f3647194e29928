import path from 'node:path';
import { expect, test } from 'vitest';
import { contentParts, tokensOfPicture } from '../../../core/models/llm/sent-pictures.ts';
import type { EndpointSettings } from '../../../shared/contract/index.ts';
import type { Asked } from '../../llm-server/server.ts';
import { ratedRecords } from '../support/rated-records.ts';
import { requestsIn } from './answer-files.ts';
import { type Bench, directRun, judgeProject, llmServer } from './judging.ts';

const timeout = 120_000;
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Six rated items, of which the first two show a picture, one in the middle of its question. */
const records = ratedRecords(6).map((record, i) =>
  i < 2
    ? {
        ...record,
        conversation: [{ role: 'user', content: `Look: ![a dot](${dot}) What is it, item ${i}?` }],
      }
    : record,
);

const benchWith = async (endpoint: Partial<EndpointSettings> = {}) => {
  const server = await llmServer();
  const bench = await judgeProject(server.url, { records, endpoint });
  return { server, bench };
};

const outcomesOf = async ({ engine }: Bench, runId: number) => {
  const { outcomes, message, askable } = await engine.client.run.get({ runId });
  return { outcomes, message, askable };
};

const textOf = (asked: readonly Asked[]) => asked.map(({ body }) => JSON.stringify(body)).join('\n');

/** Says of the endpoint that its model takes pictures. */
async function takePictures({ engine, endpointId }: Bench) {
  const [endpoint] = await engine.client.endpoint.list({});
  const {
    id: _id,
    secretName: _name,
    hasKey: _key,
    needsTrust: _trust,
    createdAt: _at,
    ...settings
  } = endpoint!;
  await engine.client.endpoint.save({ ...settings, endpointId, pictures: true });
}

test('a judge that takes text alone is not asked about items with pictures, and the run says so', {
  timeout,
}, async () => {
  const { server, bench } = await benchWith();
  const { datasetId, judge, engine } = bench;
  const target = { judgeId: judge.id, datasetId, system: 'secretive' };
  expect(await engine.client.judge.estimate(target)).toMatchObject({ calls: 4, withPictures: 2 });
  const run = directRun(bench);
  await run.work();
  expect(server.asked).toHaveLength(4);
  expect(textOf(server.asked)).not.toContain('picture');
  const { outcomes, message, askable } = await outcomesOf(bench, run.runId);
  expect(outcomes).toEqual({ scored: 8, picture: 4 });
  expect(askable).toBe(0);
  expect(message).toContain('4 with pictures or recordings not asked: the endpoint takes none.');
  // Once the endpoint takes pictures, going on asks for those alone.
  await takePictures(bench);
  expect((await outcomesOf(bench, run.runId)).askable).toBe(4);
  await run.work();
  expect(server.asked).toHaveLength(6);
  expect((await outcomesOf(bench, run.runId)).outcomes).toEqual({ scored: 12 });
});

test('pictures go as parts of the message, each where its text names it, and are stored by their hash', {
  timeout,
}, async () => {
  const { server, bench } = await benchWith({ pictures: true });
  const run = directRun(bench);
  await run.work();
  const contents = server.asked.map(({ body }) => (body.messages as { content: unknown }[])[1]!.content);
  const withParts = contents.filter((content) => Array.isArray(content));
  expect(withParts).toHaveLength(2);
  expect(withParts[0]).toEqual([
    { type: 'text', text: expect.stringMatching(/Look: $/) },
    { type: 'image_url', image_url: { url: dot } },
    { type: 'text', text: expect.stringMatching(/^ What is it, item \d\?/) },
  ]);
  const { db } = bench.engine.context.session.project!;
  const stored = db.prepare('SELECT request FROM llm_call').pluck().all().map(String);
  expect(stored.filter((text) => text.includes('assay:picture/'))).toHaveLength(2);
  expect(stored.join('')).not.toContain('base64');
  // The same requests again: nothing is asked.
  await directRun(bench).work();
  expect(server.asked).toHaveLength(6);
});

test('the Responses API gets them in its own form', { timeout }, async () => {
  const { server, bench } = await benchWith({ pictures: true, api: 'responses' });
  await directRun(bench).work();
  expect(textOf(server.asked)).toContain(JSON.stringify({ type: 'input_image', image_url: dot }));
  expect(textOf(server.asked)).toContain('"type":"input_text"');
});

test('a file of requests holds the pictures themselves', { timeout }, async () => {
  const { bench } = await benchWith({ pictures: true });
  const file = path.join(bench.folder, 'requests.jsonl');
  await directRun(bench).work({ batchFiles: { write: file } });
  const texts = requestsIn(file).map((request) => JSON.stringify(request));
  expect(texts.filter((text) => text.includes(dot))).toHaveLength(2);
  expect(texts.join('')).not.toContain('assay:picture/');
});

test('a model that takes text alone answers no item with a picture', { timeout }, async () => {
  const { server, bench } = await benchWith();
  const { engine, datasetId, endpointId } = bench;
  const asked = { as: 'responses' as const, name: 'newcomer', datasetId, endpointId };
  expect(await engine.client.generation.estimate(asked)).toMatchObject({ withPictures: 2 });
  const { id } = await engine.client.generation.start(asked);
  await expect
    .poll(async () => (await engine.client.run.get({ runId: id })).state, { timeout: 60_000 })
    .toBe('finished');
  expect((await outcomesOf(bench, id)).outcomes).toEqual({ scored: 4, picture: 2 });
  expect(textOf(server.asked)).not.toContain('assay:picture/');
});

test('a text that only looks like a picture of the project stays text', () => {
  const [known, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const pictures = new Map([[known, { width: 1, height: 1 }]]);
  const text = `![x](assay:picture/${other}) and ![y](assay:picture/${known}`;
  expect(contentParts(text, pictures, 'chat')).toBe(text);
  expect(contentParts(`![y](assay:picture/${known})`, pictures, 'chat')).toEqual([
    { type: 'image_url', image_url: { url: `assay:picture/${known}` } },
  ]);
});

test('tokens of a picture are those of the published examples', () => {
  // Worked examples of OpenAI's vision guide.
  expect(tokensOfPicture({ width: 1024, height: 1024 })).toBe(765);
  expect(tokensOfPicture({ width: 2048, height: 4096 })).toBe(1105);
});

test('an item with a recording is asked of no model, whatever its endpoint takes', { timeout }, async () => {
  const silence = `data:audio/wav;base64,${Buffer.from('RIFF\0\0\0\0WAVEfmt and silence').toString('base64')}`;
  const spoken = ratedRecords(4).map((record, i) =>
    i === 0
      ? { ...record, conversation: [{ role: 'user', content: `![said](${silence}) What is it?` }] }
      : record,
  );
  const server = await llmServer();
  const bench = await judgeProject(server.url, { records: spoken, endpoint: { pictures: true } });
  const run = directRun(bench);
  await run.work();
  expect(server.asked).toHaveLength(3);
  expect(textOf(server.asked)).not.toContain('audio');
  expect((await outcomesOf(bench, run.runId)).outcomes).toEqual({ scored: 6, picture: 2 });
});
