import { expect, test } from 'vitest';
import { noteAddition } from '../../db/additions.ts';
import { assignmentChanges } from '../../db/assignment-changes.ts';
import { findDataset } from '../../db/datasets.ts';
import { answeredNames } from '../../db/first-phase-items.ts';
import { studyOfSignal } from '../../db/scale-declarations.ts';
import { listSignals } from '../../db/scores.ts';
import { getStudy } from '../../db/studies.ts';
import { poolLevels } from '../../db/subgroup-levels.ts';
import { ratedStudy } from '../core/support/test-engine.ts';

async function smallProject() {
  const { engine, study, datasetId } = await ratedStudy(4, { count: 12 });
  const { db } = engine.context.session.project!;
  return { engine, study: getStudy(db, study.id), datasetId, db };
}

test('a study is found by its judge and the criterion that it judged, and by no other score', async () => {
  const { engine, study, datasetId, db } = await smallProject();
  const of = (kind: 'judge' | 'auto', name: string, criterion: string | null) =>
    studyOfSignal(db, datasetId, { kind, name, criterion });
  expect(of('judge', 'strict', 'quality')).toBe(study.name);
  expect(of('judge', 'strict', 'tone')).toBeUndefined();
  expect(of('judge', 'lenient', 'quality')).toBeUndefined();
  expect(of('auto', 'strict', 'quality')).toBeUndefined();
  expect(
    studyOfSignal(db, datasetId + 1, { kind: 'judge', name: 'strict', criterion: 'quality' }),
  ).toBeUndefined();
  await engine.close();
});

test('the items between two ids that a system answered', async () => {
  const { engine, study, datasetId, db } = await smallProject();
  const { firstItemId: first } = findDataset(db, datasetId)!;
  db.prepare('DELETE FROM response WHERE item_id = ? AND system_id = ?').run(first + 4, study.systemId);
  const names = answeredNames(db, { from: first + 3, to: first + 6 }, datasetId, study.systemId);
  expect(names.map(([itemId]) => itemId - first)).toEqual([3, 5, 6]);
  await engine.close();
});

test('files that are added to a data set stand in their order, from the second place on', async () => {
  const { engine, datasetId, db } = await smallProject();
  const add = (firstItemId: number, itemCount: number) =>
    noteAddition(
      db,
      datasetId,
      { sourceFile: 'b', format: 'assay-jsonl', contentHash: 'h', firstItemId, itemCount, addedAt: 'now' },
      { withContext: 0, withReferences: 0 },
    );
  add(900, 5);
  add(700, 3);
  expect(findDataset(db, datasetId)!).toMatchObject({
    itemCount: 20,
    additions: [
      [900, 5],
      [700, 3],
    ],
  });
  await engine.close();
});

test('the score of a signal is that of the system of the study', async () => {
  const { engine, study, datasetId, db } = await smallProject();
  const [signal] = listSignals(db, datasetId);
  const own = db
    .prepare('SELECT value FROM machine_score WHERE signal_id = ? AND system_id = ? ORDER BY item_id')
    .pluck()
    .all(signal!.id, study.systemId);
  const levels = () => [...poolLevels(db, study.id, { kind: 'signal', signalId: signal!.id })];
  expect(levels()).toEqual(own);
  db.exec('PRAGMA foreign_keys = OFF');
  db.prepare(
    `INSERT INTO machine_score (signal_id, system_id, item_id, value)
     SELECT signal_id, 0, item_id, -9 FROM machine_score WHERE signal_id = ? AND system_id = ?`,
  ).run(signal!.id, study.systemId);
  expect(levels()).toEqual(own);
  await engine.close();
});

test('before any change of who has what there is none to tell', async () => {
  const { engine, db } = await smallProject();
  expect(assignmentChanges(db)).toMatchObject({ epoch: 0, touched: [] });
  await engine.close();
});
