import { describe, expect, test } from 'vitest';
import { isCorrectAnswer } from '../../../core/protocols/iqa-eval/final-answer.ts';
import type { Task } from '../../../core/protocols/iqa-eval/interaction.ts';
import { iqaScores } from '../../../core/protocols/iqa-eval/iqa-scores.ts';
import { calibratedShare, withRightness } from '../../../core/protocols/iqa-eval/rightness.ts';
import { builtInText } from '../../../core/protocols/prompts/built-in-texts.ts';
import type { Correctness, IqaSettings } from '../../../shared/contract/index.ts';
import { differenceText, endsText, scoreText, shareMeasures } from '../../../shared/score-words.ts';
import { anOpenConversation, saying } from './support/saying.ts';

const task: Task = {
  itemId: 1,
  question: 'When was it released?',
  options: [],
  goldAnswers: ['July 3, 1990'],
  passage: null,
};
const choice: Task = {
  ...task,
  options: [
    ['a', 'Paris'],
    ['b', 'Rome'],
  ],
  goldAnswers: ['Paris'],
};
const long = 'It was released on July 3, 1990';

describe('an answer is right by the rule of the run', () => {
  test.each([
    ['exact', { by: 'exact' }, 'July 3, 1990.', true],
    ['exact, in a sentence', { by: 'exact' }, long, false],
    ['containment', { by: 'containment' }, long, true],
    ['containment, another day', { by: 'containment' }, 'It was released on July 4, 1990', false],
    ['word F1 of 2 x 3 of 10', { by: 'f1', threshold: 0.5 }, long, true],
    ['word F1 above more', { by: 'f1', threshold: 0.7 }, long, false],
  ] as const)('%s', (_name, rule, answer, expected) =>
    expect(isCorrectAnswer(answer, task, rule)).toBe(expected),
  );

  test('of options only the option counts', () => {
    expect(isCorrectAnswer('A', choice, { by: 'containment' })).toBe(true);
    expect(isCorrectAnswer('Not Paris', choice, { by: 'containment' })).toBe(false);
    expect(isCorrectAnswer('B', choice, { by: 'f1', threshold: 0 })).toBe(false);
  });

  test.each([
    ['RIGHT', true],
    ['<think>WRONG? No.</think>RIGHT', true],
    ['WRONG', false],
    ['Hm', null],
  ])('a judge that says %j', async (says, expected) => {
    const correctness = { by: 'judge', checker: {} as never, criterion: null } satisfies Correctness;
    const checker = { agent: saying(says), text: builtInText('answer-check') };
    const interaction = { task, exchanges: [], finalAnswer: long, isCorrect: null };
    const { isCorrect } = await withRightness(interaction, {
      correctness,
      checker,
      openConversation: anOpenConversation(),
    });
    expect(isCorrect).toBe(expected);
  });
});

describe('a judge of right answers, calibrated by labels', () => {
  test('people say more than the judge on half of what they labeled', () => {
    // The judge calls 40 of 100 right; people labeled 20: of ten that it calls wrong five are right.
    const items = Array.from({ length: 100 }, (_, i) => ({
      judged: Number(i < 40),
      label: i >= 30 && i < 50 ? Number(i < 45) : undefined,
    }));
    const { labeled, value, lower, upper } = calibratedShare(items);
    expect(labeled).toBe(20);
    expect(value).toBeCloseTo(0.4 + 5 / 20, 12);
    // The error of .25 is .625 of [-1, 1]: c = (20 x .625 + 1) / 22, V = .8 (.9375 + 20 (.625 - c)^2 + c^2 + (1 - c)^2) / (21 x 22),
    // t(19) = 2.0930: c - .10545 = .50819, which is .4 + 2 x .50819 - 1.
    expect(lower).toBeCloseTo(0.41637, 4);
    // The exact binomial end lies farther out than c + .10545 does.
    expect(upper).toBeGreaterThan(0.83816);
    expect(upper).toBeLessThan(0.87);
  });

  test('what cannot be estimated is not', () => {
    expect(calibratedShare([{ judged: 1, label: undefined }])).toMatchObject({ labeled: 0, value: null });
    const agreed = [
      { judged: 1, label: 1 },
      { judged: 0, label: 0 },
      { judged: 1, label: undefined },
    ];
    expect(calibratedShare(agreed)).toMatchObject({ value: 2 / 3, lower: null, upper: null });
    const many = Array.from({ length: 60 }, (_, i) => ({ judged: 1, label: i < 10 ? 1 : undefined }));
    // Ten labels that agree with the judge leave room for errors that they missed.
    const { value, lower, upper } = calibratedShare(many);
    expect([value, upper]).toEqual([1, 1]);
    expect(lower).toBeLessThan(0.85);
    expect(calibratedShare(many.slice(0, 10))).toMatchObject({ labeled: 10, value: 1, lower: 1, upper: 1 });
  });
});

test('repeats of recorded talks count each interaction once', () => {
  const persona = { name: 'p', share: 1, role: 'r', version: 1, expectation: 'e', metrics: '' };
  const settings = {
    ...{ protocol: 'iqa-eval', personas: [persona], runs: 3, user: null, condition: 'interactive' },
    correctness: { by: 'exact' },
  } as unknown as IqaSettings;
  const interaction = (itemId: number, isCorrect: boolean) => ({
    ...{ itemId, isCorrect, queries: 2, isAnswered: true, hasGold: true, sentences: 3 },
  });
  const units = [0, 1, 2].flatMap((run) =>
    [true, false].map((isCorrect, i) => ({
      ...{ persona: 0, run },
      outcome: { judged: [{ helpfulness: 3, fluency: 3 }], interactions: [interaction(i, isCorrect)] },
    })),
  );
  const scores = iqaScores(units, settings, ['j'], ['m']);
  expect(scores).toMatchObject({
    units: 6,
    unanswered: 0,
    overall: { accuracy: 0.5, answers: { right: 1, asked: 2, unanswered: 0 } },
  });
});

test('one score has one form', () => {
  expect(scoreText('all questions', 0.471)).toBe('47.1\u00a0%');
  for (const measure of shareMeasures) expect(scoreText(measure, 1)).toBe('100\u00a0%');
  expect(scoreText('helpfulness', 4.123)).toBe('4.12');
  expect(scoreText('accuracy', null)).toBe('–');
  expect(differenceText('PFR', 0.024)).toBe('2.4 points');
  const ends = { lower: 0.3, upper: 0.9, reason: null };
  expect(endsText('accuracy', ends)).toBe('30\u00a0% to 90\u00a0%');
  expect(endsText('accuracy', { lower: null, upper: null, reason: 'too few' })).toBe('too few');
});
