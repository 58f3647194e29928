import { expect, test, vi } from 'vitest';
import { judgeProject, llmServer } from '../llm/judging.ts';

test('a generation shows what it was made of: replies, reasoning, and what could not be used', async () => {
  const server = await llmServer({
    reply: ({ body }) => {
      const last = (body.messages as { content: string }[]).at(-1)!.content;
      if (last.startsWith('First question 1')) return { refusal: 'I will not.' };
      return { reasoning: `Thinking of ${last}`, text: `An answer to ${last}` };
    },
  });
  const records = Array.from({ length: 3 }, (_, i) => ({
    id: `d${i}`,
    conversation: [
      { role: 'user', content: `First question ${i}?` },
      { role: 'user', content: `Second question ${i}?` },
    ],
    reference: [[`one ${i}`], [`two ${i}`]],
    responses: { secretive: [`a${i}`, `b${i}`] },
  }));
  const { engine, datasetId, endpointId } = await judgeProject(server.url, { records });
  const { client } = engine;
  const { id: runId } = await client.generation.start({
    ...{ as: 'responses', name: 'newcomer', datasetId, endpointId, history: 'own' },
  });
  await vi.waitFor(async () => expect((await client.run.get({ runId })).state).toBe('finished'), {
    timeout: 60_000,
    interval: 50,
  });
  const asked = server.asked.length;
  const { items, rows } = await client.generation.replies({ runId });
  expect(items).toBe(3);
  expect(rows.map(({ externalId, turn, kind }) => [externalId, turn, kind])).toEqual([
    ['d0', 0, 'answer'],
    ['d0', 1, 'answer'],
    ['d1', 0, 'refusal'],
    ['d2', 0, 'answer'],
    ['d2', 1, 'answer'],
  ]);
  expect(rows[1]).toMatchObject({
    answer: 'An answer to Second question 0?',
    reasoning: 'Thinking of Second question 0?',
  });
  const call = await client.run.call({ hash: rows[1]!.callHash! });
  expect(call).toMatchObject({ answer: rows[1]!.answer, reasoning: rows[1]!.reasoning });
  expect((await client.generation.replies({ runId, offset: 2, limit: 1 })).rows).toEqual(rows.slice(3));
  expect((await client.generation.replies({ runId, itemId: rows[2]!.itemId })).rows).toEqual([rows[2]]);
  // Nobody is asked. An endpoint that is asked elsewhere or otherwise by now has the replies that it had.
  const [endpoint] = await client.endpoint.list({});
  const otherwise = { api: 'responses', preset: 'openai', logProbabilities: true } as const;
  const elsewhere = { baseUrl: 'http://127.0.0.1:9/v1', model: 'another', ...otherwise };
  await client.endpoint.save({ ...endpoint!, endpointId, ...elsewhere });
  expect((await client.generation.replies({ runId })).rows).toEqual(rows);
  expect(server.asked).toHaveLength(asked);
  await engine.close();
});

test('replies of a run that asked nobody are found, and those of another model are not taken for its own', async () => {
  const server = await llmServer({ reply: ({ body }) => `By ${body.model}` });
  const { engine, datasetId, endpointId } = await judgeProject(server.url);
  const { client } = engine;
  const generate = async (model: string, limit: number) => {
    const { id: runId } = await client.generation.start({
      ...{ as: 'responses', name: `${model} ${limit}`, datasetId, endpointId, model, limit },
    });
    await vi.waitFor(async () => expect((await client.run.get({ runId })).state).toBe('finished'), {
      timeout: 60_000,
      interval: 50,
    });
    return runId;
  };
  await generate('first', 3);
  const asked = server.asked.length;
  const again = await generate('first', 2);
  expect(server.asked).toHaveLength(asked);
  const other = await generate('second', 2);
  const [endpoint] = await client.endpoint.list({});
  await client.endpoint.save({
    ...endpoint!,
    endpointId,
    baseUrl: 'http://127.0.0.1:9/v1',
    version: undefined,
  });
  for (const [runId, answer] of [
    [again, 'By first'],
    [other, 'By second'],
  ] as const) {
    const { rows } = await client.generation.replies({ runId });
    expect(rows.map((row) => row.answer)).toEqual([answer, answer]);
  }
  await engine.close();
});
