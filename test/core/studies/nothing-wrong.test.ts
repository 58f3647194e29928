import { expect, test } from 'vitest';
import { isNothingWrong } from '../../../core/studies/failures/coding.ts';

test('nothing went wrong where no failure is named or made, and no note but spaces is there', () => {
  const coding = { modes: [], note: '', at: null, list: 0 };
  expect([coding, { ...coding, note: '  ' }, { ...coding, made: [] }].map(isNothingWrong)).toEqual([
    ...[true, true, true],
  ]);
  expect(
    [
      { ...coding, modes: [1] },
      { ...coding, note: ' x ' },
      { ...coding, made: ['Rude'] },
    ].map(isNothingWrong),
  ).toEqual([false, false, false]);
});
