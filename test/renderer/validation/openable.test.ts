import { expect, test } from 'vitest';
import { openableRuns, openProblem } from '../../../renderer/screens/validation/openable.ts';
import type { ProtocolRun } from '../../../shared/contract/index.ts';

const run = (id: number, protocol: ProtocolRun['settings']['protocol'], conversationsDone: number) => ({
  id,
  settings: { protocol } as ProtocolRun['settings'],
  conversationsDone,
});

test('runs with answers to judge are offered, each once', () => {
  const runs = [
    run(1, 'conversation', 0),
    run(2, 'replay', 3),
    run(3, 'replay', 0),
    run(4, 'interview', 9),
    run(5, 'replay', 1),
  ];
  expect(openableRuns(runs, []).map(({ id }) => id)).toEqual([1, 2, 5]);
  expect(openableRuns(runs, [{ runId: 2 }, { runId: 1 }]).map(({ id }) => id)).toEqual([5]);
});

test('nothing is opened from a source that has nothing', () => {
  expect(openProblem('run', { runId: 1, datasetId: undefined })).toBeNull();
  expect(openProblem('run', { runId: undefined, datasetId: 1 })).toMatch(/no run/);
  expect(openProblem('data', { runId: undefined, datasetId: 1 })).toBeNull();
  expect(openProblem('data', { runId: 1, datasetId: undefined })).toMatch(/no data set/);
});
