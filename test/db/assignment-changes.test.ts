import { expect, test } from 'vitest';
import { allAssignmentsChanged, assignmentChanged, assignmentChanges } from '../../db/assignment-changes.ts';
import { addAssignment, dropAssignment, replaceAssignments } from '../../db/assignments.ts';
import type { ReadableDb } from '../../db/types.ts';
import { makeProject } from './support/made-project.ts';

const project = () => ({}) as ReadableDb;
const item = (itemId: number, annotatorId = 1) => ({ annotatorId, itemId });

test('items are told in their order, each change of one for itself, and of each project its own', () => {
  const [db, other] = [project(), project()];
  for (const [annotatorId, itemId] of [
    [1, 5],
    [1, 5],
    [1, 6],
    [2, 6],
    [2, 6],
    [1, 5],
  ] as const)
    assignmentChanged(db, annotatorId, itemId);
  const touched = [item(5), item(5), item(6), item(6, 2), item(6, 2), item(5)];
  expect(assignmentChanges(db)).toEqual({ epoch: 0, touched });
  expect(assignmentChanges(other)).toEqual({ epoch: 0, touched: [] });
});

test('after a change of all, nothing before it counts', () => {
  const db = project();
  assignmentChanged(db, 1, 5);
  allAssignmentsChanged(db);
  expect(assignmentChanges(db)).toEqual({ epoch: 1, touched: [] });
  assignmentChanged(db, 1, 6);
  allAssignmentsChanged(db);
  assignmentChanged(db, 1, 7);
  expect(assignmentChanges(db)).toEqual({ epoch: 2, touched: [item(7)] });
});

test('more than twenty thousand changes are as good as all', () => {
  const db = project();
  for (let i = 1; i <= 20_000; i++) assignmentChanged(db, 1, i);
  expect([assignmentChanges(db).epoch, assignmentChanges(db).touched.length]).toEqual([0, 20_000]);
  assignmentChanged(db, 1, 20_001);
  expect(assignmentChanges(db)).toEqual({ epoch: 1, touched: [] });
});

test('whoever changes assignments tells it', () => {
  const db = makeProject();
  const row = { ...item(4, 3), position: 0 };
  addAssignment(db, 1, row);
  dropAssignment(db, 1, 2, 1);
  expect(assignmentChanges(db)).toEqual({ epoch: 0, touched: [item(4, 3), item(1, 2)] });
  replaceAssignments(db, 1, [row]);
  expect(assignmentChanges(db)).toEqual({ epoch: 1, touched: [] });
});
