import { expect, test, vi } from 'vitest';
import { shownAnswer } from '../../../shared/reply-words.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { endpointProject, specOf } from './support/scripted-endpoint.ts';
import { conversationRecords, scriptedModel, strongSays } from './support/scripted-model.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test('a person asks without the passage, then marks the answers with it', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const run = await client.protocol.start({
    datasetId,
    model: spec,
    system: 'strong',
    settings: { protocol: 'conversation', fewestQuestions: 2, mostQuestions: 3 },
  });
  expect(run).toMatchObject({ state: 'paused', jobId: null, conversations: 2 });

  await client.annotator.choose({ name: 'Kim' });
  const humanConversation = (await client.humanConversation.next({ runId: run.id }))!;
  expect(humanConversation).toMatchObject({
    position: 0,
    firstQuestion: 'Who kept the light?',
    exchanges: [],
    open: 2,
  });
  expect(JSON.stringify(humanConversation)).not.toContain('born in Tannoch');
  const place = { runId: run.id, position: 0, as: humanConversation.as };
  expect(humanConversation.annotator).toBe('Kim');
  // The marks are those of who opened the conversation, whoever chose a name since.
  await client.annotator.choose({ name: 'Lou' });
  await client.humanConversation.ask({ ...place, question: 'Who kept the light?' });
  await expect(client.humanConversation.reveal(place)).rejects.toMatchObject({ code: 'CONFLICT' });
  const asked = await client.humanConversation.ask({ ...place, question: 'Who founded the band?' });
  expect(asked.exchanges).toEqual([
    { question: 'Who kept the light?', answer: 'Edda Halloran' },
    { question: 'Who founded the band?', answer: 'John Adams' },
  ]);
  await client.humanConversation.ask({ ...place, question: 'What did it burn?' });
  await expect(client.humanConversation.ask({ ...place, question: 'Anything else?' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });

  expect((await client.humanConversation.reveal(place)).passage).toContain('born in Tannoch');
  const right = { isCorrect: true, isAnswerable: true };
  const marks = [right, { isCorrect: false, isAnswerable: true }, { isCorrect: true, isAnswerable: false }];
  const few = client.humanConversation.mark({ ...place, marks: [right] });
  await expect(few).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await client.humanConversation.mark({ ...place, marks })).toEqual({ open: 1 });
  const { db } = engine.context.session.project!;
  const outcome = db.prepare('SELECT outcome FROM protocol_conversation WHERE position = 0').pluck().get();
  expect(JSON.parse(outcome as string)).toMatchObject({ annotator: 'Kim' });
  const after = await client.protocol.get({ runId: run.id });
  expect(after.scores).toMatchObject({ protocol: 'conversation', accuracy: 2 / 3, answerable: 0.5 });
  expect((await client.humanConversation.next({ runId: run.id }))!.position).toBe(1);
  await expect(client.protocol.resume({ runId: run.id })).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a person reads what happened where a content filter refuses, and so do validators', async () => {
  const { engine, datasetId, endpointId } = await endpointProject({
    reply: () => ({ filtered: true }),
  });
  const { client } = engine;
  const { id: runId } = await client.protocol.start({
    ...{ datasetId, system: 'strong', model: specOf(endpointId, 'strong'), limit: 1 },
    settings: { protocol: 'conversation', fewestQuestions: 1, mostQuestions: 1 },
  });
  await client.annotator.choose({ name: 'Kim' });
  const { as } = (await client.humanConversation.next({ runId }))!;
  const place = { runId, position: 0, as };
  const { exchanges } = await client.humanConversation.ask({ ...place, question: 'Who kept the light?' });
  expect(exchanges[0]).toMatchObject({ answer: '', reply: 'refusal' });
  expect(shownAnswer(exchanges[0]!)).toBe('(no answer: it refused, or a filter did)');
  await client.humanConversation.mark({ ...place, marks: [{ isCorrect: false, isAnswerable: true }] });
  expect((await client.protocol.get({ runId })).replies).toMatchObject([{ part: 'system', refused: 1 }]);
  await client.validation.open({ runId });
  await client.annotator.choose({ name: 'Noor' });
  const { ref } = (await client.validation.next({ runId })).conversation!;
  await client.validation.read({ ref, clientKey: 'first-step', durationMs: 1 });
  const asked = { ref, clientKey: 'second-step', durationMs: 1, turn: 0 };
  const step = await client.validation.answer({ ...asked, step: { say: 'answerable' } });
  expect(JSON.stringify(step)).toContain('it refused, or a filter did');
});
