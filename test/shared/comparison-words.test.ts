import { expect, test } from 'vitest';
import { rankingCountWords, scoreWords } from '../../shared/comparison-words.ts';

test('a ranking says how far it is, that it is found, or that its sample is used up', () => {
  const of = { answered: 12, items: 1031, left: 9, mattering: 3, top: null };
  expect(rankingCountWords(of)).toBe('12 of 1,031 answered, to find the whole order; 9 left.');
  expect(rankingCountWords({ ...of, left: 0, mattering: 0, top: 1 })).toBe(
    '12 of 1,031 answered, to find the best, which is found.',
  );
  const open = (mattering: number) =>
    rankingCountWords({ ...of, answered: 1031, left: 0, mattering, top: 3 });
  expect(open(66)).toBe(
    '1,031 of 1,031 answered, to find the best 3. The sample is used up, and 66 pairs are still to be decided: that takes more items.',
  );
  expect(open(1)).toContain('one pair is still to be decided');
});

test('scores whose intervals do not overlap decide no pair, and say so', () => {
  const place = { system: 'a', best: 1, worst: 2, score: 1070, scoreInterval: { lower: 1050, upper: 1090 } };
  expect(scoreWords({ places: [place] })).toContain('decide nothing, also where two do not overlap');
  expect(scoreWords({ places: [{ ...place, score: null, scoreInterval: undefined }] })).not.toContain(
    'overlap',
  );
});
