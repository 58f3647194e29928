import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { suggestMapping } from '../../core/import/evidence/suggest-mapping.ts';
import { inEnglish, namedRange } from '../../core/import/evidence/translated-names.ts';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { listCriteria } from '../../db/scores.ts';
import { importFile, openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

describe('the range in a name', () => {
  test.each([
    ['Rating (1-5)', 'Rating', 1, 5],
    ['Helpful [0..10]', 'Helpful', 0, 10],
    ['Bewertung (von 1 bis 7)', 'Bewertung', 1, 7],
    ['quality (1 = bad, 5 = good)', 'quality', 1, 5],
    ['Agreement (-3 to 3) ', 'Agreement', -3, 3],
    ['评分（1-5）'.replace('（', '(').replace('）', ')'), '评分', 1, 5],
    ['Fluency (1–7, 7 is best)', 'Fluency', 1, 7],
  ])('of %s', (column, name, min, max) => {
    expect(namedRange(column)).toEqual({ name, range: { min, max } });
  });

  test.each([
    'Rating',
    '(1-5)',
    'Rating (5-1)',
    'Section 1-5',
    'Date (2024-10)',
    'v (1.5-2.5)',
    'Q (a-b)',
    'scores[0].value',
  ])('is none in %s', (column) => expect(namedRange(column)).toBeUndefined());
});

test('headers of other languages say what English ones do', () => {
  expect(inEnglish('antwort_gpt')).toBe('response_gpt');
  expect(inEnglish('notes')).toBe('notes');
  const headers = [
    ['Nr.', 'Frage', 'Antwort', 'Bewertung'],
    ['número', 'pregunta', 'respuesta', 'puntuación'],
    ['序号', '问题', '回答', '评分'],
  ];
  for (const [id, question, response, rating] of headers as [string, string, string, string][]) {
    expect(suggestMapping([id, question, response, rating])).toEqual({
      id,
      question,
      references: [],
      responses: [{ column: response, system: 'assistant' }],
      human: [{ column: rating, system: 'assistant', criterion: 'rating' }],
      signals: [],
    });
  }
});

describe('a table whose names tell ranges', () => {
  let t: TestProject;
  beforeEach(() => {
    t = openTestProject();
  });
  afterEach(() => t.close());
  const importTable = (text: string, more = {}) =>
    importFile(t, t.file('table.csv', text), { format: 'csv', ...more });
  const rangesOf = () =>
    listCriteria(t.db, 1).map(({ name, scale, declared }) => [name, scale.min, scale.max, declared]);
  const rows = (...cells: string[]) =>
    cells.map((cell, index) => `q${index},How is it done ${index}?,It is done so and so,${cell}\n`).join('');

  test('has these ranges though no value reaches their ends, and a criterion for each column', async () => {
    await importTable(`id,question,response,Rating (1-5),Helpfulness (1-7)\n${rows('4,6', '2,3', '3,5')}`);
    expect(rangesOf()).toEqual([
      ['rating', 1, 5, true],
      ['helpfulness', 1, 7, true],
    ]);
  });

  test('is of one criterion where its name tells a rating and a range', () => {
    const columns = ['id', 'question', 'response', 'Helpfulness rating (1-5)'];
    const { human } = suggestMapping(columns, [['1', 'How is it done?', 'It is done so and so', '4']]);
    expect(human).toEqual([
      { column: 'Helpfulness rating (1-5)', system: 'assistant', criterion: 'helpfulness' },
    ]);
  });

  test('shows them before the import', async () => {
    const path = t.file('table.csv', `id,question,response,Rating (1-5)\n${rows('4', '2', '3')}`);
    const { scales } = await previewImport({ path });
    expect(scales).toEqual([
      { kind: 'criterion', name: 'rating', scale: { min: 1, max: 5, direction: 'higher' }, observed: false },
    ]);
  });

  test('has the observed range where a value lies outside, and what a person declares goes first', async () => {
    const text = `id,question,response,Rating (1-5)\n${rows('4', '2', '9')}`;
    await importTable(text);
    expect(rangesOf()).toEqual([['rating', 2, 9, false]]);
    const scale = { min: 0, max: 10, direction: 'higher' as const };
    await importTable(text, { scales: [{ kind: 'criterion', name: 'rating', scale }] });
    expect(rangesOf()).toEqual([['rating', 0, 10, true]]);
  });

  test('leaves what a machine scored, and numbers that are none of its range, and names them', async () => {
    const result = await importTable(
      `id,question,response,GPT-4 quality (1-5),Effort (1-5),rating\n${rows('4,9,3', '2,8,2', '1,7,1')}`,
    );
    expect(rangesOf().map(([name]) => name)).toEqual(['rating']);
    expect(result.warnings).toEqual([
      expect.stringMatching(/^1 column of numbers kept as a field.*Effort \(1-5\)/),
    ]);
    expect(result.machineScores).toBe(3);
  });

  test('of a rating and a score makes two criteria, and no votes on one', async () => {
    await importTable(
      `id,question,response,rating,score,email\n${rows('4,80,a@b.org', '2,30,a@b.org', '3,55,c@b.org')}`,
    );
    expect(rangesOf()).toEqual([
      ['rating', 2, 4, false],
      ['score', 30, 80, false],
    ]);
  });

  test('is warned about where one grade lies far from all others', async () => {
    const grades = ['4', '2', '3', '5', '1', '90'];
    const slipped = await importTable(`id,question,response,rating\n${rows(...grades)}`);
    expect(slipped.warnings).toEqual([
      'One value of criterion "rating" is 90, far from the others, 1 to 5. Its range was taken as 1 to 90. Correct the file, or declare the range that people had.',
    ]);
    const [stated] = rangesOf();
    expect(stated).toEqual(['rating', 1, 90, false]);
  });

  test.each([
    ['grades that lie apart but are common', ['1', '1', '2', '90', '90', '90']],
    ['a range that was stated', ['0', '1', '2', '3', '4', '100'], 'rating (0-100)'],
    ['grades of which few are given', ['0', '0', '1', '2', '2', '10']],
    ['measurements', Array.from({ length: 40 }, (_, i) => String(i * i))],
  ])('is not warned about for %s', async (_, grades, name = 'rating') => {
    const { warnings } = await importTable(`id,question,response,${name}\n${rows(...grades)}`);
    expect(warnings.filter((one) => one.includes('far from'))).toEqual([]);
  });

  test('tells them to a data set that grows', async () => {
    await importTable(`id,question,response,rating\n${rows('4', '2')}`);
    const more = t.file('more.csv', 'id,Fluency (1-7)\nq0,3\nq1,5\n');
    await importFile(t, more, {
      format: 'csv',
      append: { datasetId: 1, furtherRaters: false, isTrial: false, systems: ['assistant'] },
    });
    expect(rangesOf()).toContainEqual(['fluency', 1, 7, true]);
  });
});

describe('a table of scores that is added to a data set', () => {
  let t: TestProject;
  beforeEach(() => {
    t = openTestProject();
  });
  afterEach(() => t.close());
  const params = (name: string, text: string, systems: string[]) => {
    const append = { datasetId: 1, furtherRaters: true, isTrial: false, systems };
    return resolveImport({ settings: { annotator: undefined } } as never, {
      path: t.file(name, text),
      append,
    });
  };
  const importFirst = (text: string) => importFile(t, t.file('first.csv', text), { format: 'csv' });
  const votesOf = () => t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all();

  test('has votes of another rater on the replies that are there', async () => {
    await importFirst('id,question,response,rating\n1,How?,So,4\n2,When?,Now,2\n');
    const added = await importWork(
      testScope(t),
      params('second.csv', 'id,rating\n1,5\n2,3\n', ['assistant']),
    );
    expect(added.appended).toMatchObject({ joined: 2 });
    expect(votesOf()).toEqual(['[4,5]', '[2,3]']);
  });

  test('has scores of the systems that its columns name', async () => {
    await importFirst('id,question,response_red,response_blue\n1,How?,So,Thus\n2,When?,Now,Soon\n');
    const text = 'id,rating_red,rating_blue\n1,5,2\n2,3,1\n';
    expect(params('scores.csv', text, ['red', 'blue']).mapping?.human).toEqual([
      { column: 'rating_red', system: 'red', criterion: 'rating' },
      { column: 'rating_blue', system: 'blue', criterion: 'rating' },
    ]);
  });

  test('is refused where nothing tells whose replies were scored', async () => {
    await importFirst('id,question,response_red,response_blue\n1,How?,So,Thus\n2,When?,Now,Soon\n');
    const asked = params('scores.csv', 'id,rating\n1,5\n2,3\n', ['red', 'blue']);
    const refused = await refusalOf(importWork(testScope(t), asked));
    expect(refused.message).toContain("nothing tells which system's replies they are of");
    expect(refused.details.remedy).toContain('red, blue');
  });

  test('is shown before, with its systems', async () => {
    const path = t.file('scores.csv', 'id,rating\n1,5\n2,3\n');
    const alone = await previewImport({ path });
    expect(alone.format).toBe('labels-csv');
    const added = await previewImport({ path, systems: ['bot'] });
    expect([added.format, added.problemCount]).toEqual(['csv', 0]);
    expect(added.mapping?.human).toEqual([{ column: 'rating', system: 'bot', criterion: 'rating' }]);
  });
});
