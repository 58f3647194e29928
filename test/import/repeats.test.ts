import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatOf } from '../../core/import/formats/registry.ts';
import { previewImport } from '../../core/import/preview.ts';
import { openSourceFile } from '../../core/import/readers/source-file.ts';
import { mappingFor } from '../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/errors.ts';
import { importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const noColumns = { references: [], responses: [], human: [], signals: [] };

/** Imports as the command line does, by what is found out. */
async function importByGuess(name: string, content: string) {
  const file = t.file(name, content);
  const { format, scales } = await previewImport({ path: file });
  const source = openSourceFile(file);
  const mapping = mappingFor(formatOf(format), source.head, undefined);
  source.close();
  return { scales, result: await importFile(t, file, { format, mapping }) };
}

describe('ids that repeat in a column that is not the id of the items', () => {
  const rows = Array.from({ length: 4 }, (_, at) => [`q${at}`, `Why is it so, ${at}?`, `Because of ${at}.`]);
  const twice = [...rows, ...rows];

  test('are counted in a table with every row twice', async () => {
    const table = [
      'question_id,question,answer',
      ...twice.map((row) => `${row[0]},"${row[1]}",${row[2]}`),
      '',
    ];
    const { result } = await importByGuess('twice.csv', table.join('\n'));
    expect(result.items).toBe(8);
    expect(result.warnings).toContain(
      '4 rows whose question_id an earlier row has too (first: "q0"), each an item of its own.',
    );
  });

  test('are counted in JSON records, beside an id that does not repeat', async () => {
    const records = twice.map(([question_id, question, answer], id) =>
      JSON.stringify({ id: `r${id}`, question_id, question, answer }),
    );
    const { result } = await importByGuess('twice.jsonl', `${records.join('\n')}\n`);
    expect(result.warnings.filter((one) => one.includes('an earlier row has'))).toEqual([
      '4 rows whose question_id an earlier row has too (first: "q0"), each an item of its own.',
    ]);
    const stored = t.db.prepare('SELECT meta FROM item').pluck().get() as string;
    expect(JSON.parse(stored)).toMatchObject({ question_id: 'q0' });
  });

  test('are asked about where several systems answer the same questions, and no matter where each has its own', async () => {
    const table = (asked: (at: number) => string) =>
      [
        'id,prompt,model,response,rater,score',
        ...[0, 1, 2, 3, 4, 5, 6, 7].map(
          (at) =>
            `r${at},${asked(at)},${at % 2 ? 'large' : 'small'},This is reply ${at}.,anna,${(at % 4) + 1}`,
        ),
      ].join('\n');
    const same = table((at) => `Why is it so${at >> 1}?`);
    const { causes } = await previewImport({ path: t.file('apart.csv', same) });
    expect(causes[0]!.examples[0]!.message).toMatch(/^4 of 4 questions are answered by several systems/);
    const [together, alone] = causes[0]!.ways!.map(({ mapping }) => mapping);
    const take = (mapping: ColumnMapping | undefined, name: string) =>
      importFile(t, t.file(name, same), { format: 'csv', mapping });
    expect(await take(together, 'a.csv')).toMatchObject({ items: 4, responses: 8, humanScores: 8 });
    expect(await take(alone, 'b.csv')).toMatchObject({ items: 8, responses: 8, humanScores: 8 });
    const other = await importByGuess(
      'other.csv',
      table((at) => `Why is it so${at}?`),
    );
    expect(other.result.items).toBe(8);
  });

  test('are no matter where none repeats', async () => {
    const table = [
      'id,task_id,question,answer',
      ...rows.map((row, at) => `${at},t${at},"${row[1]}",${row[2]}`),
      '',
    ];
    const { result } = await importByGuess('once.csv', table.join('\n'));
    expect(result.warnings.filter((one) => one.includes('an earlier row has'))).toEqual([]);
  });
});

describe('rows that have the question and the reply of an earlier row', () => {
  const texts = ['Why is it so?,So it is.', 'How is it done?,As before.', 'Who did it?,Nobody knows.'];
  /** Each text twice, scored once by each of two people who are called something. */
  const rated = (names: string, cells: (at: number) => readonly string[]) =>
    [names, ...texts.flatMap((text, at) => cells(at).map((cell) => `${text},${cell}`)), ''].join('\n');
  const votes = () => t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all();
  const ways = (error: AppError) => error.details.ready?.map(({ says }) => says);
  const byNobody = rated('question,response,rating', (at) => [`${at + 1}`, `${at + 2}`]);

  test.each([
    ...['annotator', 'Reviewer', 'grader', 'coder', 'assessor', 'labeller', 'tester', 'SME', 'expert_name'],
    ...['human_rater', 'reviewer_email', 'completed by', 'examiner', 'marked_by', 'Rater No'],
    ...['participant', 'Participant ID', 'respondent'],
  ])('are one item where a column called %s names people', async (name) => {
    const table = rated(`question,response,${name},accuracy`, (at) => [`anna,${at + 1}`, `ben,${at + 2}`]);
    const { result } = await importByGuess('people.csv', table);
    expect(result).toMatchObject({ items: 3, responses: 3, humanScores: 3 });
    expect(votes()).toEqual(['[1,2]', '[2,3]', '[3,4]']);
  });

  test.each(['expert', 'grader', 'reviewer'])(
    'a column called %s with numbers names nobody',
    async (name) => {
      const table = rated(`question,response,${name},rating`, (at) => [`${at + 1},4`, `${at + 2},5`]);
      const error = await refusalOf(importByGuess('numbers.csv', table));
      expect(error.code).toBe('IMPORT_REFUSED');
      expect(JSON.stringify(error.details.ready)).not.toContain('rater');
    },
  );

  test('are asked about where nothing says who scored, and come in as was said', async () => {
    const error = await refusalOf(importByGuess('nobody.csv', byNobody));
    expect(error.message).toContain('3 of 6 rows have the question and the reply of an earlier row');
    expect(ways(error)).toEqual([
      'One reply, scored several times',
      'One reply, the first row holds',
      'Each row an item of its own',
    ]);
    expect(votes()).toEqual([]);
  });

  test('come in with their people where the column in which they differ is said to name them', async () => {
    const table = rated('question,response,QA,rating,seconds', (at) => [`Ann Lee,${at + 1},7`, `Bo Ek,5,9`]);
    const error = await refusalOf(importByGuess('qa.csv', table));
    expect(ways(error)).toEqual([
      'One reply, scored by several people, whom “QA” names',
      'One reply, scored several times',
      'One reply, the first row holds',
      'Each row an item of its own',
    ]);
    const { causes } = await previewImport({ path: t.file('named.csv', table) });
    const { mapping } = causes[0]!.ways![0]!;
    await importFile(t, t.file('named.csv', table), { format: 'csv', mapping });
    expect(votes()).toEqual(['[1,5]', '[2,5]', '[3,5]']);
  });

  test('are named with no column where the earlier row is too far away to compare', async () => {
    const texts = Array.from({ length: 1200 }, (_, at) => `Why ${at}?,So ${at}.,${at % 5},IT`);
    const again = texts.slice(1050).map((row) => row.replace('IT', 'FR'));
    const table = ['question,response,rating,country', ...texts, ...again, ''].join('\n');
    const error = await refusalOf(importByGuess('far.csv', table));
    expect(error.message).toContain('(the first that of line 1052)');
  });

  test('are said with the columns in which they differ', async () => {
    const table = rated('question,response,turker_country,rating', (at) => [`IT,${at + 1}`, `FR,${at + 2}`]);
    const error = await refusalOf(importByGuess('country.csv', table));
    expect(error.message).toContain('(the first that of line 2, from which it differs in turker_country)');
  });

  test.each([
    ['votes', ['[1,2]', '[2,3]', '[3,4]']],
    ['first', ['[1]', '[2]', '[3]']],
    ['last', ['[2]', '[3]', '[4]']],
    ['items', ['[1]', '[2]', '[2]', '[3]', '[3]', '[4]']],
  ] as const)('hold as %s says', async (repeats, expected) => {
    const file = t.file('said.csv', byNobody);
    const source = openSourceFile(file);
    const mapping = mappingFor(formatOf('csv'), source.head, { ...noColumns, repeats });
    source.close();
    await importFile(t, file, { format: 'csv', mapping });
    expect(votes().toSorted()).toEqual(expected);
  });

  test('with one id are asked about too, and never twice in the data', async () => {
    const table = rated('question,response,rating', (at) => [`${at + 1}`, `${at + 2}`])
      .split('\n')
      .map((line, at) => (line === '' ? '' : at === 0 ? `id,${line}` : `q${Math.ceil(at / 2)},${line}`))
      .join('\n');
    const error = await refusalOf(importByGuess('ids.csv', table));
    expect(error.message).toContain('3 of 6 rows have the id, the question and the reply of an earlier row');
    expect(ways(error)).toEqual(['One reply, scored several times', 'One reply, the first row holds']);
  });

  test('are said where each has an id of its own, or users write them now and then', async () => {
    const table = byNobody
      .split('\n')
      .map((line, at) => (line === '' ? '' : at === 0 ? `id,${line}` : `${at},${line}`));
    const { result } = await importByGuess('own.csv', table.join('\n'));
    expect(result.items).toBe(6);
    expect(result.warnings).toContain(
      '3 rows with the question and the reply of an earlier row, each an item of its own.',
    );
    const log = Array.from(
      { length: 40 },
      (_, at) => `${at < 4 ? 'Hello?,Hello.' : `Why ${at}?,So ${at}.`},${at % 5}`,
    );
    const few = await importByGuess('log.csv', ['question,response,rating', ...log, ''].join('\n'));
    expect(few.result.items).toBe(40);
    expect(few.result.warnings.join()).toContain('3 rows with the question and the reply of an earlier row');
  });
});

describe('a score that is the same everywhere', () => {
  const table = (...scores: number[]) =>
    [
      'id,question,answer,human_score',
      ...scores.map((score, at) => `${at},Why ${at}?,So ${at}.,${score}`),
      '',
    ].join('\n');

  test('is shown as what it is, and its range is asked for', async () => {
    const { scales, result } = await importByGuess('five.csv', table(5, 5, 5));
    expect(scales[0]).toMatchObject({ observed: true, constant: 5 });
    expect(result.took?.find(({ name }) => name === 'Scores by people')?.value).toMatch(/\(always 5\)$/);
    expect(result.warnings.join()).toContain('is 5, which says nothing of its range. Declare it;');
  });

  test('has a range as soon as two values differ', async () => {
    const { scales, result } = await importByGuess('mixed.csv', table(5, 4, 5));
    expect(scales[0]).not.toHaveProperty('constant');
    expect(result.took?.find(({ name }) => name === 'Scores by people')?.value).toMatch(/\(4 to 5\)$/);
  });
});

describe('tasks that an export of Label Studio has twice', () => {
  const task = (annotation: number, rating: number, text = 'Why is it so?') => ({
    id: 7,
    data: {
      item_id: 'a',
      dialogue: [
        { role: 'user', content: text },
        { role: 'assistant', content: 'So it is.' },
      ],
    },
    annotations: [
      {
        id: annotation,
        completed_by: annotation,
        result: [{ from_name: 'quality', type: 'rating', value: { rating } }],
      },
    ],
  });
  const mapping = { references: [], responses: [], human: [], signals: [] };
  const read = (repeats: 'first' | 'last' | 'votes' | undefined, ...tasks: object[]) =>
    importFile(t, t.file('export.json', JSON.stringify(tasks)), {
      format: 'label-studio-json',
      mapping: { ...mapping, ...(repeats && { repeats }) },
    });

  test('are refused with the ways on', async () => {
    const { details } = await refusalOf(read(undefined, task(1, 4), task(2, 2)));
    expect(details.problems).toMatchObject([{ message: expect.stringContaining('comes again') }]);
    expect(details.ready?.map(({ options }) => options.map)).toEqual([
      ['{"repeats":"first"}'],
      ['{"repeats":"last"}'],
      ['{"repeats":"votes"}'],
    ]);
  });

  test.each([
    ['first', '[4]'],
    ['last', '[2]'],
    ['votes', '[4,2]'],
  ] as const)('%s', async (repeats, votes) => {
    const { items, warnings } = await read(repeats, task(1, 4), task(2, 2));
    expect(items).toBe(1);
    expect(t.db.prepare('SELECT votes FROM human_score').pluck().all()).toEqual([votes]);
    expect(warnings.join()).toContain('1 task that is there again');
  });

  test('an annotation that both have is one vote, and other data are other tasks', async () => {
    await read('votes', task(1, 4), task(1, 4));
    expect(t.db.prepare('SELECT votes FROM human_score').pluck().all()).toEqual(['[4]']);
    const { message } = await refusalOf(read('votes', task(1, 4), task(2, 2, 'Why not?')));
    expect(message).toContain('shows other data here');
  });
});
