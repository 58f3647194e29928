import { expect, test } from 'vitest';
import type { EndpointSettings, StartProtocol } from '../../../shared/contract/index.ts';
import { endpointProject, specOf } from './support/scripted-endpoint.ts';
import { conversationRecords, scriptedModel, strongSays } from './support/scripted-model.ts';

const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The two conversations, the first question of the first with a picture. */
const records = conversationRecords.map((record, i) =>
  i === 0
    ? {
        ...record,
        conversation: [
          { role: 'user', content: `Look: ![the light](${dot}) Who kept it?` },
          ...record.conversation.slice(1),
        ],
      }
    : record,
);

const gold: StartProtocol['settings'] = { protocol: 'replay', mode: 'gold' };

const projectWith = (endpoint: Partial<EndpointSettings> = {}) => endpointProject({}, endpoint, records);
type Project = Awaited<ReturnType<typeof projectWith>>;

const textOf = ({ server }: Project) => server.asked.map(({ body }) => JSON.stringify(body)).join('\n');

/** Says of the endpoint that its model takes pictures. */
async function takePictures({ engine, endpointId }: Project) {
  const [endpoint] = await engine.client.endpoint.list({});
  const { id: _id, secretName: _name, hasKey: _key, needsTrust: _trust, createdAt: _at, ...rest } = endpoint!;
  await engine.client.endpoint.save({ ...rest, endpointId, pictures: true });
}

test('a system that takes text alone is not asked about a question with a picture, and going on asks', async () => {
  const project = await projectWith();
  const runId = project.newRun('strong', gold);
  const run = await project.work(runId);
  expect(run).toMatchObject({
    state: 'finished',
    conversations: 2,
    conversationsDone: 1,
    conversationsFailed: 0,
  });
  expect(run.message).toContain(
    '1 conversation with pictures or recordings not asked: a model of the run takes none.',
  );
  expect(textOf(project)).not.toContain('assay:picture');
  const before = project.server.asked.length;
  await takePictures(project);
  const after = await project.work(runId);
  expect(after).toMatchObject({ state: 'finished', conversationsDone: 2, message: '' });
  const asked = project.server.asked.slice(before);
  expect(asked.length).toBeGreaterThan(0);
  for (const { body } of asked) {
    const [, first] = body.messages as { role: string; content: object[] }[];
    expect(first!.content).toContainEqual({ type: 'image_url', image_url: { url: dot } });
  }
  expect(textOf(project)).not.toContain('assay:picture');
});

test('a run whose conversations all show pictures asks nobody, and says what to do', async () => {
  const project = await endpointProject({}, {}, records.slice(0, 1));
  const run = await project.work(project.newRun('strong', gold));
  expect(run).toMatchObject({ state: 'failed', conversationsDone: 0 });
  expect(run.message).toContain('say so at the endpoint and resume');
  expect(project.server.asked).toEqual([]);
});

test('a local program gets no text that stands for a picture', async () => {
  const project = await projectWith({ pictures: true });
  const { client } = project.engine;
  const { spec } = scriptedModel(project.folder, 'program', strongSays);
  const { id: runId } = await client.protocol.start({
    ...{ datasetId: project.datasetId, model: spec, system: 'program', settings: gold },
  });
  await expect
    .poll(async () => (await client.protocol.get({ runId })).state, { timeout: 60_000 })
    .toBe('finished');
  expect(await client.protocol.get({ runId })).toMatchObject({ conversations: 2, conversationsDone: 1 });
});

test('a person who asks with a picture learns that the model does not see it', async () => {
  const project = await projectWith();
  const { client } = project.engine;
  const { id: runId } = await client.protocol.start({
    ...{ datasetId: project.datasetId, system: 'strong', model: specOf(project.endpointId, 'strong') },
    settings: { protocol: 'conversation', fewestQuestions: 1, mostQuestions: 1 },
  });
  const { as, position, firstQuestion } = (await client.humanConversation.next({ runId }))!;
  const ask = () => client.humanConversation.ask({ runId, position, as, question: firstQuestion });
  await expect(ask()).rejects.toMatchObject({
    code: 'ENDPOINT_FAULT',
    message: 'It shows pictures, and Loop takes text alone.',
  });
  expect(project.server.asked).toEqual([]);
  await takePictures(project);
  await ask();
  expect(textOf(project)).toContain(dot);
});
