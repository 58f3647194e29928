import { describe, expect, test } from 'vitest';
import { metricById, metrics, normalizationOf, sameResponses } from '../../../stats/index.ts';

const same = (metric: string | undefined, a: string, b: string) =>
  sameResponses([a], [b], normalizationOf(metric));

describe('responses that need no label', () => {
  test('answers are compared as the metric compares them', () => {
    expect(same('f1-squad1', 'The Beatles.', 'beatles')).toBe(true);
    expect(same('rouge-l', 'The Beatles.', 'beatles')).toBe(false);
    expect(same('rouge-l', 'The Beatles.', 'the beatles')).toBe(true);
    expect(same('rouge-l', 'running', 'run')).toBe(false);
    expect(same('rouge-l-stem', 'running', 'run')).toBe(true);
    expect(same('accuracy', ' Yes', 'yes')).toBe(true);
    expect(same('accuracy', 'C', 'C++')).toBe(false);
    expect(same('f1-quac', 'CANNOTANSWER', 'cannotanswer')).toBe(false);
  });

  test('people see every letter: for ratings only identical texts are equal', () => {
    expect(same(undefined, 'Yes.', 'Yes')).toBe(false);
    expect(same(undefined, 'Yes.', 'Yes.')).toBe(true);
    expect(same('a-metric-of-tomorrow', 'Yes.', 'yes.')).toBe(false);
    expect(same('constructor', 'Yes.', 'yes.')).toBe(false);
  });

  test('every turn must be equal, and there must be as many', () => {
    const normalize = normalizationOf('f1-coqa');
    expect(sameResponses(['a cat', 'no'], ['cat', 'No!'], normalize)).toBe(true);
    expect(sameResponses(['a cat', 'no'], ['cat', 'yes'], normalize)).toBe(false);
    expect(sameResponses(['a cat'], ['cat', 'no'], normalize)).toBe(false);
  });

  const pairs = [
    ['The cat, sat!', 'cat sat'],
    ['A  dog', 'a dog'],
    ['Running dogs', 'run dog'],
    ['', 'the'],
    ['CANNOTANSWER', 'cannotanswer'],
    ['naïve café', 'Naïve Café'],
    ['yes', ' YES '],
  ] as const;
  const references = ['cat sat', 'dog', 'the run dogs', 'CANNOTANSWER', '', 'yes', 'naïve'];

  test.each(metrics.map(({ id }) => id))('%s scores alike whatever it takes for equal', (id) => {
    const metric = metricById(id)!;
    for (const [a, b] of pairs) {
      if (!same(id, a, b)) continue;
      for (const reference of references) {
        expect(metric.score(a, [reference]), `${a} | ${b} | ${reference}`).toBe(metric.score(b, [reference]));
      }
    }
  });
});
