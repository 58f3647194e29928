import { afterEach, beforeEach, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { openTestProject, type TestProject, testScope } from './scope.ts';

/** Failure modes and notes that a file brings from an earlier analysis. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const empty = { references: [], responses: [], human: [], signals: [] };
const asked = (name: string, content: string, found?: ColumnMapping['found']) => ({
  path: t.file(name, content),
  ...(found && { mapping: { ...empty, found } }),
});
const take = (name: string, content: string, found?: ColumnMapping['found']) =>
  importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, asked(name, content, found)));
const preview = (name: string, content: string, found?: ColumnMapping['found']) =>
  previewImport(resolveImport({ settings: { annotator: 'me' } }, asked(name, content, found)));
const stored = () =>
  t.db
    .prepare(
      'SELECT external_id AS id, kind, words FROM found_failure JOIN item ON item.id = item_id ORDER BY found_failure.id',
    )
    .all();

const table = [
  'id,question,response,tags,notes',
  'a,When is it?,At nine in the morning.,"wrong date; too long",It says nine and it is ten.',
  'b,Where is it?,In the great hall.,none,',
  'c,Who comes?,All of them will come.,Wrong  date,The wrong day again.',
  '',
].join('\n');

test('stay fields until somebody says what they are, and are offered', async () => {
  const { warnings } = await take('analysis.csv', table);
  expect(stored()).toEqual([]);
  expect(warnings.join('\n')).toContain('{"found":[{"column":"tags","kind":"mode"}]}');
  const shown = await preview('again.csv', table);
  expect(shown.found).toEqual([
    { column: 'tags', kind: 'mode', isTaken: false },
    { column: 'notes', kind: 'note', isTaken: false },
  ]);
  // The screen has a button for it, and needs no option to paste.
  expect(JSON.stringify(shown.remarks)).not.toContain('--map');
});

test('come in as what was found, beside the columns that are guessed', async () => {
  const found: ColumnMapping['found'] = [
    { column: 'tags', kind: 'mode' },
    { column: 'notes', kind: 'note' },
  ];
  const { responses } = await take('analysis.csv', table, found);
  expect(responses).toBe(3);
  expect(stored()).toEqual([
    { id: 'a', kind: 'mode', words: 'wrong date' },
    { id: 'a', kind: 'mode', words: 'too long' },
    { id: 'a', kind: 'note', words: 'It says nine and it is ten.' },
    { id: 'c', kind: 'mode', words: 'Wrong date' },
    { id: 'c', kind: 'note', words: 'The wrong day again.' },
  ]);
  const shown = await preview('again.csv', table, found);
  expect(shown.found.every(({ isTaken }) => isTaken)).toBe(true);
});

test('are lists or objects in JSON records, once for an item of several rows', async () => {
  const record = (id: string, system: string) => ({
    ...{ id, model: system, question: `When is ${id}?`, response: `It is ${system} o'clock for ${id}.` },
    error_types: [{ name: 'wrong date' }, { name: 'made up' }],
  });
  const rows = ['a', 'b'].flatMap((id) =>
    ['nine', 'ten'].map((system) => JSON.stringify(record(id, system))),
  );
  await take('long.jsonl', `${rows.join('\n')}\n`, [{ column: 'error_types', kind: 'mode' }]);
  expect(stored()).toEqual([
    { id: 'a', kind: 'mode', words: 'wrong date' },
    { id: 'a', kind: 'mode', words: 'made up' },
    { id: 'b', kind: 'mode', words: 'wrong date' },
    { id: 'b', kind: 'mode', words: 'made up' },
  ]);
});

test('are no scores and no numbers: a column of yes or no is not offered', async () => {
  const rows = [
    'a,When?,At nine it is.,yes,1',
    'b,Where?,It is in the hall.,no,2',
    'c,Who?,All of them come.,yes,3',
  ];
  const shown = await preview('flags.csv', ['id,question,response,failure,tags', ...rows, ''].join('\n'));
  expect(shown.found).toEqual([]);
});

const task = (id: number, modes: string[], note: string) => ({
  id,
  data: { question: `What is ${id}?`, response: `It is the number ${id}.` },
  annotations: [
    {
      id,
      result: [
        { from_name: 'quality', type: 'rating', value: { rating: 3 } },
        { from_name: 'failures', type: 'choices', value: { choices: modes } },
        { from_name: 'failures_note', type: 'textarea', value: { text: [note] } },
      ],
    },
  ],
});

test('of Label Studio are the choices of a further question', async () => {
  const tasks = JSON.stringify([
    task(1, ['wrong date', 'rude'], 'It is ten.'),
    task(2, ['nothing wrong'], 'Fine as it is.'),
  ]);
  const { humanScores } = await take('tasks.json', tasks);
  expect(humanScores).toBe(2);
  expect(stored()).toEqual([]);
  const shown = await preview('shown.json', tasks);
  expect(shown.found.map(({ column, kind }) => [column, kind])).toEqual([
    ['failures', 'mode'],
    ['failures_note', 'note'],
  ]);
  await take('again.json', tasks, [
    { column: 'failures', kind: 'mode' },
    { column: 'failures_note', kind: 'note' },
  ]);
  expect(stored().map((row) => (row as { words: string }).words)).toEqual([
    'wrong date',
    'rude',
    'It is ten.',
    'Fine as it is.',
  ]);
});

test('of Argilla are the labels of a question with several', async () => {
  const record = (id: string, labels: string[]) => ({
    id,
    fields: { prompt: `What is ${id}?`, response: `It is the letter ${id}.` },
    responses: {
      quality: [{ user_id: 'u', value: 4, status: 'submitted' }],
      failures: [{ user_id: 'u', value: labels, status: 'submitted' }],
    },
  });
  await take('records.json', JSON.stringify([record('a', ['wrong date', 'rude']), record('b', [])]), [
    { column: 'failures', kind: 'mode' },
  ]);
  expect(stored()).toEqual([
    { id: 'a', kind: 'mode', words: 'wrong date' },
    { id: 'a', kind: 'mode', words: 'rude' },
  ]);
});
