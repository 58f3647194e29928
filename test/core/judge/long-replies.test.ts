import { expect, test } from 'vitest';
import type { Asked } from '../../llm-server/server.ts';
import { directRun, judgeProject, llmServer } from '../llm/judging.ts';

const timeout = 120_000;

const itemsIn = ({ body }: Asked): number => {
  const text = JSON.stringify((body.messages as { content: string }[])[1]!.content);
  return Number(/Item 1 of (\d+)/.exec(text)?.[1] ?? 1);
};
const limitOf = ({ body }: Asked) => Number(body.max_tokens ?? body.max_completion_tokens);

/** A server whose replies take so many tokens an item, and end in the middle where the request allows fewer. */
const wordyServer = (tokensPerItem: number) =>
  llmServer({
    reply: (asked) => {
      const items = Array.from({ length: itemsIn(asked) }, (_, i) => ({
        item: i + 1,
        reason: 'Long.',
        scores: { helpfulness: 4, fluency: 3 },
      }));
      const text = JSON.stringify({ items });
      const fits = tokensPerItem * items.length <= limitOf(asked);
      return fits ? text : { cutOff: text.slice(0, text.length / 2) };
    },
  });

const bodiesOf = (asked: readonly Asked[]) => asked.map(({ body }) => JSON.stringify(body));

test('twenty items of usual length fit into one reply', { timeout }, async () => {
  const server = await wordyServer(120);
  const bench = await judgeProject(server.url, { count: 20, judge: { itemsPerCall: 20 } });
  const run = directRun(bench);
  await run.work();
  expect(server.asked).toHaveLength(1);
  const { outcomes } = await bench.engine.client.run.get({ runId: run.runId });
  expect(outcomes).toEqual({ scored: 40 });
});

test('a reply cut by its length is halved until it fits, and nothing is paid for twice', {
  timeout,
}, async () => {
  const server = await wordyServer(400);
  const bench = await judgeProject(server.url, { count: 20, judge: { itemsPerCall: 20 } });
  const run = directRun(bench);
  await run.work();
  const { client } = bench.engine;
  expect((await client.run.get({ runId: run.runId })).outcomes).toEqual({ scored: 40 });
  expect(server.asked.map(itemsIn).slice(0, 4)).toEqual([20, 10, 5, 3]);
  // No request asks again, in other words, about the items of one that was cut off.
  expect(server.asked.filter(({ body }) => (body.messages as unknown[]).length > 2)).toEqual([]);
  expect(new Set(bodiesOf(server.asked)).size).toBe(server.asked.length);
  // Going through it again finds every reply, those of the halves too.
  const asked = server.asked.length;
  await run.work();
  await directRun(bench).work();
  expect(server.asked).toHaveLength(asked);
});

test('a reply about one item that is cut off gets twice the room, once', { timeout }, async () => {
  const server = await wordyServer(1_000_000);
  const bench = await judgeProject(server.url, { count: 1, judge: { maxOutputTokens: 300 } });
  const run = directRun(bench);
  await run.work();
  expect(server.asked.map(limitOf)).toEqual([300, 600]);
  const { outcomes, message } = await bench.engine.client.run.get({ runId: run.runId });
  expect(outcomes).toEqual({ cut: 2 });
  expect(message).toContain('2 cut off before the answer');
});

test('a reply that reasoning used up is cut off, not empty', { timeout }, async () => {
  const server = await llmServer({
    reply: (asked) =>
      itemsIn(asked) > 1
        ? ({ cutOff: null } as unknown as { cutOff: string })
        : '{"items":[{"item":1,"reason":"","scores":{"helpfulness":4,"fluency":3}}]}',
  });
  const bench = await judgeProject(server.url, { count: 2, judge: { itemsPerCall: 2 } });
  const run = directRun(bench);
  await run.work();
  expect((await bench.engine.client.run.get({ runId: run.runId })).outcomes).toEqual({ scored: 4 });
});

test('what was cut off at twice the room gets more each time the run goes on, until it fits', {
  timeout,
}, async () => {
  const server = await wordyServer(5 * 1024);
  const bench = await judgeProject(server.url, { count: 2, judge: { itemsPerCall: 1 } });
  const run = directRun(bench);
  const outcomesAfterWork = async () => {
    await run.work();
    return (await bench.engine.client.run.get({ runId: run.runId })).outcomes;
  };
  expect(await outcomesAfterWork()).toEqual({ cut: 4 });
  expect(await outcomesAfterWork()).toEqual({ cut: 4 });
  expect(await outcomesAfterWork()).toEqual({ scored: 4 });
  const rooms = [1024, 2048, 4096, 8192];
  expect(server.asked.map(limitOf).sort((a, b) => a - b)).toEqual(rooms.flatMap((room) => [room, room]));
  // What was read stays, and every stored reply counts.
  expect(await outcomesAfterWork()).toEqual({ scored: 4 });
  expect(server.asked).toHaveLength(8);
  expect((await bench.engine.client.run.get({ runId: run.runId })).callsDone).toBe(8);
});

test('a run that goes on keeps what it paid for and what failed on the way', { timeout }, async () => {
  const scores = (reason: string) =>
    JSON.stringify({ items: [{ item: 1, reason, scores: { helpfulness: 4, fluency: 3 } }] });
  const replies = [{ empty: true }, { empty: true }, { cutOff: '{"items"' }, scores('Late.')] as const;
  let said = 0;
  const server = await llmServer({
    fault: ({ index }) => (index === 0 ? { kind: 'status', status: 500 } : null),
    reply: ({ index }) => (index === 0 ? scores('Lost.') : replies[said++]!),
  });
  const bench = await judgeProject(server.url, { count: 1 });
  const run = directRun(bench);
  const paid = async () => {
    await run.work();
    const { callsDone, inputTokens, faults } = await bench.engine.client.run.get({ runId: run.runId });
    return { callsDone, inputTokens, faults };
  };
  const first = await paid();
  expect(first).toMatchObject({ callsDone: 2, faults: { server: 1 } });
  const second = await paid();
  expect(second).toMatchObject({ callsDone: 4, faults: { server: 1 } });
  expect(second.inputTokens).toBeGreaterThan(first.inputTokens);
  // The scores are there, and nothing is asked any more.
  expect(await paid()).toEqual(second);
  expect(server.asked).toHaveLength(5);
});
