import { expect, test } from 'vitest';
import { currentAdjudication, insertAdjudication } from '../../db/adjudications.ts';
import { ensureAnnotator } from '../../db/annotators.ts';
import {
  currentLabel,
  currentLabels,
  findByClientKey,
  findLabel,
  insertLabel,
  type LabelKey,
  labelsOfSubmission,
  type NewLabel,
} from '../../db/labels.ts';
import { ratedStudy } from '../core/support/test-engine.ts';

const at = '2026-01-02T03:04:05.678Z';

/** A key, and for each of its parts one that differs in that part alone. */
const key: LabelKey = { itemId: 1, systemId: 1, criterionId: 1, instrument: 'blind-single' };
const others: readonly LabelKey[] = [
  { ...key, itemId: 2 },
  { ...key, systemId: 2 },
  { ...key, criterionId: 2 },
  { ...key, instrument: 'practice:1:1' },
];

async function project() {
  const { engine, study } = await ratedStudy(2, { count: 6 });
  const { db } = engine.context.session.project!;
  const [ada, bo] = ['Ada', 'Bo'].map((name) => ensureAnnotator(db, name).id);
  const label = (clientKey: string, value: number, more: Partial<NewLabel> = {}) =>
    insertLabel(db, {
      ...key,
      clientKey,
      annotatorId: ada!,
      studyId: study.id,
      content: { kind: 'score', value },
      operation: 'submit',
      refersTo: null,
      source: 'screen',
      estimateVisible: false,
      durationMs: 0,
      createdAt: at,
      ...more,
    });
  return { db, studyId: study.id, ada: ada!, bo: bo!, label };
}

const scoreOf = (label: { content: unknown } | undefined) => (label?.content as { value?: number })?.value;

test('what a person says is found by every part of its key, and the newest holds', async () => {
  const { db, ada, bo, label } = await project();
  label('first', 2);
  for (const [i, other] of others.entries()) label(`other-${i}`, 3, other);
  label('of-bo', 4, { annotatorId: bo });
  expect(scoreOf(currentLabel(db, key, ada))).toBe(2);
  expect(scoreOf(currentLabel(db, key, bo))).toBe(4);
  for (const other of others) expect(scoreOf(currentLabel(db, other, ada))).toBe(3);
  expect(currentLabel(db, others[0]!, bo)).toBeUndefined();
  expect(currentLabels(db, key).map(scoreOf)).toEqual([2, 4]);
  for (const other of others) expect(currentLabels(db, other).map(scoreOf)).toEqual([3]);

  const second = label('second', 5);
  expect(second.supersedes).toBe(findByClientKey(db, 'first')!.id);
  expect(currentLabels(db, key).map(scoreOf)).toEqual([5, 4]);
  label('cleared', 0, { content: { kind: 'clear' } });
  expect(currentLabel(db, key, ada)).toBeUndefined();
  expect(currentLabels(db, key).map(scoreOf)).toEqual([4]);
  expect(scoreOf(findLabel(db, second.id))).toBe(5);
  expect(scoreOf(findByClientKey(db, 'of-bo'))).toBe(4);
  expect(findByClientKey(db, 'of-nobody')).toBeUndefined();
});

test('the rows of a submission are those of its key and what hangs on it by a slash', async () => {
  const { db, label } = await project();
  const keys = ['sub', 'sub/against', 'sub/criterion-2', 'sub0', 'sub-x', 'su', 'subs/against'];
  for (const [i, clientKey] of keys.entries()) label(clientKey, 1, others[i % 4]);
  expect(labelsOfSubmission(db, 'sub').map(({ clientKey }) => clientKey)).toEqual(keys.slice(0, 3));
  expect(labelsOfSubmission(db, 'su').map(({ clientKey }) => clientKey)).toEqual(['su']);
});

test('a decision is found by every part of its key; given twice it is stored once', async () => {
  const { db, studyId, ada } = await project();
  const decide = (clientKey: string, value: number, of: LabelKey = key) =>
    insertAdjudication(db, {
      ...of,
      clientKey,
      annotatorId: ada,
      studyId,
      content: { kind: 'score', value },
      note: `because ${value}`,
      createdAt: at,
    });
  decide('first', 2);
  for (const [i, other] of others.entries()) decide(`other-${i}`, 3, other);
  expect(scoreOf(currentAdjudication(db, key))).toBe(2);
  for (const other of others) expect(scoreOf(currentAdjudication(db, other))).toBe(3);
  expect(decide('second', 4)).toMatchObject({ clientKey: 'second', note: 'because 4' });
  expect(decide('second', 5)).toMatchObject({ clientKey: 'second', note: 'because 4' });
  expect(scoreOf(currentAdjudication(db, key))).toBe(4);
  insertAdjudication(db, {
    ...key,
    clientKey: 'taken-back',
    annotatorId: ada,
    studyId,
    content: { kind: 'clear' },
    note: '',
    createdAt: at,
  });
  expect(currentAdjudication(db, key)).toBeUndefined();
});
