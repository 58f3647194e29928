import { describe, expect, test } from 'vitest';
import { answerScores } from '../../../stats/protocols/answer-scores.ts';
import { binaryQuality } from '../../../stats/protocols/binary-quality.ts';
import { interviewScores, questionsPerSuccess } from '../../../stats/protocols/interview-scores.ts';
import { pairwiseAgreement } from '../../../stats/protocols/pairwise-agreement.ts';
import { questionOverlap } from '../../../stats/protocols/question-overlap.ts';
import { places, ranksAgree } from '../../../stats/protocols/ranks.ts';

describe('interview scores', () => {
  const cell = (prompts: number, isSuccess: boolean, isFirstRefused = false, isAnswerable = true) => ({
    prompts,
    isSuccess,
    isFirstRefused,
    isAnswerable,
  });

  test('QPR, PFR and ACR of a case done by hand', () => {
    // Successes with 0, 0, 2 and 1 prompts, a failure with 3, a failure with 1: N_s 4, N_f 2, N_g 7.
    const scores = interviewScores(
      [
        cell(0, true),
        cell(0, true),
        cell(2, true, true),
        cell(1, true),
        cell(3, false),
        cell(1, false, true),
      ],
      3,
    );
    expect(scores.questionPromptRate).toBe(11 / 4);
    // Of the four successes alone: 1 + 1 + 3 + 2 questions.
    expect(scores.questionPromptRateOfSuccesses).toBe(7 / 4);
    expect(scores.promptFailureRate).toBe(2 / 6);
    expect(scores.answerCorrectionRate).toBe(1 / 2);
    expect(scores.successesByPrompt).toEqual([2, 1, 1, 0]);
  });

  test('by the count of the authors ExCorD has the QPR of Table 2; failures do not move it', () => {
    expect(questionsPerSuccess([1492, 347, 95, 38])).toBeCloseTo(1.33, 3);
    expect(questionsPerSuccess([0, 0])).toBeUndefined();
    const won = [cell(0, true), cell(1, true)];
    const both = interviewScores([...won, cell(3, false)], 3);
    expect(both).toMatchObject({ questionPromptRate: 3, questionPromptRateOfSuccesses: 1.5 });
    expect(interviewScores(won, 3)).toMatchObject({
      questionPromptRate: 1.5,
      questionPromptRateOfSuccesses: 1.5,
    });
  });

  test('what is 0/0 is undefined, and what is 0/n is 0', () => {
    expect(interviewScores([], 3)).toMatchObject({
      questionPromptRate: undefined,
      promptFailureRate: undefined,
      answerCorrectionRate: undefined,
    });
    const failed = interviewScores([cell(3, false, true)], 3);
    expect(failed.questionPromptRate).toBeUndefined();
    expect(failed.promptFailureRate).toBe(1);
    expect(failed.answerCorrectionRate).toBe(0);
  });

  test('a refusal of an unanswerable question is no case for correction', () => {
    expect(interviewScores([cell(0, true, true, false)], 3).answerCorrectionRate).toBeUndefined();
  });

  test('more prompts than allowed are refused', () => {
    expect(() => interviewScores([cell(4, false)], 3)).toThrow(RangeError);
  });
});

describe('answer scores', () => {
  test('means over all, over answerable questions, and of refusals', () => {
    const scores = answerScores([
      { score: 1, isAnswerable: true, isRefused: false },
      { score: 0.5, isAnswerable: true, isRefused: false },
      { score: 1, isAnswerable: false, isRefused: true },
      { score: 0, isAnswerable: true, isRefused: true },
      { score: undefined, isAnswerable: true, isRefused: false },
    ]);
    expect(scores.all).toBe(0.625);
    expect(scores.answerable).toBe(0.5);
    expect(scores).toMatchObject({ questions: 5, scored: 4, scoredAnswerable: 3 });
    expect(scores.unanswerable).toMatchObject({ precision: 0.5, recall: 1, predictedShare: 0.4 });
  });

  test('no question: undefined, not 0', () => {
    expect(answerScores([]).all).toBeUndefined();
    expect(binaryQuality([])).toMatchObject({
      precision: undefined,
      recall: undefined,
      actualShare: undefined,
    });
  });
});

describe('pairwise agreement', () => {
  const of = (...pairs: [number | undefined, number | undefined][]) =>
    pairs.map(([first, second]) => ({ first, second }));

  test('counts passages, leaves out those on which people prefer neither', () => {
    const human = of([0.9, 0.5], [0.2, 0.8], [0.5, 0.5], [0.7, 0.1], [0.6, undefined]);
    const automatic = of([0.6, 0.5], [0.9, 0.1], [0.4, 0.2], [0.3, 0.3], [1, 1]);
    expect(pairwiseAgreement(human, automatic)).toEqual({
      agreeing: 1,
      comparable: 3,
      humanTies: 1,
      automaticTies: 1,
      agreement: 1 / 3,
    });
  });

  test('where less is better, the smaller score is preferred', () => {
    expect(pairwiseAgreement(of([0.9, 0.5]), of([1.1, 1.6]), 'lower').agreement).toBe(1);
  });

  test('nothing to compare is undefined', () => {
    expect(pairwiseAgreement(of([1, 1]), of([1, 0])).agreement).toBeUndefined();
  });
});

describe('places', () => {
  test('of Li et al. (2022), Table 2: people and Auto-Gold differ, people and Auto-Pred agree', () => {
    const human = places([82.6, 81.0, 87.8, 87.9], 'higher');
    expect(human).toEqual([3, 4, 2, 1]);
    expect(ranksAgree(human, places([63.2, 64.9, 65.4, 67.7], 'higher'))).toBe(false);
    expect(ranksAgree(human, places([54.6, 49.6, 57.2, 61.2], 'higher'))).toBe(true);
  });

  test('ties share a place; unknown scores have none', () => {
    expect(places([1.3, undefined, 1.3, 1.2], 'lower')).toEqual([2.5, undefined, 2.5, 1]);
    expect(ranksAgree([1], [1])).toBeUndefined();
  });
});

test('overlap of generated questions, by set of models', () => {
  const a = new Map([
    ['q1', ['Which year?', 'Which month?']],
    ['q2', ['Who?']],
  ]);
  const b = new Map([
    ['q1', ['Which year?', 'Which day?']],
    ['q2', ['Whose?']],
  ]);
  const c = new Map([['q1', ['Which year?', 'Which month?']]]);
  const [first, second] = questionOverlap([a, b, c], 2);
  expect(first).toEqual({
    prompt: 1,
    questions: 1,
    sets: [
      { models: [0, 1], same: 1 },
      { models: [0, 2], same: 1 },
      { models: [1, 2], same: 1 },
      { models: [0, 1, 2], same: 1 },
    ],
  });
  expect(second!.sets.map(({ same }) => same)).toEqual([0, 1, 0, 0]);
});

test('a statement that is right four times, wrong three, missed two and rightly withheld once', () => {
  const cases = (predicted: boolean, actual: boolean, count: number) =>
    Array(count).fill({ predicted, actual });
  const all = [
    ...cases(true, true, 4),
    ...cases(true, false, 3),
    ...cases(false, true, 2),
    ...cases(false, false, 1),
  ];
  expect(binaryQuality(all)).toEqual({
    ...{ truePositives: 4, falsePositives: 3, falseNegatives: 2, trueNegatives: 1 },
    ...{ precision: 4 / 7, recall: 4 / 6, predictedShare: 0.7, actualShare: 0.6 },
  });
});

test('two systems agree in order, are tied on one side or turned round', () => {
  const agree = (a: readonly (number | undefined)[], b: readonly (number | undefined)[]) => ranksAgree(a, b);
  expect([agree([1, 2], [1, 2]), agree([1, 2], [2, 1]), agree([1.5, 1.5], [1, 2])]).toEqual([
    true,
    false,
    false,
  ]);
  expect([agree([1.5, 1.5], [1.5, 1.5]), agree([1, 2, undefined], [1, 2, 3])]).toEqual([true, true]);
  expect([agree([1], [1]), agree([1, undefined], [1, 2])]).toEqual([undefined, undefined]);
});
