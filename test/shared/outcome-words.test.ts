import { expect, test } from 'vitest';
import { nothingChanged } from '../../shared/outcome-words.ts';

test('a replay that was to change questions and changed none says whose figures it has', () => {
  expect(nothingChanged({ invalid: 3, changed: 0 })).toBe(
    'No question was changed: these are the figures of Auto-Pred.',
  );
  expect(nothingChanged({ invalid: 3, changed: 1 })).toBeNull();
  // Every question fitted: there was nothing to change.
  expect(nothingChanged({ invalid: 0, changed: 0 })).toBeNull();
});
