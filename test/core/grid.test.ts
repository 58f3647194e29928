import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, test } from 'vitest';
import { snippetOf } from '../../core/item-table/find-items.ts';
import { putMachineScores } from '../../db/verdicts.ts';
import { engineWithProject, importRecords, ratedStudy, submit } from './support/test-engine.ts';
import { unzipped } from './support/unzipped.ts';

const records = [
  { n: 'pear', score: 3, topic: 'fruit', judged: 0.25 },
  { n: 'apple', score: 5, topic: 'fruit', judged: 0.5 },
  { n: 'fig', score: null, topic: null, judged: 0.75 },
  { n: 'bean', score: 3, topic: 'legume', judged: 1 },
].map(({ n, score, topic, judged }, place) => ({
  id: n,
  conversation: [{ role: 'user', content: `What is a ${n}?` }],
  responses: { alpha: 'x'.repeat(place + 1), ...(place < 2 && { beta: `=SUM(${n})` }) },
  ...(score !== null && { human: { alpha: { good: [score, score] } } }),
  judge: { strict: { alpha: { good: judged } } },
  meta: { ...(topic !== null && { topic }), turns: place, nested: { a: 1 }, ok: place === 0 },
}));

async function grid() {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records);
  const names = async (query: object) => {
    const { items, total } = await engine.client.item.list({ datasetId, ...query });
    expect(total).toBe(items.length);
    return items.map(({ externalId }) => externalId);
  };
  return { engine, folder, datasetId, names };
}

const good = 'human/good/alpha';

test('a table of items offers every field, score and reply as a column', async () => {
  const { engine, datasetId } = await grid();
  const fields = await engine.client.item.fields({ datasetId });
  expect(fields.map(({ id }) => id)).toEqual([
    ...['id', 'question', 'turns', 'flag', 'meta/topic', 'meta/turns', 'meta/ok'],
    ...['reply/alpha', 'length/alpha', 'reply/beta', 'length/beta'],
    ...[good, 'judge/strict/good/alpha', 'gap/good/judge/strict/alpha'],
  ]);
  expect(fields.find(({ id }) => id === 'reply/alpha')).toMatchObject({ isSortable: false, system: 'alpha' });
  const { items } = await engine.client.item.list({
    datasetId,
    columns: [good, 'meta/topic', 'meta/ok', 'reply/beta', 'judge/strict/good/alpha', 'gone'],
  });
  expect(items.map(({ cells }) => cells)).toEqual([
    {
      [good]: 3,
      'meta/topic': 'fruit',
      'meta/ok': 'yes',
      'reply/beta': '=SUM(pear)',
      'judge/strict/good/alpha': 0.25,
    },
    {
      [good]: 5,
      'meta/topic': 'fruit',
      'meta/ok': 'no',
      'reply/beta': '=SUM(apple)',
      'judge/strict/good/alpha': 0.5,
    },
    { 'meta/ok': 'no', 'judge/strict/good/alpha': 0.75 },
    { [good]: 3, 'meta/topic': 'legume', 'meta/ok': 'no', 'judge/strict/good/alpha': 1 },
  ]);
});

test('the table says where systems differ, which is worst, and where people and a machine differ', async () => {
  const { engine, folder } = await engineWithProject();
  // A judge on 0 to 1, people on 1 to 5, and a cost of which less is better.
  const scored = [
    { id: 'same', alpha: 4, beta: 4, judge: 0.75, cost: [2, 2] },
    { id: 'apart', alpha: 1, beta: 5, judge: 1, cost: [9, 1] },
    { id: 'near', alpha: 3, beta: 4, judge: 0.5, cost: [3, 4] },
    { id: 'alone', alpha: 2, beta: null, judge: 0, cost: [1, null] },
  ].map(({ id, alpha, beta, judge, cost }) => ({
    id,
    conversation: [{ role: 'user', content: `Item ${id}?` }],
    responses: { alpha: `a ${id}`, beta: `b ${id}` },
    human: { alpha: { good: [alpha] }, ...(beta !== null && { beta: { good: [beta] } }) },
    judge: { strict: { alpha: { good: judge } } },
    auto: { cost: { alpha: cost[0], ...(cost[1] !== null && { beta: cost[1] }) } },
  }));
  const datasetId = await importRecords(engine, folder, scored, {
    scales: [
      { kind: 'criterion', name: 'good', scale: { min: 1, max: 5, direction: 'higher' } },
      { kind: 'judge', name: 'strict', criterion: 'good', scale: { min: 0, max: 1, direction: 'higher' } },
      { kind: 'auto', name: 'cost', scale: { min: 1, max: 9, direction: 'lower' } },
    ],
  });
  const fields = await engine.client.item.fields({ datasetId });
  const compared = fields.filter(({ kind }) => kind === 'compared');
  expect(compared.map(({ name, by, system }) => [name, by, system])).toEqual([
    ['Systems differ', 'good · people', null],
    ['Worst of all systems', 'good · people', null],
    ['Systems differ', 'cost', null],
    ['Worst of all systems', 'cost', null],
    ['People and machine differ', 'good · strict', 'alpha'],
  ]);
  const [spread, worst, , dearest, gap] = compared.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const { items } = await engine.client.item.list({ datasetId, columns: [spread, worst, dearest, gap] });
  expect(items.map(({ cells }) => [spread, worst, dearest, gap].map((id) => cells[id]))).toEqual([
    [0, 4, 2, 0],
    [1, 1, 9, 1],
    [0.25, 3, 4, 0],
    // Of one system alone there is nothing to differ from.
    [undefined, 2, 1, 0.25],
  ]);
  const found = await engine.client.item.list({
    datasetId,
    filters: [{ field: spread, from: 1e-9 }],
    sort: { field: spread, descending: true },
  });
  expect(found.items.map(({ externalId }) => externalId)).toEqual(['apart', 'near']);
});

test('items sort by any column both ways, equal ones in file order, those without a value last', async () => {
  const { names } = await grid();
  const by = (field: string, descending = false) => names({ sort: { field, descending } });
  expect(await by('id')).toEqual(['apple', 'bean', 'fig', 'pear']);
  expect(await by('id', true)).toEqual(['pear', 'fig', 'bean', 'apple']);
  expect(await by(good)).toEqual(['pear', 'bean', 'apple', 'fig']);
  expect(await by(good, true)).toEqual(['apple', 'pear', 'bean', 'fig']);
  expect(await by('meta/topic', true)).toEqual(['bean', 'pear', 'apple', 'fig']);
  expect(await by('length/alpha', true)).toEqual(['bean', 'fig', 'apple', 'pear']);
  await expect(by('human/gone/alpha')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(by('reply/alpha')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('filters hold together, missing values pass only where asked for, words and filters combine', async () => {
  const { names } = await grid();
  expect(await names({ filters: [{ field: 'meta/topic', oneOf: ['fruit'] }] })).toEqual(['pear', 'apple']);
  expect(await names({ filters: [{ field: 'meta/topic', oneOf: ['legume'], missing: true }] })).toEqual([
    'fig',
    'bean',
  ]);
  expect(await names({ filters: [{ field: good, missing: true }] })).toEqual(['fig']);
  expect(await names({ filters: [{ field: good, from: 3.5 }] })).toEqual(['apple']);
  expect(await names({ filters: [{ field: good, from: 3, to: 3 }] })).toEqual(['pear', 'bean']);
  const both = [
    { field: good, to: 4 },
    { field: 'meta/topic', oneOf: ['fruit'] },
  ];
  expect(await names({ filters: both })).toEqual(['pear']);
  const sort = { field: good, descending: true };
  expect(await names({ search: 'what', filters: [{ field: good, from: 1 }], sort })).toEqual([
    'apple',
    'pear',
    'bean',
  ]);
  expect(await names({ system: 'beta', sort })).toEqual(['apple', 'pear']);
});

test('a facet counts values under the other filters and says how many items have none', async () => {
  const { engine, datasetId } = await grid();
  const facet = (field: string, filters: object[] = []) =>
    engine.client.item.facet({ datasetId, field, filters } as never);
  expect(await facet('meta/topic')).toMatchObject({
    values: [
      { value: 'fruit', count: 2 },
      { value: 'legume', count: 1 },
    ],
    missing: 1,
    others: { values: 0, items: 0 },
  });
  const ofTopic = [{ field: 'meta/topic', oneOf: ['fruit'] }];
  expect(await facet(good, ofTopic)).toMatchObject({
    values: [
      { value: 3, count: 1 },
      { value: 5, count: 1 },
    ],
    missing: 0,
  });
  // Its own filter is left out, so that other values can be chosen too.
  expect((await facet('meta/topic', ofTopic)).values).toHaveLength(2);
});

test('numbers of many values are counted in ranges that hold each item once', async () => {
  const { engine, folder } = await engineWithProject();
  const many = Array.from({ length: 200 }, (_, i) => ({
    id: `i${i}`,
    question: 'q',
    responses: { a: 'r' },
    meta: { x: i / 10 },
  }));
  const datasetId = await importRecords(engine, folder, many);
  const { ranges, values, missing } = await engine.client.item.facet({ datasetId, field: 'meta/x' });
  expect({ values, missing }).toEqual({ values: [], missing: 0 });
  expect(ranges).toHaveLength(10);
  expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(200);
  for (const [place, { from, to, count }] of ranges.entries()) {
    const inside = many.filter(({ meta: { x } }) => x >= from && (place === 9 ? x <= to : x < to));
    expect(count).toBe(inside.length);
  }
});

test('a jump to any window of a sorted table gives the rows of the whole order', async () => {
  const { engine, folder } = await engineWithProject();
  const many = Array.from({ length: 1200 }, (_, i) => ({
    id: `i${i}`,
    question: 'q',
    responses: { a: 'r' },
    human: { a: { good: [(i * 7919) % 101] } },
  }));
  const datasetId = await importRecords(engine, folder, many);
  const sort = { field: 'human/good/a', descending: true };
  const wanted = many
    .map(({ id, human }) => ({ id, value: human.a.good[0]! }))
    .sort((a, b) => b.value - a.value)
    .map(({ id }) => id);
  const { items, total } = await engine.client.item.list({ datasetId, sort, offset: 590, limit: 20 });
  expect(total).toBe(1200);
  expect(items.map(({ externalId }) => externalId)).toEqual(wanted.slice(590, 610));
});

test('a sorted table follows scores that a judge changes, whatever their sum', async () => {
  const { engine, names } = await grid();
  const sort = { field: 'judge/strict/good/alpha', descending: false };
  expect(await names({ sort })).toEqual(['pear', 'apple', 'fig', 'bean']);
  const { db } = engine.context.session.project!;
  const items = db.prepare('SELECT id FROM item ORDER BY id').pluck().all() as number[];
  const signal = db.prepare('SELECT id FROM signal').pluck().get() as number;
  const system = db.prepare(`SELECT id FROM system WHERE name = 'alpha'`).pluck().get() as number;
  putMachineScores(db, signal, system, [
    [items[0]!, 1],
    [items[3]!, 0.25],
  ]);
  expect(await names({ sort })).toEqual(['bean', 'apple', 'fig', 'pear']);
});

test('pages of a search or a group of many items are windows of one list', async () => {
  const { engine, folder } = await engineWithProject();
  const many = Array.from({ length: 10_040 }, (_, i) => ({
    ...{ id: `i${i}`, question: i % 5 === 0 ? 'pear' : 'fig', responses: { a: 'r' } },
    ...{ group: i % 2 === 0 ? 'even' : 'odd' },
  }));
  const datasetId = await importRecords(engine, folder, many);
  const ids = (items: readonly { externalId: string }[]) => items.map(({ externalId }) => externalId);
  const even = await engine.client.item.list({ datasetId, group: 'even', offset: 4990, limit: 20 });
  expect(even.total).toBe(5020);
  expect(ids(even.items)).toEqual(Array.from({ length: 20 }, (_, i) => `i${9980 + 2 * i}`));
  const both = await engine.client.item.list({ datasetId, group: 'odd', search: 'pear', offset: 995 });
  expect(both.total).toBe(1004);
  expect(ids(both.items)).toEqual(Array.from({ length: 9 }, (_, i) => `i${9955 + 10 * i}`));
});

test('a flag is a field of the item like any other, and goes with the data set', async () => {
  const { engine, datasetId, names } = await grid();
  const { items } = await engine.client.item.list({ datasetId });
  const itemIds = [items[1]!.id, items[3]!.id, 99_999];
  expect(await engine.client.item.flag({ datasetId, itemIds, flagged: true })).toEqual({ items: 2 });
  const flagged = [{ field: 'flag', oneOf: ['flagged'] }];
  expect(await names({ filters: flagged })).toEqual(['apple', 'bean']);
  expect((await engine.client.item.list({ datasetId })).items.map(({ isFlagged }) => isFlagged)).toEqual([
    false,
    true,
    false,
    true,
  ]);
  await engine.client.item.flag({ datasetId, filters: [{ field: good, from: 5 }], flagged: false });
  expect(await names({ filters: flagged })).toEqual(['bean']);
  await engine.client.dataset.remove({ datasetId });
  const { db } = engine.context.session.project!;
  expect(db.prepare('SELECT COUNT(*) FROM item_flag').pluck().get()).toBe(0);
});

test('a selection leaves as JSON lines that import to the same items, and as CSV without formulas', async () => {
  const { engine, folder, datasetId } = await grid();
  const filters = [{ field: 'meta/topic', oneOf: ['fruit'] }];
  const csv = await engine.client.item.export({
    datasetId,
    filters,
    format: 'csv',
    columns: [good, 'reply/beta'],
  });
  expect(csv.content).toBe(
    "id,question,Human score / good / alpha,Reply / beta,formula_guard\npear,What is a pear?,3,'=SUM(pear),'\napple,What is a apple?,5,'=SUM(apple),'\n",
  );
  const file = path.join(folder, 'out.jsonl');
  const saved = await engine.client.item.export({ datasetId, filters, format: 'jsonl', path: file });
  expect(saved).toMatchObject({ items: 2, content: null });
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toEqual(records.slice(0, 2));
  await expect(
    engine.client.item.export({ datasetId, filters, format: 'jsonl', path: file }),
  ).rejects.toMatchObject({ code: 'FILE_EXISTS' });
  await expect(
    engine.client.item.export({ datasetId, search: 'nowhere', format: 'csv' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a selection leaves as Parquet and as a workbook: numbers as numbers, texts as they are', async () => {
  const { engine, folder, datasetId } = await grid();
  const filters = [{ field: 'meta/topic', oneOf: ['fruit'] }];
  const asked = { datasetId, filters, columns: [good, 'reply/beta', 'meta/topic'] };
  const parquet = await engine.client.item.export({ ...asked, format: 'parquet' });
  expect(parquet).toMatchObject({
    encoding: 'base64',
    items: 2,
    fileName: expect.stringMatching(/\.parquet$/),
  });
  const bytes = Buffer.from(parquet.content!, 'base64');
  const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer });
  expect(rows).toEqual([
    {
      id: 'pear',
      question: 'What is a pear?',
      'Human score / good / alpha': 3,
      'Reply / beta': '=SUM(pear)',
      topic: 'fruit',
    },
    {
      id: 'apple',
      question: 'What is a apple?',
      'Human score / good / alpha': 5,
      'Reply / beta': '=SUM(apple)',
      topic: 'fruit',
    },
  ]);
  const file = path.join(folder, 'out.xlsx');
  const saved = await engine.client.item.export({ ...asked, format: 'xlsx', path: file });
  expect(saved).toMatchObject({ items: 2, content: null, path: file });
  const sheet = unzipped(readFileSync(file)).get('xl/worksheets/sheet1.xml')!;
  expect(sheet).toContain('<v>5</v>');
  expect(sheet).toContain("'=SUM(pear)");
  const nothing = engine.client.item.export({ ...asked, search: 'nowhere', format: 'xlsx' });
  await expect(nothing).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('a selection becomes a data set that a study draws from, with the ranges of the whole', async () => {
  const { engine, datasetId, study } = await ratedStudy(10, { count: 60 });
  const whole = await engine.client.dataset.get({ datasetId });
  const { items } = await engine.client.item.list({ datasetId, limit: 25 });
  const itemIds = items.map(({ id }) => id);
  const { jobId } = await engine.client.item.split({ datasetId, itemIds, name: 'First ones' });
  await expect
    .poll(async () => (await engine.client.job.list({})).find(({ id }) => id === jobId)?.state)
    .toBe('done');
  const part = (await engine.client.dataset.list({})).find(({ name }) => name === 'First ones')!;
  expect(part).toMatchObject({ itemCount: 25, sourceFile: '25 of 60 items of data.jsonl' });
  const detail = await engine.client.dataset.get({ datasetId: part.id });
  expect(detail.criteria.map(({ name, scale }) => ({ name, scale }))).toEqual(
    whole.criteria.filter(({ coverage }) => coverage.length > 0).map(({ name, scale }) => ({ name, scale })),
  );
  const first = await engine.client.item.get({ itemId: itemIds[0]! });
  const again = await engine.client.item.get({
    itemId: (await engine.client.item.list({ datasetId: part.id })).items[0]!.id,
  });
  expect({ ...again, id: 0 }).toEqual({ ...first, id: 0 });
  const { system, measure, surrogate } = study;
  const made = await engine.client.study.create({
    datasetId: part.id,
    system,
    measure,
    surrogate,
    size: 5,
    seed: 1,
  });
  expect(made.populationSize).toBe(25);
});

test('whoever still labels in a study sees their own labels of it alone', async () => {
  const { engine, datasetId, study } = await ratedStudy(3);
  const { client } = engine;
  const column = `label/${study.id}`;
  const labels = async () => {
    const { items } = await client.item.list({ datasetId, columns: [column], limit: 500 });
    const sorted = await client.item.list({ datasetId, filters: [{ field: column, from: 0 }], limit: 500 });
    const values = items.flatMap(({ cells }) => cells[column] ?? []);
    expect(sorted.total).toBe(values.length);
    return values;
  };
  await client.annotator.choose({ name: 'Colleague' });
  const { batch, items } = await client.label.open({ studyId: study.id });
  await submit(engine, batch, items[0]!.ref, { kind: 'score', value: 5 });
  expect(await labels()).toEqual([5]);
  await client.annotator.choose({ name: 'Me' });
  expect(await labels()).toEqual([]);
  expect((await client.item.fields({ datasetId })).find(({ id }) => id === column)).toMatchObject({
    ownOnly: true,
  });
  const mine = await client.label.open({ studyId: study.id });
  for (const { ref } of mine.items.slice(1))
    await submit(engine, mine.batch, ref, { kind: 'score', value: 2 });
  expect(await labels()).toHaveLength(new Set(mine.items.map(({ ref }) => ref)).size);
  expect((await client.item.fields({ datasetId })).find(({ id }) => id === column)).toMatchObject({
    ownOnly: false,
  });
});

test('words find items of every data set, with the text around them', async () => {
  const { engine, folder } = await grid();
  const second = [
    { id: 'late', question: 'Anything?', responses: { a: `${'word '.repeat(40)}an Äpple a day` } },
  ];
  await importRecords(engine, folder, second, { name: 'second' });
  const { items, notYet } = await engine.client.item.find({ text: 'APP' });
  expect(notYet).toEqual([]);
  expect(items.map(({ datasetName, externalId }) => [datasetName, externalId])).toEqual([
    ['second', 'late'],
    ['data', 'apple'],
  ]);
  for (const {
    snippet: { text, from, to },
  } of items)
    expect(text.slice(from, to)).toMatch(/^[aÄ]pp$/);
  expect((await engine.client.item.find({ text: '"(' })).items).toEqual([]);
});

test('a snippet marks a beginning of a word, and stays short', () => {
  const { text, from, to } = snippetOf([`happy ${'long '.repeat(200)}Happening`], ['happen']);
  expect(text.slice(from, to)).toBe('Happen');
  expect(text.length).toBeLessThan(200);
  expect(snippetOf(['unhappy'], ['happy'])).toEqual({ text: 'unhappy', from: 0, to: 0 });
  expect(snippetOf([], ['x'])).toEqual({ text: '', from: 0, to: 0 });
});
