import { beforeEach, expect, test } from 'vitest';
import {
  findPracticePassed,
  insertPracticePassed,
  insertPracticeRound,
  listPracticeItems,
  listPracticeRounds,
  practicedPositions,
  resolvePracticeRef,
} from '../../db/practice.ts';
import { insertRanking, listRankings } from '../../db/rankings.ts';
import { listMembers, replaceMembers } from '../../db/study-members.ts';
import type { WritableDb } from '../../db/types.ts';
import { engineWithProject } from '../core/support/test-engine.ts';

const createdAt = '2026-01-02T03:04:05.678Z';

let db: WritableDb;
beforeEach(async () => {
  const { engine } = await engineWithProject();
  db = engine.context.session.project!.db;
  // Studies, items and people that these rows name need not be there to tell one study's rows from another's.
  db.pragma('foreign_keys = OFF');
});

test('the members of a study are its own', () => {
  replaceMembers(db, 1, [5, 3]);
  replaceMembers(db, 2, [4]);
  expect([1, 2, 3].map((studyId) => listMembers(db, studyId))).toEqual([[3, 5], [4], []]);
  replaceMembers(db, 2, []);
  expect([1, 2].map((studyId) => listMembers(db, studyId))).toEqual([[3, 5], []]);
});

test('rounds of practice, their items and how they ended are of one study', () => {
  for (const studyId of [1, 2]) {
    for (const round of [2, 1]) {
      const batchRef = `batch ${studyId}.${round}`;
      const item = (n: number) => ({
        itemId: 100 * studyId + 10 * round + n,
        poolPosition: 1000 * studyId + 10 * round + n,
        ref: `${batchRef}.${n}`,
      });
      const asked = { studyId, round, batchRef, seed: 7, targetAlpha: 0.8, createdAt };
      insertPracticeRound(db, asked, [item(1), item(0)]);
    }
  }
  expect(listPracticeRounds(db, 2).map(({ round, batchRef }) => [round, batchRef])).toEqual([
    [1, 'batch 2.1'],
    [2, 'batch 2.2'],
  ]);
  expect(listPracticeItems(db, 2, 1).map(({ itemId }) => itemId)).toEqual([211, 210]);
  expect(practicedPositions(db, 1).toSorted()).toEqual([1010, 1011, 1020, 1021]);
  expect(resolvePracticeRef(db, { studyId: 1, round: 2 }, 'batch 1.2.0')).toEqual({
    itemId: 120,
    poolPosition: 1020,
    order: 1,
  });
  for (const elsewhere of [
    { studyId: 2, round: 2 },
    { studyId: 1, round: 1 },
  ])
    expect(() => resolvePracticeRef(db, elsewhere, 'batch 1.2.0')).toThrow('not in this round');
  const passed = {
    round: 1,
    openedBy: 'lead',
    krippendorffAlpha: null,
    reason: 'r',
    passedAt: createdAt,
  } as const;
  insertPracticePassed(db, 1, passed);
  expect([1, 2].map((studyId) => findPracticePassed(db, studyId))).toEqual([passed, undefined]);
});

test('rankings are listed the newest first', () => {
  const ranking = {
    alpha: 0.05,
    createdAt,
    top: null,
    chained: false,
    instrument: null,
    pageKey: null,
    levelRule: 1 as const,
  };
  const ids = ['a', 'b'].map((name) => insertRanking(db, { ...ranking, name, batchRef: name }));
  expect(listRankings(db).map(({ id, name }) => [id, name])).toEqual([
    [ids[1], 'b'],
    [ids[0], 'a'],
  ]);
});
