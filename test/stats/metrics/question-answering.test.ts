import { describe, expect, test } from 'vitest';
import { metricById, metrics, normalizeAnswer, scoreTurns } from '../../../stats/index.ts';
import { leaveOneOutMean, maxOverReferences } from '../../../stats/metrics/metric.ts';

const score = (id: string, response: string, references: string[]) =>
  metricById(id)!.score(response, references);

describe('normalization', () => {
  test.each([
    ['The  Quick, brown fox!', 'quick brown fox'],
    ["Don't", 'dont'],
    ['a an the', ''],
    ['an-other the\tend', 'another end'],
    // Unicode letters belong to words: no article inside them.
    ['th\u00e9 a\u00f1o \u00e0 la', 'th\u00e9 a\u00f1o \u00e0 la'],
    ['the\u00a0na\u00efve', 'na\u00efve'],
    ['\u201cquoted\u201d', '\u201cquoted\u201d'],
    // Only ASCII punctuation is deleted, in these scripts: dashes, guillemets and full-width marks stay.
    ['\u00abyes\u00bb \u2014 no\uff01', '\u00abyes\u00bb \u2014 no\uff01'],
    ['\u2019the\u2019', '\u2019 \u2019'],
  ])('%j becomes %j', (text, expected) => {
    expect(normalizeAnswer(text)).toBe(expected);
  });
});

describe('SQuAD', () => {
  test('word F1 by hand', () => {
    // Response {cat, sat, mat}, reference {cat, sat, on, mat}: P = 1, R = 3/4.
    expect(score('f1-squad1', 'The cat sat, mat', ['a cat sat on the mat'])).toBeCloseTo(6 / 7, 14);
    // Counted as multisets: {to, be, to} and {to, be}: 2 common.
    expect(score('f1-squad2', 'to be to', ['to be'])).toBeCloseTo(4 / 5, 14);
    expect(score('f1-squad1', 'x', ['y', 'x y'])).toBeCloseTo(2 / 3, 14);
  });

  test('two empty answers', () => {
    expect(score('f1-squad1', 'the', ['a'])).toBe(0);
    expect(score('f1-squad2', 'the', ['a'])).toBe(1);
    expect(score('f1-squad2', '', [])).toBe(1);
    expect(score('em-squad2', '', [])).toBe(1);
    expect(score('f1-squad2', 'something', [])).toBe(0);
    // A reference without words is dropped while another has some.
    expect(score('f1-squad2', '', ['', 'x'])).toBe(0);
    expect(() => score('f1-squad1', '', [])).toThrow(RangeError);
  });

  test('exact match', () => {
    expect(score('em-squad1', 'The Eiffel Tower.', ['eiffel tower'])).toBe(1);
    expect(score('em-squad1', 'Eiffel', ['eiffel tower', 'tower'])).toBe(0);
  });
});

describe('CoQA', () => {
  test('references are left out in turn', () => {
    // Leaving out the one that matches, the best of the others scores 0; else 1: (0 + 1 + 1)/3.
    expect(score('em-coqa', 'yes', ['yes', 'no', 'maybe'])).toBeCloseTo(2 / 3, 14);
    expect(score('f1-coqa', 'yes', ['yes', 'no'])).toBeCloseTo(1 / 2, 14);
    expect(score('f1-coqa', 'yes', ['yes', 'yes', 'no'])).toBe(1);
    expect(score('f1-coqa', 'yes', ['yes'])).toBe(1);
    expect(score('f1-coqa', 'red car', ['red', 'car', 'red car'])).toBeCloseTo((1 + 1 + 2 / 3) / 3, 14);
  });

  test('two empty answers score 1, one empty answer 0', () => {
    expect(score('f1-coqa', '', [''])).toBe(1);
    expect(score('f1-coqa', '', ['yes'])).toBe(0);
    expect(score('em-coqa', 'the', ['a'])).toBe(1);
  });
});

describe('QuAC', () => {
  const none = 'CANNOTANSWER';

  test('unanswerable when at least half of the references say so', () => {
    expect(score('f1-quac', none, [none, 'a red car'])).toBe(1);
    expect(score('f1-quac', 'a red car', [none, 'a red car'])).toBe(0);
    expect(score('f1-quac', none, [none, 'red car', 'red car'])).toBe(0);
    expect(score('em-quac', 'cannotanswer', [none])).toBe(0);
  });

  test('the threshold is 0.4 and a question that reaches it stays', () => {
    // Human F1 of these: (1/2 + 1/2)/2 is above; one word in four common on both sides is 1/4, below.
    expect(score('f1-quac', 'red', ['red car', 'red bus'])).toBeCloseTo(2 / 3, 14);
    expect(score('f1-quac', 'red', ['red big old car', 'red tall new bus'])).toBeUndefined();
    // Exactly 2/5 between five words each.
    expect(score('f1-quac', 'x', ['p q r s t', 'p q u v w'])).toBe(0);
  });

  test('questions on which humans disagree are left out', () => {
    expect(score('f1-quac', 'red', ['red', 'blue'])).toBeUndefined();
    expect(score('em-quac', 'red', ['red', 'blue'])).toBeUndefined();
    expect(score('f1-quac', 'red', ['red'])).toBe(1);
  });

  test('references are left out in turn', () => {
    expect(score('f1-quac', 'red car', ['red car', 'red car', 'blue car'])).toBe(1);
    expect(score('f1-quac', 'red car', ['red car', 'red'])).toBeCloseTo((1 + 2 / 3) / 2, 14);
  });

  test('two empty answers score 0, though they match exactly', () => {
    expect(score('f1-quac', 'the', ['a'])).toBe(0);
    expect(score('em-quac', 'the', ['a'])).toBe(1);
  });
});

test('accuracy compares class labels', () => {
  expect(score('accuracy', '  Not  Relevant ', ['not relevant'])).toBe(1);
  expect(score('accuracy', 'C', ['C++'])).toBe(0);
  expect(score('accuracy', 'b', ['a', 'B'])).toBe(1);
});

describe('turns of a conversation', () => {
  const quac = metricById('f1-quac')!;

  test('mean over turns, those left out by the metric dropped', () => {
    const exact = metricById('em-squad1')!;
    expect(scoreTurns(exact, ['a b', 'c', 'd'], [['a b'], ['x'], ['d']])).toBeCloseTo(1 / 3 + 1 / 3, 14);
    expect(scoreTurns(quac, ['red', 'red'], [['red', 'blue'], ['red']])).toBe(1);
    expect(scoreTurns(quac, ['red'], [['red', 'blue']])).toBeUndefined();
    expect(() => scoreTurns(quac, ['red'], [])).toThrow(/same length/);
  });
});

test('the registry has every id once', () => {
  const ids = metrics.map((metric) => metric.id);
  expect(new Set(ids).size).toBe(ids.length);
  // Files and studies name these; others may follow.
  const named = [
    'rouge-l',
    'rouge-l-stem',
    'rouge-1',
    'rouge-1-stem',
    'rouge-2',
    'rouge-2-stem',
    'f1-squad1',
    'f1-squad2',
    'f1-coqa',
    'f1-quac',
    'em-squad1',
    'em-squad2',
    'em-coqa',
    'em-quac',
    'accuracy',
  ];
  expect(ids.filter((id) => named.includes(id))).toEqual(named);
  expect(metricById('bleu')).toBeUndefined();
});

test('nothing to compare with is refused, whatever is made of several references', () => {
  for (const over of [leaveOneOutMean, maxOverReferences]) {
    expect(() => over('a', [], () => 1)).toThrow(RangeError);
    expect(over('a', ['b'], () => 0.25)).toBe(0.25);
  }
  const score = (_: string, reference: string) => Number(reference);
  expect(maxOverReferences('a', ['0.5', '1', '0.25'], score)).toBe(1);
  expect(leaveOneOutMean('a', ['0.5', '1', '0.25'], score)).toBeCloseTo((1 + 0.5 + 1) / 3, 12);
  expect(leaveOneOutMean('a', ['1', '0.25', '1'], score)).toBe(1);
});
