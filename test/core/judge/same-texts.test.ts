import { expect, test } from 'vitest';
import { builtInPrompts } from '../../../core/models/judge/built-in-prompts.ts';
import type { ItemTexts } from '../../../core/models/judge/render-prompt.ts';
import { SameTexts } from '../../../core/models/judge/same-texts.ts';
import { judgeProject, llmServer } from '../llm/judging.ts';

const timeout = 60_000;

const helpful = builtInPrompts.find(({ name }) => name === 'Helpful and fluent')!;
const clarifying = builtInPrompts.find(({ name }) => name.startsWith('Clarifying question'))!;

/** Twelve facets of four requests, each asked back about in the same words. */
const facets = Array.from({ length: 12 }, (_, i) => ({
  id: `facet ${i}`,
  conversation: [{ role: 'user', content: `Request ${i % 4}` }],
  context: `Need ${i}`,
  responses: { secretive: 'Which one do you mean?' },
}));

const textsOf = ({ conversation, context, responses }: (typeof facets)[number]): ItemTexts => ({
  conversation: conversation.map(({ content }) => ({ role: 'user', content })),
  passage: context,
  references: [],
  responses: [responses.secretive],
  others: [],
});

function warningOf(prompt: typeof helpful, items: readonly ItemTexts[]) {
  const same = new SameTexts(prompt);
  for (const item of items) same.add(item);
  return same.warning();
}

test('items that differ by what the prompt leaves out are counted, with the field', () => {
  expect(warningOf(helpful, facets.map(textsOf))).toBe(
    '8 of 12 items look the same to the judge as another one: the prompt leaves out {{passage}}.',
  );
});

test('items that are the same in everything are no fault of the prompt', () => {
  const [item] = facets.map(textsOf);
  expect(warningOf(helpful, [item!, item!, item!])).toBeUndefined();
});

test('the judge of clarifying questions is shown the need, so that every facet is a text of its own', () => {
  expect(warningOf(clarifying, facets.map(textsOf))).toBeUndefined();
});

test('what a run would cost says so before it starts, and no request is sent', { timeout }, async () => {
  const server = await llmServer();
  const bench = await judgeProject(server.url, { records: facets, prompt: helpful.name });
  const { judge, datasetId, engine } = bench;
  const target = { judgeId: judge.id, datasetId, system: 'secretive' };
  const estimate = await engine.client.judge.estimate(target);
  expect(estimate.warning).toContain('8 of 12 items');
  expect(server.asked).toEqual([]);
  const prompts = await engine.client.prompt.list({});
  const own = await engine.client.judge.save({
    name: 'facets',
    promptId: prompts.find(({ name }) => name === clarifying.name)!.id,
    endpointId: bench.endpointId,
  });
  expect(await engine.client.judge.estimate({ ...target, judgeId: own.id })).not.toHaveProperty(
    'warning',
    expect.anything(),
  );
});
