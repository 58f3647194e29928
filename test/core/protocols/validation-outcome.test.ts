import { expect, test } from 'vitest';
import { questionOutcome } from '../../../core/protocols/outcomes/question-outcome.ts';
import { type OwnValidation, validationView } from '../../../core/protocols/validation/validation-view.ts';
import { validatorAgreement } from '../../../core/protocols/validation/validator-agreement.ts';

const ungrammatical = { answerability: 'ungrammatical', isCorrect: null } as const;
const unanswerable = { answerability: 'unanswerable', isCorrect: null } as const;
const correct = { answerability: 'answerable', isCorrect: true } as const;
const incorrect = { answerability: 'answerable', isCorrect: false } as const;
const marked = (isCorrect: boolean, isAnswerable = true) => ({ isCorrect, isAnswerable });

const outcomeOf = (
  verdicts: readonly (typeof ungrammatical | typeof unanswerable | typeof correct | typeof incorrect)[],
  mark: ReturnType<typeof marked> | null = null,
  isRefused = false,
) => questionOutcome({ verdicts, mark, isRefused });

test('a question is discarded when all validators call it ungrammatical, whatever the asker marked', () => {
  expect(outcomeOf([ungrammatical, ungrammatical], marked(true)).outcome).toBe('discarded');
  expect(outcomeOf([ungrammatical, correct], marked(true)).outcome).toBe('correct');
});

test('correctness is the majority of the asker and two validators', () => {
  expect(outcomeOf([correct, incorrect], marked(true))).toMatchObject({
    outcome: 'correct',
    votesCorrect: 2,
    votesIncorrect: 1,
    isAnswerable: true,
  });
  expect(outcomeOf([correct, incorrect], marked(false)).outcome).toBe('incorrect');
  expect(outcomeOf([incorrect, incorrect], marked(true)).outcome).toBe('incorrect');
});

test('without a mark of the asker, or with a validator who has no vote, a tie stays undecided', () => {
  expect(outcomeOf([correct, incorrect]).outcome).toBe('undecided');
  expect(outcomeOf([correct, correct]).outcome).toBe('correct');
  expect(outcomeOf([ungrammatical, incorrect], marked(true)).outcome).toBe('undecided');
});

test('of a question that the passage does not answer, a refusal is the correct answer', () => {
  expect(outcomeOf([unanswerable, unanswerable], marked(false, false), true)).toMatchObject({
    outcome: 'correct',
    isAnswerable: false,
  });
  expect(outcomeOf([unanswerable, unanswerable], marked(true), false)).toMatchObject({
    outcome: 'incorrect',
    isAnswerable: false,
    votesIncorrect: 2,
  });
  expect(outcomeOf([unanswerable, correct], null, true)).toMatchObject({
    outcome: 'correct',
    isAnswerable: null,
  });
});

test("Fleiss' kappa of two validators, worked by hand", () => {
  // Overall: categories unanswerable, correct, incorrect. Rows (2,0,0), (0,2,0), (0,1,1), (1,1,0), and one left out.
  // Agreement (1 + 1 + 0 + 0)/4 = 1/2; shares 3/8, 4/8, 1/8; chance (9 + 16 + 1)/64 = 26/64;
  // kappa = (32 - 26)/(64 - 26) = 6/38.
  // Answerability: rows (2,0), (0,2), (0,2), (1,1): agreement 3/4; shares 3/8, 5/8; chance 34/64;
  // kappa = (48 - 34)/(64 - 34) = 14/30.
  const { overall, answerability } = validatorAgreement(
    [
      [unanswerable, unanswerable],
      [correct, correct],
      [correct, incorrect],
      [unanswerable, correct],
      [ungrammatical, correct],
    ],
    2,
  );
  expect(overall).toEqual({ kappa: expect.closeTo(6 / 38, 12), questions: 4, leftOut: 1, reason: null });
  expect(answerability.kappa).toBeCloseTo(14 / 30, 12);
});

test('an agreement that cannot be estimated says why', () => {
  expect(validatorAgreement([[correct, incorrect]], 2).overall).toMatchObject({
    kappa: null,
    reason: 'fewer than two questions with verdicts of all validators',
  });
  const same = validatorAgreement(
    [
      [correct, incorrect],
      [correct, correct],
    ],
    2,
  );
  expect(same.overall.kappa).not.toBeNull();
  expect(same.answerability).toMatchObject({ kappa: null, reason: 'every verdict is of one category' });
  expect(validatorAgreement([[correct], [incorrect]], 1).overall.reason).toBe(
    'one validator agrees with nobody',
  );
});

test('a validator sees nothing of a question that the protocol left out', () => {
  const turn = (question: string, isAsked: boolean) => ({
    ...{ question, answer: isAsked ? 'Ann' : '', historyAnswer: isAsked ? 'Ann' : '', isRefused: false },
    ...{ isAsked, isValidated: isAsked },
  });
  const judged = { answerability: 'answerable', isCorrect: true, span: null, answerSeen: false } as const;
  const own = {
    ...{ annotator: 'Noor', passages: Array(3).fill({ passage: 'P', title: '' }), readings: 1, undo: [] },
    turns: [turn('Who?', true), turn('Did she?', false), turn('When?', true)],
    verdicts: new Map([[0, judged]]),
  };
  const view = validationView(own as unknown as OwnValidation, 'ref');
  expect(view).toMatchObject({ questions: 2, current: { turn: 2, question: 'When?' } });
  expect(view.history.map(({ question }) => question)).toEqual(['Who?']);
});
