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
  // Nobody is asked, and a turn that the endpoint would be asked in another way has no stored reply.
  const [endpoint] = await client.endpoint.list({});
  await client.endpoint.save({ ...endpoint!, endpointId, baseUrl: `${server.url}/` });
  await client.endpoint.save({ ...endpoint!, endpointId, logProbabilities: true });
  const other = await client.generation.replies({ runId, limit: 1 });
  expect(other.rows).toEqual([
    expect.objectContaining({ turn: 0, kind: null, answer: null, reasoning: null, callHash: null }),
  ]);
  expect(server.asked).toHaveLength(asked);
});
