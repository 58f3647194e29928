import { expect, test, vi } from 'vitest';
import { isLeak } from '../../../core/sources/protocols/interview/leak.ts';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import {
  conversationRecords,
  generatorSays,
  runToEnd,
  scriptedModel,
  strongSays,
  weakSays,
} from './support/scripted-model.ts';

// Each run starts a job and a program of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const interviewScores = ({ scores }: ProtocolRun) => {
  if (scores?.protocol !== 'interview') throw new Error('no interview scores');
  return scores;
};

test('QPR, PFR and ACR of two scripted models, as computed by hand; overlap of their prompts', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const generator = scriptedModel(folder, 'generator', generatorSays).spec;
  const settings = { protocol: 'interview', generator } as const;
  const run = (system: string, says: typeof strongSays) =>
    runToEnd(engine, { datasetId, model: scriptedModel(folder, system, says).spec, system, settings });

  // Five successes, one of them after one prompt.
  const strong = await run('strong', strongSays);
  expect(interviewScores(strong)).toMatchObject({
    successes: 5,
    failures: 0,
    generated: 1,
    questionPromptRate: 1.2,
    promptFailureRate: 0,
    answerCorrectionRate: null,
    successesByPrompt: [4, 1, 0, 0],
    leaks: 0,
    threshold: 0.3,
  });
  // It refuses a prompt after a refusal, and answers three prompts wrongly: N_s = 3, N_f = 2, N_g = 1 + 3.
  const weak = await run('weak', weakSays);
  expect(interviewScores(weak)).toMatchObject({
    successes: 3,
    failures: 2,
    generated: 4,
    questionPromptRate: 7 / 3,
    promptFailureRate: 0.4,
    answerCorrectionRate: 0,
    refusedAnswerable: 1,
    leaks: 1,
  });
  const { turns } = await engine.client.protocol.transcript({ runId: weak.id, position: 1 });
  expect(turns.map(({ kind }) => kind)).toEqual([
    'question',
    'prompt',
    'prompt',
    'prompt',
    'correction',
    'question',
  ]);
  const { scores, overlap } = await engine.client.protocol.compare({ runIds: [strong.id, weak.id] });
  expect(scores.filter(({ measure }) => measure === 'QPR').map(({ place }) => place)).toEqual([1, 2]);
  expect(overlap[0]).toEqual({ prompt: 1, questions: 1, sets: [{ systems: ['strong', 'weak'], same: 1 }] });
});

test('recorded responses cannot be interviewed', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const generator = scriptedModel(folder, 'generator', generatorSays).spec;
  const model = { kind: 'recorded', system: 'strong' } as const;
  const start = engine.client.protocol.start({
    datasetId,
    model,
    settings: { protocol: 'interview', generator },
  });
  await expect(start).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a leak is a gold answer in the prompt that the question did not hold', () => {
  expect(isLeak('Was it the harbor guild?', 'Who paid?', ['The harbor guild'])).toBe(true);
  expect(isLeak('Was it a guild of the harbor?', 'Who paid?', ['The harbor guild'])).toBe(false);
  expect(isLeak('Did the guild pay, yes?', 'Did it?', ['yes'])).toBe(false);
  expect(isLeak('What did Ann say?', 'Who is Ann?', ['Ann'])).toBe(false);
});
