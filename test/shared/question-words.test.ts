import { describe, expect, test } from 'vitest';
import type { LabelForm } from '../../shared/contract/index.ts';
import { questionFor } from '../../shared/question-words.ts';

const rating = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' } as const;
const binary = { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' } as const;
const category = { kind: 'category', options: [] } as const satisfies LabelForm;
const preference = { kind: 'preference', steps: 3 } as const;

type Asked = Parameters<typeof questionFor>[2];
const question = (criterion: string, form: LabelForm, asked?: Asked) =>
  questionFor({ kind: 'criterion', criterion }, form, asked);

/** Every way in which a criterion is asked for. */
const allOf = (criterion: string, direction: 'higher' | 'lower' = 'higher') => ({
  rating: question(criterion, rating, { direction }),
  binary: question(criterion, binary, { direction }),
  category: question(criterion, category, { direction }),
  preference: question(criterion, preference, { direction }),
  'rating of two': question(criterion, rating, { isComparison: true, direction }),
  'binary of two': question(criterion, binary, { isComparison: true, direction }),
  'category of two': question(criterion, category, { isComparison: true, direction }),
  'rating of a conversation': question(criterion, rating, { isWhole: true, direction }),
  'binary of a conversation': question(criterion, binary, { isWhole: true, direction }),
  'category of a conversation': question(criterion, category, { isWhole: true, direction }),
  'rating of each turn': question(criterion, { ...rating, perTurn: true }, { direction }),
  'binary of each turn': question(criterion, { ...binary, perTurn: true }, { direction }),
});

describe('the question that annotators read', () => {
  test('of a general criterion', () => {
    expect(allOf('helpfulness')).toEqual({
      rating: 'How helpful is this reply?',
      binary: 'Is this reply helpful?',
      category: 'Which option for "helpfulness" fits the reply best?',
      preference: 'Which of the two replies is more helpful?',
      'rating of two': 'How helpful is each reply?',
      'binary of two': 'For each reply: is it helpful?',
      'category of two': 'Which option for "helpfulness" fits each reply best?',
      'rating of a conversation': 'How helpful are the replies in this conversation?',
      'binary of a conversation': 'Are the replies in this conversation helpful?',
      'category of a conversation': 'Which option for "helpfulness" fits the conversation best?',
      'rating of each turn': 'How helpful is each reply?',
      'binary of each turn': 'For each reply: is it helpful?',
    });
  });

  test('of any other name, which is quoted', () => {
    expect(allOf('llm-rubric')).toEqual({
      rating: 'Rate the reply on "llm rubric".',
      binary: 'Does the reply pass "llm rubric"?',
      category: 'Which option for "llm rubric" fits the reply best?',
      preference: 'Which of the two replies is better on "llm rubric"?',
      'rating of two': 'Rate each reply on "llm rubric".',
      'binary of two': 'For each reply: does it pass "llm rubric"?',
      'category of two': 'Which option for "llm rubric" fits each reply best?',
      'rating of a conversation': 'Rate the conversation on "llm rubric".',
      'binary of a conversation': 'Does the conversation pass "llm rubric"?',
      'category of a conversation': 'Which option for "llm rubric" fits the conversation best?',
      'rating of each turn': 'Rate each reply on "llm rubric".',
      'binary of each turn': 'For each reply: does it pass "llm rubric"?',
    });
  });

  test.each([
    ['quality', 'How good is this reply?', 'Which of the two replies is better?'],
    ['Overall_Quality', 'How good is this reply?', 'Which of the two replies is better?'],
    ['accuracy', 'How accurate is this reply?', 'Which of the two replies is more accurate?'],
    ['is_correct', 'How correct is this reply?', 'Which of the two replies is more correct?'],
    ['safety score', 'How safe is this reply?', 'Which of the two replies is safer?'],
    ['Clarity Rating', 'How clear is this reply?', 'Which of the two replies is clearer?'],
    ['answer-relevance', 'How relevant is this reply?', 'Which of the two replies is more relevant?'],
    [
      'faithfulness',
      'How faithful is this reply to its sources?',
      'Which of the two replies is more faithful to its sources?',
    ],
    [
      'groundedness',
      'How grounded is this reply in its sources?',
      'Which of the two replies is more grounded in its sources?',
    ],
  ])('of %s', (criterion, rated, preferred) => {
    expect(question(criterion, rating)).toBe(rated);
    expect(question(criterion, preference)).toBe(preferred);
  });

  test.each(['safety', 'harmlessness', 'coherence', 'quality'])('%s can be had by a conversation', (name) => {
    expect(question(name, rating, { isWhole: true })).toMatch(/^How \w+ is this conversation\?$/);
    expect(question(name, binary, { isWhole: true })).toMatch(/^Is this conversation \w+\?$/);
  });

  test.each(['fluency', 'completeness', 'correctness', 'relevance'])('%s is of its replies', (name) => {
    expect(question(name, rating, { isWhole: true })).toMatch(
      /^How \w+ are the replies in this conversation\?$/,
    );
  });

  test('of a fault never asks for more of it as the better', () => {
    expect(question('toxicity', preference, { direction: 'lower' })).toBe(
      'Which of the two replies is less toxic?',
    );
    expect(question('toxicity', preference, { direction: 'higher' })).toBe(
      'Which of the two replies is better on "toxicity"?',
    );
    expect(allOf('policy breach', 'lower')).toMatchObject({
      binary: 'Does "policy breach" apply to the reply?',
      'binary of two': 'For each reply: does "policy breach" apply to it?',
      'binary of a conversation': 'Does "policy breach" apply to the conversation?',
    });
  });

  test('of a general criterion whose better values are the contrary ones is quoted, and says nothing of them', () => {
    // A check named toxicity that a reply passes: "Is this reply toxic?" would be answered the wrong way round.
    expect(allOf('toxicity', 'higher')).toMatchObject({
      rating: 'Rate the reply on "toxicity".',
      binary: 'Does the reply pass "toxicity"?',
      'binary of two': 'For each reply: does it pass "toxicity"?',
    });
    expect(allOf('toxicity', 'lower')).toMatchObject({
      rating: 'How toxic is this reply?',
      binary: 'Is this reply toxic?',
    });
    expect(allOf('helpfulness', 'lower')).toMatchObject({
      rating: 'Rate the reply on "helpfulness".',
      preference: 'Which of the two replies is better on "helpfulness"?',
    });
  });

  test.each([
    ['appropriateness', 'How appropriate is this reply?'],
    ['specificity', 'How specific is this reply?'],
    ['Friendliness', 'How friendly is this reply?'],
  ])('of %s, which many sets have', (name, asked) => expect(question(name, rating)).toBe(asked));

  test.each(['score', 'rating', 'Ratings'])('does not quote %s, which says nothing', (name) => {
    expect(question(name, rating)).toBe('Rate the reply.');
  });

  test.each(['is', '質', 'tone/voice', '__', 'quality of service'])('quotes %s', (name) => {
    const words = name.replaceAll('_', ' ').trim() || name;
    expect(question(name, rating)).toBe(`Rate the reply on "${words}".`);
  });

  test('of a metric asks for the answer', () => {
    const measure = { kind: 'metric', metric: 'rouge-l' } as const;
    expect(questionFor(measure, { kind: 'answer', turns: 1 })).toBe(
      'What is the right answer? Write it as briefly as you would say it.',
    );
  });
});
