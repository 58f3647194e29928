import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getItem } from '../../core/data/items.ts';
import { searchExpression } from '../../core/data/search-items.ts';
import { type ItemQuery, listItems } from '../../core/item-table/items.ts';
import { findDataset, listDatasets } from '../../db/datasets.ts';
import { ItemDetailSchema } from '../../shared/contract/index.ts';
import { importFile, openTestProject, refusalOf, type TestProject } from '../import/scope.ts';

let t: TestProject;
const line = (record: unknown) => `${JSON.stringify(record)}\n`;
const count = 1000;

beforeEach(async () => {
  t = openTestProject();
  await importFile(t, t.file('before.jsonl', line({ id: 'other', question: 'the needle elsewhere' })));
  const text = Array.from({ length: count }, (_, index) =>
    line({
      id: `i${index}`,
      group: `g${index % 10}`,
      question: index === 500 ? 'Where is the Nadelöhr-needle?' : `question ${index}`,
      context: index === 600 ? 'a needle in a passage' : 'plain',
      responses: { all: index === 700 ? 'needles, many' : 'x', ...(index % 2 === 0 && { even: 'y' }) },
    }),
  ).join('');
  await importFile(t, t.file('items.jsonl', text));
});
afterEach(() => t.close());

const list = (query: Partial<ItemQuery> = {}) =>
  listItems(t.db, { datasetId: 2, search: '', offset: 0, limit: 100, ...query });
const idsOf = async (query: Partial<ItemQuery>) =>
  (await list(query)).items.map(({ externalId }) => externalId);

test('windows in file order, within the data set', async () => {
  const window = await list({ offset: 995, limit: 10 });
  expect(window.total).toBe(count);
  expect(window.items.map(({ externalId }) => externalId)).toEqual(['i995', 'i996', 'i997', 'i998', 'i999']);
  expect(window.items[1]).toEqual({
    id: 998,
    externalId: 'i996',
    group: 'g6',
    question: 'question 996',
    systems: ['all', 'even'],
    turnCount: 1,
    hasContext: true,
    hasReferences: false,
    isFlagged: false,
    cells: {},
  });
  expect((await list({ offset: 5000 })).items).toEqual([]);
});

test('a window is read by a range of row ids, from its first item on', async () => {
  const prepare = vi.spyOn(t.db, 'prepare');
  await list({ offset: 900, limit: 50 });
  const queries = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('FROM item '));
  prepare.mockRestore();
  expect(queries).toHaveLength(1);
  const plan = t.db.prepare(`EXPLAIN QUERY PLAN ${queries[0]}`).all(1, 2) as { detail: string }[];
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH item USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
  ]);
});

test('filters by system and group', async () => {
  expect((await list({ system: 'even' })).total).toBe(500);
  expect((await list({ system: 'all' })).total).toBe(count);
  expect((await list({ system: 'nobody' })).total).toBe(0);
  expect(await idsOf({ group: 'g3', offset: 1, limit: 2 })).toEqual(['i13', 'i23']);
  expect((await list({ group: 'g3', system: 'even' })).total).toBe(0);
  expect((await list({ group: 'none' })).total).toBe(0);
});

test('search: conversation, passage and responses; the last word is a beginning', async () => {
  expect(await idsOf({ search: 'needle' })).toEqual(['i500', 'i600', 'i700']);
  expect(await idsOf({ search: 'need' })).toEqual(['i500', 'i600', 'i700']);
  expect(await idsOf({ search: 'nadelohr needl' })).toEqual(['i500']);
  expect(await idsOf({ search: 'needle in' })).toEqual(['i600']);
  expect(await idsOf({ search: 'needle', system: 'even', offset: 1, limit: 1 })).toEqual(['i600']);
  expect((await list({ search: 'needle', limit: 1 })).total).toBe(3);
  expect(findDataset(t.db, 2)?.searchReady).toBe(true);
  expect(findDataset(t.db, 1)?.searchReady).toBe(false);
  expect((await list({ datasetId: 1, search: 'needle' })).total).toBe(1);
});

test.each([
  '"',
  'a" OR "b',
  'needle*',
  'NEAR(needle passage)',
  'text:needle',
  '-needle',
  '(((',
  '???',
  "'; DROP TABLE item; --",
  '\0needle',
  '^needle AND OR NOT',
  '😀',
])('what is typed is never search syntax: %j', async (search) => {
  const { total } = await list({ search });
  expect(total).toBeGreaterThanOrEqual(0);
  expect(listDatasets(t.db)).toHaveLength(2);
});

test('quotes every word', () => {
  expect(searchExpression(' say "hi" OR  b* ')).toBe('"say" """hi""" "OR" "b*"*');
  expect(searchExpression('?!')).toBeNull();
});

test('two first searches at once fill the index once', async () => {
  const both = await Promise.all([list({ search: 'needle' }), list({ search: 'needle' })]);
  expect(both.map(({ total }) => total)).toEqual([3, 3]);
});

test('one item in full', async () => {
  const file = t.file(
    'full.jsonl',
    line({
      id: 'full',
      conversation: [
        { role: 'user', content: 'a?' },
        { role: 'user', content: 'b?' },
      ],
      reference: [['x'], ['y']],
      responses: { all: ['p', 'q'], even: ['r', 's'] },
      human: { even: { ok: [1, 0] } },
      auto: { f1: { all: 0.5 } },
    }),
  );
  const { datasetId } = await importFile(t, file);
  const [item] = (await list({ datasetId: datasetId! })).items;
  expect(ItemDetailSchema.parse(getItem(t.db, item!.id))).toMatchObject({
    externalId: 'full',
    references: [['x'], ['y']],
    responses: [
      { system: 'all', turns: ['p', 'q'] },
      { system: 'even', turns: ['r', 's'] },
    ],
    human: [{ system: 'even', criterion: 'ok', votes: [1, 0], mean: 0.5 }],
    signals: [{ system: 'all', kind: 'auto', name: 'f1', criterion: null, value: 0.5 }],
    meta: null,
  });
  await expect(async () => getItem(t.db, 99_999)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a data set that is not there', async () => {
  expect((await refusalOf(list({ datasetId: 77 }))).code).toBe('NOT_FOUND');
});
