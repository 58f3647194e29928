import { expect, test } from 'vitest';
import type { ProtocolRun } from '../../shared/contract/index.ts';
import { countsBySystem, unanswerableRows } from '../../shared/unanswerable-rows.ts';

const run = (id: number, protocol: string, scores: unknown): ProtocolRun =>
  ({
    ...{ id, title: `run ${id}`, system: 'heron', conversationsDone: 3, settings: { protocol }, scores },
  }) as unknown as ProtocolRun;

const unanswerable = { actualShare: 0.2, predictedShare: 0.3, precision: 0.5, recall: 0.75 };
const report = {
  questions: 9,
  validated: 8,
  unanswerableShare: 0.4,
  refusals: { share: 0.25, precision: 1, recall: 0.6 },
};

test('people stand beside the replays once anything is validated', () => {
  const runs = [
    run(1, 'replay', { protocol: 'replay', questions: 12, unanswerable }),
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
    {
      ...{ id: 1, title: 'run 1', isOfPeople: false, system: 'heron', conversations: 3, questions: 12 },
      ...unanswerable,
      impliedShare: expect.closeTo(0.2, 12),
    },
    {
      ...{ id: 2, title: 'run 2', isOfPeople: true, system: 'heron', conversations: 3, questions: 9 },
      actualShare: 0.4,
      predictedShare: 0.25,
      precision: 1,
      recall: 0.6,
      impliedShare: 0.25 / 0.6,
    },
  ]);
  expect(countsBySystem(unanswerableRows([...runs, runs[0]!], reports))).toEqual([
    { system: 'heron', isOfPeople: false, conversations: 6, questions: 24 },
    { system: 'heron', isOfPeople: true, conversations: 3, questions: 9 },
  ]);
});

test('Table 4 as printed implies another share for Auto-Gold than for Auto-Rewrite, which share one data set', () => {
  const implied = (predictedShare: number, precision: number, recall: number) =>
    unanswerableRows(
      [
        run(1, 'replay', {
          ...{ protocol: 'replay', questions: 1 },
          unanswerable: { actualShare: null, predictedShare, precision, recall },
        }),
      ],
      new Map(),
    )[0]!.impliedShare;
  expect(implied(0.271, 0.568, 0.681)).toBeCloseTo(0.226, 3);
  expect(implied(0.273, 0.486, 0.657)).toBeCloseTo(0.202, 3);
  expect(implied(0.2, 0, 0)).toBe(null);
});
