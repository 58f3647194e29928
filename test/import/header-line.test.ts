import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { isFirstRowData } from '../../core/import/readers/tables/header-line.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const take = (name: string, content: string, mapping: object = {}) => {
  const path = t.file(name, content);
  const empty = { references: [], responses: [], human: [], signals: [] };
  const request = { path, mapping: { ...empty, ...mapping } };
  return importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, request));
};

const meanings = [
  'name[The Mill], eatType[pub], area[riverside]\tThe Mill is a pub at the "riverside".',
  'name[The Mill], eatType[pub], food[English]\tThe Mill is an English pub.',
  'name[Blue Door], eatType[cafe], area[centre]\tBlue Door is a cafe in the centre.',
];

describe('a table without a line of names', () => {
  test('keeps its first row, and offers a mapping of numbered columns', async () => {
    const content = `${meanings.join('\n')}\n`;
    const { details } = await refusalOf(take('outputs.tsv', content));
    const map = JSON.parse(details.ready![0]!.options.map![0]!);
    expect(map).toMatchObject({ question: 'column 1', responses: [{ column: 'column 2' }] });
    const { items, warnings } = await take('outputs.tsv', content, map);
    expect(items).toBe(3);
    expect(warnings.join(' ')).toContain('line of names is missing');
    const preview = await previewImport({ path: t.file('outputs.tsv', content) });
    expect(preview.columns).toEqual(['column 1', 'column 2']);
    expect(preview.rows).toHaveLength(3);
  });

  test('has names where somebody says so', async () => {
    const [question, column] = meanings[0]!.replaceAll('"', '').split('\t');
    const { items } = await take('outputs.tsv', `${meanings.join('\n').replaceAll('"', '')}\n`, {
      header: 'names',
      question,
      responses: [{ column, system: 'bot' }],
    });
    expect(items).toBe(2);
  });

  test('is one where somebody says so', async () => {
    const { items } = await take('outputs.csv', 'Who?,Ann\nWhy?,Because\n', {
      header: 'none',
      question: 'column 1',
      responses: [{ column: 'column 2', system: 'bot' }],
    });
    expect(items).toBe(2);
  });
});

test.each<[string, string[][], boolean]>([
  [
    'a class that comes again',
    [
      ['1', 'yes', 'It is so.'],
      ['2', 'no', 'That is not so.'],
      ['3', 'yes', 'They all agree.'],
    ],
    true,
  ],
  [
    'texts without spaces',
    [
      ['什么是人工智能系统呢', '是一种会学习的程序系统'],
      ['北京有多少人口居住呢', '大约有两千多万人居住着'],
      ['谁写了这本有名的小说', '是一位有名的老作家写的'],
    ],
    true,
  ],
  [
    'names above prose',
    [
      ['prompt', 'reply'],
      ['Who was it that came?', 'It was Ann.'],
      ['Where was she going?', 'She went home.'],
    ],
    false,
  ],
  [
    'questions of a form',
    [
      ['How good was the answer that you read?', 'What would you change in it?'],
      ['It was good enough for me.', 'I would not change a thing.'],
      ['It was rather short, I think.', 'It could say a bit more.'],
    ],
    false,
  ],
  [
    'names above numbers',
    [
      ['a rather long name of a column', 'quality of the answer'],
      ['It was good enough for me.', '4'],
      ['It was rather short, I think.', '2'],
    ],
    false,
  ],
  [
    'two equal numbers above numbers',
    [
      ['Is it open today?', '3', '4', '3'],
      ['It could say a bit more.', '2', '2', '1'],
      ['It was rather short, I think.', '4', '5', '5'],
    ],
    true,
  ],
  [
    'numbers of people above their ratings',
    [
      ['text', '1', '2', '3'],
      ['It could say a bit more.', '2', '2', '1'],
      ['It was rather short, I think.', '4', '5', '5'],
    ],
    false,
  ],
  [
    'an index of pandas',
    [
      ['', 'It was good enough for me.'],
      ['0', 'It was rather short, I think.'],
      ['1', 'It could say a bit more.'],
    ],
    false,
  ],
  [
    'a header that stands there again',
    [
      ['id', 'text'],
      ['id', 'text'],
      ['1', 'It could say a bit more.'],
      ['2', 'It was rather short, I think.'],
    ],
    false,
  ],
  ['a single row', [['It was good enough for me.'], ['It was rather short, I think.']], false],
])('the first row is told beside those below it: %s', (_, rows, isData) => {
  expect(isFirstRowData(rows)).toBe(isData);
});
