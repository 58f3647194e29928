import { expect, test } from 'vitest';
import { insertColumns, readColumns, type StudyColumn } from '../../db/study-columns.ts';
import { ratedStudy } from '../core/support/test-engine.ts';

const facts = { name: 'A', kind: 'other', penalty: 120, slope: 0 } as const;

async function emptied() {
  const { engine, study } = await ratedStudy(5, { count: 20 });
  const { db } = engine.context.session.project!;
  db.exec('DELETE FROM study_column');
  return { db, studyId: study.id };
}

test('columns come back as they were frozen, in four bytes an item or in one', async () => {
  const { db, studyId } = await emptied();
  const part = new Float32Array(30).map((_, i) => i / 7).subarray(3, 23);
  const columns: StudyColumn[] = [
    { ...facts, id: 'b', unit: 1, values: part },
    {
      ...facts,
      id: 'a',
      kind: 'carried',
      slope: 0.22,
      unit: 0.03,
      values: Int8Array.from(part, (_, i) => 12 * i - 127),
    },
  ];
  insertColumns(db, studyId, columns);
  const read = readColumns(db, studyId);
  expect(read).toEqual(columns.map((one) => ({ ...one, values: one.values.slice() })));
  expect(read.map(({ values }) => values.constructor)).toEqual([Float32Array, Int8Array]);
  expect(readColumns(db, studyId + 1)).toEqual([]);
});

test('a column with another number of cells than the pool has items is damage', async () => {
  const { db, studyId } = await emptied();
  insertColumns(db, studyId, [{ ...facts, id: 'a', unit: 1, values: new Int8Array(19) }]);
  expect(() => readColumns(db, studyId)).toThrow(expect.objectContaining({ code: 'PROJECT_DAMAGED' }));
});
