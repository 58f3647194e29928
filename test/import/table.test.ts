import { afterEach, beforeEach, expect, test } from 'vitest';
import { suggestMapping } from '../../core/import/evidence/suggest-mapping.ts';
import { listSystems } from '../../db/datasets.ts';
import { findItem, listResponses } from '../../db/items.ts';
import { listItemScores } from '../../db/scores.ts';
import { wayToRead } from '../../shared/mapping.ts';
import { importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const importTable = (text: string, more = {}) =>
  importFile(t, t.file('table.csv', text), { format: 'csv', ...more });
const problemsOf = async (text: string, more = {}) =>
  (await refusalOf(importTable(text, more))).details.problems ?? [];

test('guesses a mapping from the header', () => {
  expect(
    suggestMapping([
      'ID',
      'Question',
      'Passage',
      'gold_answer',
      'response_alpha',
      'response_beta',
      'human_alpha_helpful',
      'rating_beta',
      'judge_alpha_helpful',
      'f1_beta',
      'notes',
    ]),
  ).toEqual({
    id: 'ID',
    question: 'Question',
    context: 'Passage',
    references: ['gold_answer'],
    responses: [
      { column: 'response_alpha', system: 'alpha' },
      { column: 'response_beta', system: 'beta' },
    ],
    human: [
      { column: 'human_alpha_helpful', system: 'alpha', criterion: 'helpful' },
      { column: 'rating_beta', system: 'beta', criterion: 'rating' },
    ],
    signals: [
      { column: 'judge_alpha_helpful', system: 'alpha', kind: 'judge', name: 'judge', criterion: 'helpful' },
    ],
  });
  expect(suggestMapping(['prompt', 'output', 'rating', 'rouge_l', 'judge'])).toEqual({
    question: 'prompt',
    references: [],
    responses: [{ column: 'output', system: 'assistant' }],
    human: [{ column: 'rating', system: 'assistant', criterion: 'rating' }],
    signals: [
      { column: 'rouge_l', system: 'assistant', kind: 'auto', name: 'rouge_l' },
      { column: 'judge', system: 'assistant', kind: 'judge', name: 'judge' },
    ],
  });
});

test('quotes, cells of several lines, a byte order mark, empty cells', async () => {
  const text =
    '\uFEFFid,question,answer,response_a,response_b,human_a,judge_a,note\r\n' +
    '1,"Say ""hi"",\r\nplease","[""x"",""y""]",hi,,"[3,4]",0.5,odd\r\n' +
    '\r\n2,"Why?",z,so,"yes, so",,,\r\n';
  const result = await importTable(text);
  expect(result).toMatchObject({ items: 2, responses: 3, humanScores: 1, machineScores: 1 });
  expect(findItem(t.db, 1)).toMatchObject({
    externalId: '1',
    conversation: [{ role: 'user', content: 'Say "hi",\r\nplease' }],
    references: [['x', 'y']],
    meta: '{"note":"odd"}',
  });
  expect(listItemScores(t.db, 1, 1).human).toMatchObject([{ system: 'a', votes: [3, 4], mean: 3.5 }]);
  expect(listResponses(t.db, 2).map((row) => row.text)).toEqual(['so', 'yes, so']);
  expect(listSystems(t.db, 1)).toMatchObject([
    { name: 'a', items: 2 },
    { name: 'b', items: 1 },
  ]);
});

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['bars', '|'],
])('finds %s', async (_name, sign) => {
  const text = ['id,question,response', '1,"a;b,c|d",x'].join('\n').replaceAll(',', sign);
  await importTable(text);
  expect(findItem(t.db, 1)?.conversation[0]?.content).toContain('b');
  expect(listResponses(t.db, 1)[0]?.text).toBe('x');
});

test('a given mapping, with turns as JSON and no id', async () => {
  const mapping = {
    conversation: 'talk',
    question: 'last',
    references: [],
    responses: [{ column: 'r', system: 'S' }],
    human: [
      { column: 'h1', system: 'S', criterion: 'ok' },
      { column: 'h2', system: 'S', criterion: 'ok' },
    ],
    signals: [{ column: 'm', system: 'S', kind: 'auto' as const, name: 'len' }],
  };
  const turns = JSON.stringify([{ role: 'user', content: 'a' }]).replaceAll('"', '""');
  await importTable(`talk,last,r,h1,h2,m\n"${turns}",b,c,1,0,12\n`, { mapping });
  expect(findItem(t.db, 1)).toMatchObject({
    externalId: 'line-2',
    conversation: [{ content: 'a' }, { content: 'b' }],
  });
  expect(listItemScores(t.db, 1, 1)).toMatchObject({
    human: [{ votes: [1, 0], mean: 0.5 }],
    signals: [{ kind: 'auto', name: 'len', value: 12 }],
  });
});

test('problems name the line where the row begins, and the column', async () => {
  const text = 'id,question,response,human\n1,"two\nlines",x,4\n2,why,x,good\n3,why,x,"4,5"\n,why,x,1\n';
  const problems = await problemsOf(text);
  expect(problems.map(({ line, field }) => [line, field])).toEqual([
    [4, 'human'],
    [5, 'human'],
    [6, 'id'],
  ]);
  expect(problems[1]?.remedy).toContain('point');
});

test('rows of another length, a quote never closed, columns that are not there', async () => {
  expect(await problemsOf('id,question,response\n1,a\n2,b,c,d\n3,a,b\n')).toMatchObject([
    { line: 2 },
    { line: 3 },
  ]);
  expect(await problemsOf('id,question,response\n1,a,b\n2,"a,b\n3,c,d\n')).toMatchObject([{ line: 3 }]);
  const mapping = { id: 'nr', references: [], responses: [], human: [], signals: [] };
  expect((await problemsOf('id,question\n1,a\n', { mapping }))[0]).toMatchObject({ line: 1, field: 'nr' });
});

test('a column called like an earlier one gets a name of its own, and that is said', async () => {
  const result = await importTable('id,id,question,response\n1,2,What?,That.\n3,4,Who?,Me.\n');
  expect(result.items).toBe(2);
  expect(result.warnings).toEqual(['1 column called like an earlier one, and read as "id (2)".']);
  expect(JSON.parse(findItem(t.db, 1)!.meta!)).toEqual({ 'id (2)': '2' });
});

test('a header alone, and bytes that are not UTF-8 in a file that is', async () => {
  expect(await problemsOf('id,question\n')).toMatchObject([{ line: 0 }]);
  const bytes = Buffer.from('id,question,response\n1,caf\xe9,x\n', 'latin1');
  const both = Buffer.concat([bytes, Buffer.from('2,café,y\n')]);
  const { details } = await refusalOf(importFile(t, t.file('latin.csv', both), { format: 'csv' }));
  expect(details.problems).toMatchObject([{ line: 2 }]);
});

test('many rows pass through in order', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index},"q ${index}, please",r ${index}`);
  const result = await importTable(`id,question,response\n${rows.join('\n')}\n`);
  expect(result.items).toBe(20_000);
  expect(findItem(t.db, 20_000)).toMatchObject({ externalId: '19999' });
});

test('a comma is the decimal sign where the mapping says so; else the fault offers it', async () => {
  const text = 'question;response;rating\nWhat?;That.;4,5\nWho?;Me.;3,0\n';
  const refused = await refusalOf(importTable(text));
  expect(refused.details.causes).toEqual([
    {
      field: 'rating',
      remedy:
        'Read the comma as the decimal sign ("types": {"rating": "comma"} in --map), or as thousands ("point").',
      count: 2,
      examples: [
        { line: 2, message: 'rating is "4,5", not a number.' },
        { line: 3, message: 'rating is "3,0", not a number.' },
      ],
      ways: [wayToRead('Read the comma as decimal sign', { types: { rating: 'comma' } })],
    },
  ]);
  const mapping = { ...suggestMapping(['question', 'response', 'rating']), decimalComma: true };
  const { datasetId } = await importTable(text, { mapping });
  const [item] = t.db.prepare('SELECT id FROM item ORDER BY id').pluck().all() as number[];
  expect(listItemScores(t.db, datasetId!, item!).human).toMatchObject([{ mean: 4.5 }]);
});

test('two hundred faults of one cause are one line with a count and three examples', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `What ${i}?,That.,bad ${i}`);
  const { details } = await refusalOf(importTable(['question,response,rating', ...rows].join('\n')));
  expect(details.problemCount).toBe(200);
  expect(details.causes).toHaveLength(1);
  expect(details.causes![0]).toMatchObject({ count: 200, field: 'rating' });
  expect(details.causes![0]!.examples.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test('a score of a system that no column holds a response of is refused', async () => {
  const columns = ['question', 'response_alpha', 'score'];
  const mapping = {
    ...suggestMapping(columns),
    human: [{ column: 'score', system: 'system', criterion: 'good' }],
  };
  const problems = await problemsOf(`${columns.join(',')}\nWhat?,That.,4\n`, { mapping });
  expect(problems).toMatchObject([
    { field: 'score', remedy: 'Change the "system" of score to one of: alpha.' },
  ]);
});

test.each([
  ['1,234,567', 1234567],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['1.234.567', 1234567],
  ['1 234', 1234],
  ['-12\u202f345,6', -12345.6],
  ["1'234.5", 1234.5],
  ['12,345.5 %', 12345.5],
  ['85 %', 85],
])('a score of %j is %j', async (cell, number) => {
  const { humanScores } = await importFile(
    t,
    t.file('t.csv', `id;question;response;human\n1;Why?;So.;"${cell}"\n2;Who?;I.;0\n`),
    {
      format: 'csv',
    },
  );
  expect(humanScores).toBe(2);
  expect(t.db.prepare('SELECT mean FROM human_score ORDER BY item_id').pluck().get()).toBe(number);
});

test('a comma that may be the decimal sign or mark thousands is asked about', async () => {
  const text = 'id;question;response;human\n1;Why?;So.;"1,234"\n2;Who?;I.;1\n';
  const { details } = await refusalOf(importFile(t, t.file('t.csv', text), { format: 'csv' }));
  expect(details.causes).toMatchObject([
    { field: 'human', ways: [{ mapping: { types: { human: 'comma' } } }] },
  ]);
});

test('columns of texts that differ by a letter or a number are replies side by side; names of systems are not', () => {
  const columns = ['question', 'model_a', 'model_b', 'human'];
  const rows = [1, 2, 3].map((i) => [`What is ${i}?`, `It is ${i}, I think.`, `Number ${i}.`, String(i)]);
  expect(suggestMapping(columns, rows)).toMatchObject({
    question: 'question',
    responses: [
      { column: 'model_a', system: 'model_a' },
      { column: 'model_b', system: 'model_b' },
    ],
    // Whose rating it is nobody says.
    human: [],
  });
  const named = rows.map(([question, , , score], i) => [
    question!,
    'gpt-4',
    i < 2 ? 'claude' : 'gpt-4',
    score!,
  ]);
  expect(suggestMapping(columns, named).responses).toEqual([]);
});

test('words that say a number are read by it, also those that come late, and 2/5 beside 4/10 is refused', async () => {
  const rows = (said: readonly string[]) =>
    ['id,question,response,rating', ...said.map((word, at) => `${at},What is ${at}?,A thing.,${word}`)].join(
      '\n',
    );
  const late = [...Array(600).fill('4 - good'), '1 - poor', '3'];
  await importTable(rows(late));
  expect([1, 601, 602].map((id) => listItemScores(t.db, 1, id).human[0]!.mean)).toEqual([4, 1, 3]);
  const halves = [...Array(600).fill('2/5'), '4/10'];
  const [problem] = await problemsOf(rows(halves), { datasetName: 'halves' });
  expect(problem).toMatchObject({ line: 602, field: 'rating' });
  const stated = { classes: { rating: { '4 - good': 9 } } };
  const mapping = { ...suggestMapping(['id', 'question', 'response', 'rating']), ...stated };
  const [unstated] = await problemsOf(rows(late), { datasetName: 'stated', mapping });
  expect(unstated).toMatchObject({ line: 602, field: 'rating' });
});
