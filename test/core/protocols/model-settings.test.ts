import { expect, test, vi } from 'vitest';
import type { GoldConversation } from '../../../core/protocols/conversations/gold-conversation.ts';
import { builtInPersonas } from '../../../core/protocols/iqa-eval/personas.ts';
import { usualInstructions } from '../../../core/protocols/model/usual-instructions.ts';
import type { StartProtocol } from '../../../shared/contract/index.ts';
import { modelsInWords } from '../../../shared/model-words.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { endpointProject } from './support/scripted-endpoint.ts';
import { conversationRecords, runToEnd, scriptedModel, weakSays } from './support/scripted-model.ts';

// Each run starts a job.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const golds = (passage: string | null, ...answers: string[][]): GoldConversation => ({
  itemIds: [1],
  group: null,
  background: '',
  turns: answers.map((goldAnswers, turn) => ({
    itemId: 1,
    turn,
    question: 'Q?',
    passage,
    goldAnswers,
    goldAnswer: goldAnswers[0] ?? '',
    isAnswerable: null,
    twin: null,
  })),
});

test('a family of data sets is told by its gold answers, and the words for "no answer" are its own', () => {
  const text = 'Edda Halloran, born in Tannoch, kept the light.';
  expect(usualInstructions([golds(text, ['Edda Halloran'], ['in Tannoch'], ['CANNOTANSWER'])])).toBe(
    'Answer the last question from the text alone, with the few words of it that answer the question, copied as they stand, and nothing else. If the text does not answer it, write CANNOTANSWER and nothing else.',
  );
  expect(usualInstructions([golds(text, ['she did'], ['yes'], ['unknown'], ['a keeper'])])).toBe(
    'Answer the last question from the text alone, in as few words as possible, without a sentence around them. Where yes or no answers it, say yes or no. If the text does not answer it, write unknown and nothing else.',
  );
  const long =
    'It was kept by a woman of the parish who had come there from another town when she was young.';
  expect(usualInstructions([golds(null, [long])])).toBe('Answer the last question.');
  expect(usualInstructions([golds(text, [])])).toBe('');
});

test('instructions, temperature, top p, seed, length and stop words reach the server and stay with the run', async () => {
  const { engine, server, datasetId, endpointId } = await endpointProject();
  const speaking = { temperature: 0.7, topP: 0.9, seed: 11, maxOutputTokens: 20, stopWords: ['\n', 'Q:'] };
  const run = await runToEnd(engine, {
    datasetId,
    model: { kind: 'endpoint', endpointId, model: 'strong', instructions: 'Be brief.', ...speaking },
    settings: { protocol: 'replay', mode: 'gold' },
  });
  expect(run.model).toMatchObject({ instructions: 'Be brief.', ...speaking });
  expect(server.asked.map(({ body }) => body)).toHaveLength(5);
  for (const { body } of server.asked) {
    expect(body).toMatchObject({
      temperature: 0.7,
      top_p: 0.9,
      seed: 11,
      max_tokens: 20,
      stop: ['\n', 'Q:'],
    });
    expect((body.messages as { content: string }[])[0]!.content).toMatch(/^Be brief\.\n\nText:\n/);
  }
  expect(modelsInWords(run.model, run.settings)).toEqual([
    {
      part: 'Model under test',
      words:
        'strong, temperature 0.7, top p 0.9, seed 11, at most 20 tokens, stops at "\\n", "Q:"; instructions: “Be brief.”',
    },
  ]);
});

test('a model under test is told what suits the data set, unless told something else or nothing', async () => {
  const { engine, server, datasetId, endpointId } = await endpointProject();
  const start = (instructions: string | null): StartProtocol => ({
    datasetId,
    model: { kind: 'endpoint', endpointId, model: 'strong', instructions },
    settings: { protocol: 'replay', mode: 'gold' },
  });
  const usual = await runToEnd(engine, start(null));
  expect(usual.model).toMatchObject({
    temperature: 0,
    instructions: expect.stringContaining('write CANNOTANSWER and nothing else'),
  });
  const first = () => (server.asked.at(-1)!.body.messages as { content: string }[])[0]!.content;
  expect(first()).toContain('write CANNOTANSWER and nothing else');
  expect((await engine.client.protocol.options({ datasetId })).instructions).toContain('CANNOTANSWER');
  const none = await runToEnd(engine, start(''));
  expect(none.model).toMatchObject({ instructions: '' });
  expect(first()).toMatch(/^Text:\n/);
});

const standard = { ...builtInPersonas[0]!, share: 1 };
const quiz = [{ id: 'q', conversation: [{ role: 'user', content: 'What is K?' }], reference: ['thousand'] }];

test('repeated runs of IQA-EVAL draw their own words; a run that only finds stored replies says so', async () => {
  let asked = 0;
  const { engine, server, folder, endpointId } = await endpointProject({
    reply: () => `So, the answer is: thousand\nHelpfulness: ${1 + (asked++ % 5)}\nFluency: 5\nReason: so`,
  });
  const datasetId = await importRecords(engine, folder, quiz, { name: 'quiz' });
  const start = (judge: { temperature?: number; seed?: number }): StartProtocol => {
    const agent = { kind: 'endpoint', endpointId, model: 'judge', ...judge } as const;
    return {
      datasetId,
      model: { kind: 'endpoint', endpointId, model: 'strong' },
      settings: { protocol: 'iqa-eval', user: agent, judges: [agent], personas: [standard], runs: 3 },
    };
  };
  const run = await runToEnd(engine, start({ seed: 7 }));
  expect(run.message).toBe('');
  const sent = server.asked.map(({ body }) => [body.temperature, body.seed]);
  expect(sent.sort()).toEqual([7, 7, 8, 8, 9, 9].map((seed) => [1, seed]));
  const again = await runToEnd(engine, start({ seed: 7 }));
  expect(again).toMatchObject({ calls: 6, callsReused: 6 });
  expect(again.message).toMatch(/^Every reply was stored already/);
  await expect(engine.client.protocol.start(start({ temperature: 0 }))).rejects.toThrow(
    /ask the same at temperature 0/,
  );
});

test('the Responses API has no seed and no stop words, and says so before a run', async () => {
  const { engine, datasetId, endpointId } = await endpointProject({}, { api: 'responses' });
  const model = { kind: 'endpoint' as const, endpointId, seed: 1, stopWords: ['x'] };
  const start = engine.client.protocol.start({
    datasetId,
    model,
    settings: { protocol: 'replay', mode: 'gold' },
  });
  await expect(start).rejects.toThrow('has no seed and no stop words');
});

test('a program is told what somebody set, and nothing else', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const model = scriptedModel(folder, 'model', weakSays);
  const settings = { protocol: 'replay', mode: 'gold' } as const;
  await runToEnd(engine, { datasetId, model: model.spec, settings });
  expect(model.requests().every((request) => !('settings' in request))).toBe(true);
  await runToEnd(engine, { datasetId, model: { ...model.spec, temperature: 0.5, seed: 3 }, settings });
  expect(model.requests().at(-1)).toMatchObject({ settings: { temperature: 0.5, seed: 3 } });
});
