import { expect, test } from 'vitest';
import { lookAgain, reasonWords, runActions, stateWordsOf } from '../../../renderer/parts/runs/run-state.ts';
import { costWords, estimateWords, outcomesWords } from '../../../renderer/parts/runs/run-words.ts';
import { missingWords, unusableWords } from '../../../shared/outcome-words.ts';

const estimate = {
  items: 100,
  calls: 100,
  callsStored: 40,
  inputTokens: 1,
  outputTokens: 1,
  cost: 0.0123456,
  leastSeconds: 90,
  basis: '',
  flagged: 0,
  withPictures: 0,
  lacking: 0,
};

test('a cost without prices is said to be unknown, never 0', () => {
  expect(costWords(null)).toBe('no prices given');
  expect(estimateWords({ ...estimate, cost: null })).toContain('cost unknown');
});

test('an estimate counts only what is still to be sent', () => {
  expect(estimateWords(estimate)).toBe(
    "100 items, 60 requests to send · 40 replies already stored · about 0.0123 · at least 1 min 30 s at the endpoint's limits",
  );
});

test('items that cannot be asked about are said before a run', () => {
  expect(estimateWords({ ...estimate, calls: 97, lacking: 3 })).toContain(
    '57 requests to send · 40 replies already stored · 3 items without what the prompt shows, and so without a score',
  );
});

test('outcomes that did not happen are left out, and an unusable reply is never called a score', () => {
  const outcomes = { scored: 8, unreadable: 1, 'out-of-range': 0, refused: 1, empty: 0, failed: 0 };
  expect(outcomesWords({ kind: 'judge', outcomes })).toBe('8 scores, 1 not readable, 1 refused');
  // Scores come first, in whichever order they were counted.
  expect(outcomesWords({ kind: 'judge', outcomes: { failed: 3, scored: 8 } })).toMatch(/^8 scores, 3 /);
  expect(outcomesWords({ kind: 'responses', outcomes })).toBe('8 replies, 1 not readable, 1 refused');
});

test('what is running can be paused, what stopped can go on, what is finished needs nothing', () => {
  expect(runActions('running')).toEqual({ canPause: true, canResume: false, canCancel: true });
  expect(runActions('interrupted')).toMatchObject({ canResume: true, canCancel: false });
  expect(runActions('finished')).toEqual({ canPause: false, canResume: false, canCancel: false });
  expect(runActions('finished', 2)).toMatchObject({ canResume: true });
});

test('what is paused has no job that could be canceled', () => {
  expect(runActions('paused')).toEqual({ canPause: false, canResume: true, canCancel: false });
});

test('runs are looked at again while one of them is at work', () => {
  expect(lookAgain([{ state: 'finished' }, { state: 'running' }])).toBe(1000);
  expect(lookAgain([{ state: 'paused' }])).toBe(false);
});

test('what a finished run has not got is said with its number and kind; a full one says nothing', () => {
  const outcomes = { scored: 8, unreadable: 1, refused: 2, failed: 3 };
  expect(missingWords({ kind: 'responses', outcomes })).toBe(
    '3 failed. Look why; going on asks for those again. 3 replies could not be used and count nowhere: 1 not readable, 2 refused.',
  );
  // A reply of a judge holds a score for each criterion.
  expect(missingWords({ kind: 'judge', outcomes })).toContain('3 scores could not be used');
  expect(missingWords({ kind: 'judge', outcomes: { scored: 8, unreadable: 0 } })).toBe('');
});

test('what a judge could not use is counted in scores and in replies', () => {
  expect(unusableWords({ scored: 40, unreadable: 100, refused: 14, failed: 2 }, 82)).toBe(
    '114 scores in 82 replies cannot be used: 100 not readable, 14 refused. They count nowhere.',
  );
  expect(unusableWords({ scored: 40, empty: 1 }, 1)).toBe(
    '1 score in 1 reply cannot be used: 1 empty. It counts nowhere.',
  );
  expect(unusableWords({ scored: 40, failed: 2 }, 0)).toBeNull();
});

test('a run says in its state that more than 5 % of its scores cannot be used', () => {
  const outcomes = { scored: 24, unreadable: 840 };
  expect(stateWordsOf({ state: 'finished', outcomes })).toBe('Finished, but 97.2\u00a0% not usable');
  expect(stateWordsOf({ state: 'paused', outcomes })).toBe('Paused');
  expect(stateWordsOf({ state: 'finished', outcomes: { scored: 95, unreadable: 5 } })).toBe('Finished');
  expect(stateWordsOf({ state: 'finished', outcomes: { scored: 94, empty: 6 } })).toContain('6\u00a0%');
  expect(stateWordsOf({ state: 'finished', outcomes: { failed: 3 } })).toBe('Finished');
  expect(stateWordsOf({ state: 'finished' })).toBe('Finished');
});

test('beside its state a run does not say that state again', () => {
  const reason = (message: string) => reasonWords({ state: 'canceled', message });
  expect(reason('Canceled. Resume it to go on.')).toBe('Resume it to go on.');
  expect(reason('The key is missing.')).toBe('The key is missing.');
});
