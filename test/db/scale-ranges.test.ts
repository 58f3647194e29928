import { expect, test } from 'vitest';
import { criterionRange, signalRange } from '../../db/scale-declarations.ts';
import { importRecords, ratedRecords, ratedScales, ratedStudy } from '../core/support/test-engine.ts';

test('the range of what was said, and none where nothing was', async () => {
  const { engine, folder } = await ratedStudy(2, { count: 12 });
  const votes = ratedRecords(4).map((record, i) => ({
    ...record,
    human: { secretive: { asked: [i % 2, 1], quality: [2, 4] } },
  }));
  await importRecords(engine, folder, votes, { name: 'votes', scales: ratedScales });
  const { db } = engine.context.session.project!;
  const idsOf = (table: 'criterion' | 'signal', name: string) =>
    db.prepare(`SELECT id FROM ${table} WHERE name = ? ORDER BY id`).pluck().all(name) as number[];
  const [quality, later] = idsOf('criterion', 'quality');
  expect(criterionRange(db, quality!)).toEqual({ min: 1, max: 5, zeroOrOne: false });
  expect(criterionRange(db, later!)).toEqual({ min: 2, max: 4, zeroOrOne: false });
  expect(criterionRange(db, idsOf('criterion', 'asked')[0]!)).toEqual({ min: 0, max: 1, zeroOrOne: true });
  expect(criterionRange(db, 999)).toBeNull();
  expect(signalRange(db, idsOf('signal', 'strict')[0]!)).toEqual({ min: 1, max: 5 });
  expect(signalRange(db, 999)).toBeNull();
});
