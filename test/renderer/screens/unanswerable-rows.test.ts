import { expect, test } from 'vitest';
import { unanswerableRows } from '../../../renderer/screens/protocols/unanswerable-rows.ts';
import type { ProtocolRun } from '../../../shared/contract/index.ts';

const run = (id: number, protocol: string, scores: unknown): ProtocolRun =>
  ({ id, title: `run ${id}`, settings: { protocol }, scores }) as unknown as ProtocolRun;

const unanswerable = { actualShare: 0.2, predictedShare: 0.3, precision: 0.5, recall: 0.75 };
const report = { validated: 8, unanswerableShare: 0.4, refusals: { share: 0.25, precision: 1, recall: 0.6 } };

test('people stand beside the replays once anything is validated', () => {
  const runs = [
    run(1, 'replay', { protocol: 'replay', unanswerable }),
    run(2, 'conversation', { protocol: 'conversation' }),
    run(3, 'conversation', null),
    run(4, 'conversation', null),
    run(5, 'interview', { protocol: 'interview' }),
  ];
  const reports = new Map([
    [2, report],
    [4, { ...report, validated: 0 }],
  ]);
  expect(unanswerableRows(runs, reports)).toEqual([
    { id: 1, title: 'run 1', isOfPeople: false, ...unanswerable },
    {
      id: 2,
      title: 'run 2',
      isOfPeople: true,
      actualShare: 0.4,
      predictedShare: 0.25,
      precision: 1,
      recall: 0.6,
    },
  ]);
});
