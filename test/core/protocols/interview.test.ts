import { expect, test, vi } from 'vitest';
import { interview, scoresOfInterview } from '../../../core/protocols/interview/interview.ts';
import { isLeak } from '../../../core/protocols/interview/leak.ts';
import { withBothPromptRates } from '../../../core/protocols/run/scores-of-run.ts';
import type { ProtocolRun, ProtocolSettings } from '../../../shared/contract/index.ts';
import { ProtocolScoresSchema } from '../../../shared/contract/protocol-scores.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { anAnswer, anOpenConversation, saying } from './support/saying.ts';
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
    questionPromptRateOfSuccesses: 1,
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
  expect(scores.filter(({ measure }) => measure === 'QPR, Equation 8').map(({ place }) => place)).toEqual([
    1, 2,
  ]);
  expect(overlap[0]).toMatchObject({
    prompt: 1,
    questions: 1,
    sets: [{ systems: ['strong', 'weak'], same: 1 }],
  });
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

/** What the model and the generator were shown when a question fails three follow-ups, by place in the conversation. */
async function shownTo(window: number | null) {
  const asked: string[][] = [];
  const told: string[] = [];
  let hint = 0;
  const turn = (index: number, answer: string) => ({
    itemId: index,
    turn: 0,
    question: `Q${index}?`,
    passage: 'P',
    goldAnswers: [answer],
    goldAnswer: answer,
    isAnswerable: true,
    twin: null,
  });
  const answers: Record<string, string> = { 'Q0?': 'zero', 'Q1?': 'one', 'Q2?': 'two' };
  const { outcome } = await interview(
    {
      itemIds: [0],
      group: null,
      background: '',
      turns: [turn(0, 'zero'), turn(1, 'one'), turn(2, 'two'), turn(3, 'three')],
    },
    {
      settings: {
        protocol: 'interview',
        history: 'generated',
        generator: { kind: 'endpoint', endpointId: 1, model: 'g' } as never,
        leakChecker: null,
        refusalChecker: null,
        prompts: [],
        mostPrompts: 3,
        window,
        threshold: 0.3,
        rightBy: 'threshold',
        refusals: [],
        goldCorrection: true,
      },
      model: {
        async reply(conversation) {
          asked.push(conversation.filter(({ role }) => role === 'user').map(({ content }) => content));
          return anAnswer(answers[conversation.at(-1)!.content] ?? 'nonsense');
        },
      },
      generator: {
        name: 'g',
        part: 'generator',
        async complete(messages, openConversation, reading) {
          told.push(messages.at(-1)!.content);
          hint += 1;
          return saying(`Hint ${hint}?`).complete(messages, openConversation, reading);
        },
      },
      leakChecker: null,
      openConversation: anOpenConversation(),
      keep: async () => {},
    },
  );
  return { asked, told, outcome };
}

test('at the third hint the model still has the question, its window being of the history alone', async () => {
  const { asked, told } = await shownTo(2);
  expect(asked.at(-1)).toEqual(['Q1?', 'Q2?', 'Q3?', 'Hint 1?', 'Hint 2?', 'Hint 3?']);
  expect(asked[2]).toEqual(['Q0?', 'Q1?', 'Q2?']);
  // The generator sees the history whole.
  for (const text of told) expect(text).toContain('Q: Q0?');
  const none = await shownTo(0);
  expect(none.asked.at(-1)).toEqual(['Q3?', 'Hint 1?', 'Hint 2?', 'Hint 3?']);
});

test('QPR and PFR stand beside for the questions that have an answer', () => {
  const cell = (isAnswerable: boolean, prompts: number, isSuccess: boolean) => ({
    itemId: 1,
    isAnswerable,
    isFirstRefused: false,
    prompts,
    isSuccess,
  });
  const cells = [
    cell(true, 0, true),
    cell(true, 2, true),
    cell(true, 3, false),
    cell(false, 1, true),
    cell(false, 3, false),
  ];
  const settings = { mostPrompts: 3, threshold: 0.3, rightBy: 'threshold' } as Parameters<
    typeof scoresOfInterview
  >[1];
  expect(scoresOfInterview([{ cells, leaks: 0 }], settings)).toMatchObject({
    questionPromptRate: (3 + 9) / 3,
    questionPromptRateOfSuccesses: (1 + 3 + 2) / 3,
    promptFailureRate: 2 / 5,
    ofAnswerable: {
      questions: 3,
      questionPromptRate: (2 + 5) / 2,
      questionPromptRateOfSuccesses: (1 + 3) / 2,
      promptFailureRate: 1 / 3,
    },
  });
  const unanswerable = scoresOfInterview([{ cells: cells.slice(3), leaks: 0 }], settings);
  expect(unanswerable).toMatchObject({
    ofAnswerable: { questions: 0, questionPromptRate: null, promptFailureRate: null },
  });
  // A run of an earlier version stored the first of the two alone.
  const fresh = scoresOfInterview([{ cells, leaks: 0 }], settings);
  const { questionPromptRateOfSuccesses: _both, ofAnswerable, ...before } = fresh;
  const { questionPromptRateOfSuccesses: _own, ...others } = ofAnswerable;
  const stored = ProtocolScoresSchema.parse({ ...before, ofAnswerable: others });
  expect(stored).toMatchObject({ questionPromptRateOfSuccesses: null });
  const finished = [{ variant: {}, outcome: { cells, leaks: 0 } }];
  const run: ProtocolSettings = { ...settings, protocol: 'interview' };
  expect(withBothPromptRates(stored, run, () => finished)).toEqual(fresh);
  // Nothing is read again where both are there.
  expect(
    withBothPromptRates(fresh, run, () => {
      throw new Error('read again');
    }),
  ).toBe(fresh);
});
