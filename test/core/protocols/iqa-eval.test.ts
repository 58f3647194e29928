import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { finalAnswerIn, isCorrectAnswer } from '../../../core/protocols/iqa-eval/final-answer.ts';
import { readScores } from '../../../core/protocols/iqa-eval/judge-interaction.ts';
import { builtInPersonas } from '../../../core/protocols/iqa-eval/personas.ts';
import type { ProtocolRun } from '../../../shared/contract/index.ts';
import { familyInCommon } from '../../../shared/model-family.ts';
import { asLines } from '../support/in-process.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { madeUpQuizzes } from './support/made-up-quizzes.ts';
import { runToEnd, scriptedModel } from './support/scripted-model.ts';

// Each run starts a job and a program of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const iqaScores = ({ scores }: ProtocolRun) => {
  if (scores?.protocol !== 'iqa-eval') throw new Error('no IQA-EVAL scores');
  return scores;
};

const persona = (name: string) => builtInPersonas.find((one) => one.name === name)!;

const questions = ['thousand', 'million'].map((right, i) => ({
  id: `q${i}`,
  conversation: [{ role: 'user', content: `What does K stand for in number ${i}?` }],
  choices: { a: 'million', b: 'thousand' },
  reference: [right],
  meta: { worker: 'w1' },
}));

test('both stages: the played user asks and answers, personas count by their shares', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, questions);
  const user = scriptedModel(folder, 'user', {
    texts: [
      { holds: ['Assistant: It means thousand.'], text: 'So, the answer is: B' },
      { holds: ['What does K'], text: 'What is K?' },
    ],
  }).spec;
  const judge = scriptedModel(folder, 'judge', {
    texts: [
      { holds: ['is an expert'], text: 'Helpfulness: 2\nFluency: 4\nReason: too short' },
      { holds: [''], text: 'Helpfulness: 4\nFluency: 5\nReason: clear' },
    ],
  });
  const model = scriptedModel(folder, 'model', { answers: { 'What is K?': 'It means thousand.' } });
  const run = await runToEnd(engine, {
    datasetId,
    model: model.spec,
    settings: {
      protocol: 'iqa-eval',
      user,
      judges: [judge.spec],
      personas: [
        { ...persona('standard'), share: 0.8 },
        { ...persona('expert'), share: 0.2 },
      ],
      workerField: 'worker',
    },
  });
  const scores = iqaScores(run);
  expect(scores.overall.helpfulness).toBeCloseTo(0.8 * 4 + 0.2 * 2, 12);
  expect(scores.overall.fluency).toBeCloseTo(0.8 * 5 + 0.2 * 4, 12);
  expect(scores.overall).toMatchObject({ queries: 1, accuracy: 0.5 });
  // One worker, two personas: one prompt each.
  expect(scores).toMatchObject({ units: 2, unreadable: 0, unanswered: 0, sameFamily: [] });
  expect(judge.requests()).toHaveLength(2);
  const asked = (model.requests() as unknown as { conversation: unknown[] }[])[0]!;
  expect(asked.conversation).toHaveLength(1);
});

test('stage 2 alone scores the conversations of the data; an unreadable reply is no score', async () => {
  const { engine, folder } = await engineWithProject();
  const recordedConversation = (id: string) => ({
    id,
    system: 'old',
    conversation: [
      { role: 'user', content: `Tell me about ${id}.` },
      { role: 'assistant', content: 'Gladly.' },
    ],
    human: { old: { helpfulness: [4] } },
  });
  const datasetId = await importRecords(engine, folder, [
    recordedConversation('x'),
    recordedConversation('y'),
  ]);
  const judge = scriptedModel(folder, 'judge', {
    texts: [
      { holds: ['about x'], text: 'Helpfulness: 5, Fluency: 3' },
      { holds: ['about y'], text: 'I like it.' },
    ],
  }).spec;
  const run = await runToEnd(engine, {
    datasetId,
    model: { kind: 'recorded', system: 'old' },
    settings: { protocol: 'iqa-eval', judges: [judge], personas: [{ ...persona('standard'), share: 1 }] },
  });
  expect(iqaScores(run)).toMatchObject({ overall: { helpfulness: 5, fluency: 3 }, units: 2, unreadable: 1 });
  expect(run).toMatchObject({
    state: 'finished',
    message: '1 reply of judges could not be read and counts nowhere.',
  });
  const made = await engine.client.protocol.useAsSignal({ runId: run.id });
  expect(made).toMatchObject({ items: 1, isNewSystem: false });
});

test('final answers by letter or in words', () => {
  const task = {
    itemId: 1,
    question: '',
    passage: null,
    goldAnswers: ['thousand'],
    options: [['a', 'million'] as const, ['b', 'thousand'] as const],
  };
  expect(finalAnswerIn('Thanks. So, the answer is: B. thousand')).toBe('B. thousand');
  expect(finalAnswerIn('What is K?')).toBeUndefined();
  expect(isCorrectAnswer('B', task)).toBe(true);
  expect(isCorrectAnswer('A.', task)).toBe(false);
  expect(isCorrectAnswer('Thousand', task)).toBe(true);
  expect(isCorrectAnswer(null, task)).toBe(false);
  expect(isCorrectAnswer(null, { ...task, goldAnswers: [] })).toBeNull();
});

test('scores outside 1 to 5 are not read', () => {
  expect(readScores('Helpfulness: 7\nFluency (1 to 5): 4.5', [])).toMatchObject({
    helpfulness: null,
    fluency: 4.5,
  });
  expect(readScores('**Helpfulness**: 4\n- Fluency: 3/5\nReason: ok', [])).toEqual({
    helpfulness: 4,
    fluency: 3,
    reason: 'ok',
  });
});

test('families of models by their names', () => {
  expect(familyInCommon('gpt-4o', 'text-davinci-001')).toBe('GPT');
  expect(familyInCommon('claude-3-haiku', 'gpt-4o')).toBeUndefined();
  expect(familyInCommon('Meta-Llama-3-8B', 'vicuna-7b')).toBe('Llama');
  // A model that judges itself favors its own, whatever it is called.
  expect(familyInCommon('mine', 'Mine ')).toBe('mine');
  expect(familyInCommon('', '')).toBeUndefined();
});

const halie = path.resolve(import.meta.dirname, '../../../../shared/data/halie/iqa_quizzes.jsonl');
test.skipIf(!existsSync(halie))(
  'HALIE quizzes are scored worker by worker (skipped where the data are not beside the checkout)',
  () => assertQuizzesScored(() => halie, { limit: 10, units: 10 }),
);

test('made-up quizzes of their shape are scored worker by worker, those of the recorded system alone', () =>
  assertQuizzesScored(
    (folder) => {
      const file = path.join(folder, 'quizzes.jsonl');
      writeFileSync(file, asLines(madeUpQuizzes));
      return file;
    },
    { limit: 10, units: 2 },
  ));

async function assertQuizzesScored(
  fileIn: (folder: string) => string,
  { limit, units }: { limit: number; units: number },
): Promise<void> {
  const { engine, folder } = await engineWithProject();
  const { project } = engine.context.session;
  const { datasetId } = await engine.context.jobs.start(project!, 'import', 'halie', {
    path: fileIn(folder),
    sourceName: 'iqa_quizzes.jsonl',
    format: 'assay-jsonl',
    datasetName: 'halie',
    scales: [],
  }).finished;
  const judge = scriptedModel(folder, 'judge', {
    texts: [{ holds: [''], text: 'Helpfulness: 3\nFluency: 4' }],
  }).spec;
  const run = await runToEnd(engine, {
    datasetId: datasetId!,
    model: { kind: 'recorded', system: 'Davinci' },
    settings: { protocol: 'iqa-eval', judges: [judge], personas: [{ ...persona('standard'), share: 1 }] },
    limit,
  });
  expect(iqaScores(run)).toMatchObject({ overall: { helpfulness: 3, fluency: 4 }, units });
}
