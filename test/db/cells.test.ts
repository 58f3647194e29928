import { afterEach, beforeEach, expect, test } from 'vitest';
import { eachPoolId } from '../../db/draws.ts';
import { eachItemName, eachReplyCount, itemLevelsHash, readItemLevels } from '../../db/item-levels.ts';
import {
  answeredQuestionsOutside,
  conversationOf,
  iteratePool,
  iterateTexts,
  referencesOf,
} from '../../db/pools.ts';
import { iterateProtocolTurns } from '../../db/protocol-conversations.ts';
import { eachHumanMean, eachMachineValue } from '../../db/scores.ts';
import { readChoice } from '../../db/study-choices.ts';
import { eachColumn, readColumns } from '../../db/study-columns.ts';
import { eachGrouped, levelOf, poolLevels, samplePool } from '../../db/subgroup-levels.ts';
import { makeProject } from './support/made-project.ts';

/* Values of a whole pool that are stored as bytes: there are as many as the pool has items, or levels. */

const db = makeProject();
beforeEach(() => void db.exec('SAVEPOINT each; UPDATE study SET population_size = 3'));
afterEach(() => void db.exec('ROLLBACK TO each; RELEASE each'));
const store = (table: string, studyId: number, cells: ArrayBufferView) =>
  db
    .prepare(`UPDATE ${table} SET cells = ? WHERE study_id = ?`)
    .run(Buffer.from(cells.buffer, cells.byteOffset, cells.byteLength), studyId);
const damaged = (message: string) =>
  expect.objectContaining({
    code: 'PROJECT_DAMAGED',
    message: expect.stringContaining(message) as string,
  }) as Error;

test('of what a baseline chooses by there is one for each item', () => {
  store('study_choice', 1, new Float64Array([0.25, -1, 7]));
  expect(readChoice(db, 1)).toEqual({ uncertainty: new Float64Array([0.25, -1, 7]), disagreement: 0.5 });
  for (const size of [0, 8, 16, 23, 25, 32]) {
    store('study_choice', 1, new Uint8Array(size));
    expect(() => readChoice(db, 1), String(size)).toThrow(damaged('study_choice.cells (study 1)'));
  }
  expect(readChoice(db, 9)).toBeUndefined();
});

test('of a column there is one of one byte or of four for each item, or for each level', () => {
  db.exec('DELETE FROM pool_level; UPDATE study_column SET position = position + 10 WHERE study_id = 1');
  const valuesOf = (cells: ArrayBufferView, studyId = 1) => {
    store('study_column', studyId, cells);
    return readColumns(db, studyId)[0]!.values;
  };
  expect(valuesOf(new Int8Array([1, -2, 3]))).toEqual(new Int8Array([1, -2, 3]));
  expect(valuesOf(new Float32Array([0.5, -2, 3]))).toEqual(new Float32Array([0.5, -2, 3]));
  for (const size of [0, 1, 2, 4, 11, 13, 24])
    expect(() => valuesOf(new Uint8Array(size)), String(size)).toThrow(
      damaged('study_column.cells (study 1, position 1'),
    );
  db.exec('INSERT INTO pool_level (study_id, level, n) VALUES (1, 4, 9), (1, 7, 2), (2, 7, 2)');
  expect(valuesOf(new Int8Array([1, -2]))).toEqual(new Int8Array([1, -2]));
  expect(() => valuesOf(new Int8Array(3))).toThrow(damaged('study_column.cells'));
  expect(readColumns(db, 9)).toEqual([]);
});

test('of levels there is one for each item of the data set from the first on, some of none', () => {
  store('item_levels', 2, new Uint16Array([8192, 65_535, 16_384]));
  expect(readItemLevels(db, 2)).toEqual({ firstItemId: 1, cells: new Uint16Array([8192, 65_535, 16_384]) });
  expect([itemLevelsHash(db, 1), itemLevelsHash(db, 2)?.length]).toEqual([undefined, 64]);
  expect([...poolLevels(db, 2, { kind: 'surrogate' })]).toEqual([0.5, 1]);
  db.exec('UPDATE item_levels SET first_item_id = 4 WHERE study_id = 2');
  const of = (source: Parameters<typeof poolLevels>[2]) => [...poolLevels(db, 2, source)];
  expect([of({ kind: 'group' }), of({ kind: 'meta', keys: ['size'] })]).toEqual([
    ['g', null],
    [4, 6],
  ]);
  db.exec('UPDATE item_levels SET first_item_id = 5 WHERE study_id = 2');
  expect(of({ kind: 'meta', keys: ['size'] })).toEqual([5]);
  expect(
    [4, 6, 9].map((itemId) => levelOf(db, 2, { kind: 'meta', keys: ['size'] }, { itemId, surrogate: 7 })),
  ).toEqual([4, 6, null]);
  expect(levelOf(db, 2, { kind: 'surrogate' }, { itemId: 4, surrogate: 7 })).toBe(7);
});

test('the start of a pool that is known by its levels is that of its data set', () => {
  const sizes = (limit: number) =>
    samplePool(db, 2, limit).map(({ meta }) => (JSON.parse(meta!) as { size: number }).size);
  expect(sizes(2)).toEqual([1, 2]);
  db.exec('DELETE FROM study_pool WHERE study_id = 2');
  expect([sizes(2), sizes(9), samplePool(db, 9, 9)]).toEqual([[4, 5], [4, 5, 6], []]);
});

test('fields of items are levels where they are one value', () => {
  db.exec(`UPDATE item SET meta = '{"a":{"b":true,"c":[1],"d":{}},"e":false}' WHERE id = 1`);
  const levelAt = (...keys: string[]) => levelOf(db, 1, { kind: 'meta', keys }, { itemId: 1, surrogate: 0 });
  expect([levelAt('a', 'b'), levelAt('e'), levelAt('a', 'c'), levelAt('a', 'd'), levelAt('a', 'x')]).toEqual([
    ...['yes', 'no', null, null, null],
  ]);
});

test('a walk that is left early leaves the project free to be written', () => {
  db.exec('UPDATE item_levels SET first_item_id = 4');
  const walks: (() => Iterable<unknown>)[] = [
    () => iteratePool(db, 1, 1),
    () => iterateTexts(db, 1),
    () => eachPoolId(db, 1),
    () => answeredQuestionsOutside(db, 9, 1, 9),
    () => poolLevels(db, 1, { kind: 'group' }),
    () => poolLevels(db, 2, { kind: 'group' }),
    () => eachColumn(db, 1),
    () => eachGrouped(db, 1),
    () => eachItemName(db, 1),
    () => eachReplyCount(db, 1, 1),
    () => eachHumanMean(db, 1, 1),
    () => eachMachineValue(db, 1, 1),
    () => iterateProtocolTurns(db, 1),
  ];
  for (const walk of walks) {
    let seen = 0;
    for (const _ of walk()) if (++seen === 1) break;
    expect(seen, String(walk)).toBe(1);
    db.exec("UPDATE job SET title = 'written'");
  }
});

test('turns and answers of an item are read where they are needed, and damage names the item', () => {
  const item = (conversation: string, referenceAnswers: string | null) => ({
    itemId: 7,
    conversation,
    referenceAnswers,
  });
  expect(conversationOf(item('[{"role":"user","content":"why"}]', null))).toEqual([
    { role: 'user', content: 'why' },
  ]);
  expect([referencesOf(item('', null)), referencesOf(item('', '[["so"]]'))]).toEqual([undefined, [['so']]]);
  expect(() => conversationOf(item('[{"role":"user"}]', null))).toThrow(damaged('item.conversation (id 7)'));
  expect(() => referencesOf(item('', '["so"]'))).toThrow(damaged('item.reference_answers (id 7)'));
});
