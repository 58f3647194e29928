import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileOfSeveral } from '../../../core/import/import-request.ts';
import { importWork } from '../../../core/import/import-work.ts';
import { previewImport } from '../../../core/import/preview.ts';
import { previewFiles } from '../../../core/import/together/preview-files.ts';

import { type Cells, workbookOf } from '../../support/workbook.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from '../scope.ts';

const noColumns = { references: [], responses: [], human: [], signals: [] };

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const workbook = (name: string, sheets: Readonly<Record<string, Cells>>) => t.file(name, workbookOf(sheets));

const asked = [1, 2, 3, 4].map(
  (at) => [`q${at}`, `Why is it so ${at}?`, `Because of ${at} and more than that.`] as const,
);
const rated = (of: (at: number) => number): Cells => [
  ['id', 'question', 'response', 'rating'],
  ...asked.map((row, at) => [...row, of(at)]),
];

const take = (all: readonly FileOfSeveral[]) => {
  const [{ path, sheet, mapping }, ...others] = all as [FileOfSeveral, ...FileOfSeveral[]];
  return importWork(testScope(t), {
    ...{ path, sheet, mapping, others, sourceName: 'book.xlsx', format: 'csv', scales: [] },
  });
};
const votes = () => t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all();

test('sheets of one workbook are files of their own: a system each, called as its sheet', async () => {
  const other = asked.map(([id, question]) => [id, question, `Nobody knows ${id}.`]);
  const head = ['id', 'question', 'response'];
  const path = workbook('systems.xlsx', { 'gpt-4o': [head, ...asked], 'llama-3': [head, ...other] });
  expect((await previewImport({ path })).sheets).toEqual(['gpt-4o', 'llama-3']);
  const all = [
    { path, sheet: 'gpt-4o' },
    { path, sheet: 'llama-3' },
  ];
  const { together, systems } = await previewFiles({ files: all });
  expect(systems.toSorted()).toEqual(['gpt-4o', 'llama-3']);
  expect(together!.files).toMatchObject([
    { path, sheet: 'gpt-4o', fileName: 'gpt-4o', added: 4 },
    { path, sheet: 'llama-3', fileName: 'llama-3', byId: 4 },
  ]);
  expect(await take(all)).toMatchObject({ items: 4, responses: 8, datasetName: 'gpt-4o, llama-3' });
});

test('sheets of people with the same replies are of one system, whose votes are asked about', async () => {
  const path = workbook('people.xlsx', { Ann: rated((at) => at + 1), Bo: rated(() => 5) });
  const all = [
    { path, sheet: 'Ann' },
    { path, sheet: 'Bo' },
  ];
  const { details } = await refusalOf(take(all));
  expect(details.causes).toMatchObject([{ count: 4, remedy: expect.stringContaining('votes of all') }]);
  expect(details.problems![0]!.message).toMatch(/^Bo: /);
  const mapping = { ...noColumns, repeats: 'votes' as const };
  expect(await take(all.map((one) => ({ ...one, mapping })))).toMatchObject({ items: 4, responses: 4 });
  expect(votes()).toEqual(['[1,5]', '[2,5]', '[3,5]', '[4,5]']);
});

test('ratings by id are of the replies in another sheet; what Assay wrote comes in by itself', async () => {
  const rows = asked.flatMap(([id], at) => [
    [id, 'Ann', at + 1],
    [id, 'Bo', 5],
  ]);
  const head = ['id', 'question', 'response_gpt'];
  const path = workbook('book.xlsx', {
    Replies: [head, ...asked],
    Ratings: [['id', 'rater', 'rating'], ...rows],
  });
  const all = (file: string) => [
    { path: file, sheet: 'Replies' },
    { path: file, sheet: 'Ratings' },
  ];
  expect(await take(all(path))).toMatchObject({ items: 4, responses: 4, humanScores: 4 });
  expect(votes()).toEqual(['[1,5]', '[2,5]', '[3,5]', '[4,5]']);
  const own = [
    ['draw_order', 'id', 'probability', 'annotator', 'value'],
    ['1', 'q1', '0.5', 'Ann', '4'],
  ];
  const exported = workbook('own.xlsx', { Replies: [head, ...asked], Ratings: own });
  expect((await refusalOf(take(all(exported)))).message).toBe('Ratings is a list of labels by item id.');
});

test('two systems may give the same short answers, or the same without anybody having scored them', async () => {
  const head = ['id', 'question', 'response', 'rating'];
  const short = [head, ...asked.map(([id, question]) => [id, question, 'Yes.', 3])];
  const other = [head, ...asked.map(([id, question]) => [id, question, 'Yes.', 4])];
  const path = workbook('short.xlsx', { small: short, large: other });
  const all = (file: string) => [
    { path: file, sheet: 'small' },
    { path: file, sheet: 'large' },
  ];
  expect(await take(all(path))).toMatchObject({ items: 4, responses: 8, humanScores: 8 });
  const plain = [['id', 'question', 'response'], ...asked];
  const again = workbook('plain.xlsx', { small: plain, large: [...plain, ['q9', 'What else?', 'Nothing.']] });
  expect(await take(all(again))).toMatchObject({ items: 5, responses: 9 });
});

test('a fault of one sheet is answered for it alone', async () => {
  const path = workbook('faults.xlsx', {
    Ann: rated((at) => at + 1),
    Bo: [['id', 'question', 'response', 'rating'], ...asked.map((row) => [...row, 'so so'])],
  });
  const { causes } = await previewFiles({
    files: [
      { path, sheet: 'Ann' },
      { path, sheet: 'Bo' },
    ],
  });
  expect(causes.length).toBeGreaterThan(0);
  expect(causes.flatMap(({ files = [] }) => files)).not.toContain(`${path}#Ann`);
  expect(causes.every(({ examples }) => examples.every(({ message }) => message.startsWith('Bo: ')))).toBe(
    true,
  );
});

test('a sheet is added to a data set as it was chosen, in its encoding as any file', async () => {
  const path = workbook('book.xlsx', {
    Replies: [['id', 'question', 'response'], ...asked],
    Ratings: [
      ['id', 'rater', 'rating'],
      ...asked.flatMap(([id], at) => [
        [id, 'Ann', at + 1],
        [id, 'Bo', 5],
      ]),
    ],
  });
  const { datasetId } = await importWork(testScope(t), {
    ...{ path, sourceName: 'book.xlsx', format: 'csv', scales: [] },
  });
  const append = { datasetId: datasetId!, furtherRaters: false, isTrial: false, systems: ['assistant'] };
  await importWork(testScope(t), {
    ...{ path, sheet: 'Ratings', sourceName: 'book.xlsx', format: 'csv', scales: [], append },
    mapping: {
      ...noColumns,
      id: 'id',
      rater: 'rater',
      human: [{ column: 'rating', system: 'assistant', criterion: 'rating' }],
    },
  });
  expect(votes()).toEqual(['[1,5]', '[2,5]', '[3,5]', '[4,5]']);
  const latin = t.file('latin.csv', Buffer.from('id,question,response\nq9,Où est-ce?,À côté.\n', 'latin1'));
  await importWork(testScope(t), {
    ...{ path: latin, encoding: 'windows-1252', sourceName: 'latin.csv', format: 'csv', scales: [], append },
  });
  const text = t.db.prepare(
    "SELECT text FROM response JOIN item ON item.id = item_id WHERE external_id = 'q9'",
  );
  expect(text.pluck().get()).toBe('À côté.');
});
