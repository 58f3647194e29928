import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewImport } from '../../core/import/preview.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const questions = ['Why is the sky blue?', 'Who wrote it?', 'When does it open?', 'Where is the key?'];
type Row = Record<string, unknown>;
const rows = (by: string, more: (at: number) => Row = () => ({})): Row[] =>
  questions.map((question, at) => ({ question, output: `${by} says ${at}`, ...more(at) }));
const byKey = (list: readonly Row[], start = 0) =>
  Object.fromEntries(list.map((row, at) => [`q${at + start}`, row]));

/** Imports a document and tells each item by its id, with what each system said. */
async function imported(
  document: object,
): Promise<{ items: Record<string, Row>; note: string; meta: Row[] }> {
  const path = t.file('named.json', JSON.stringify(document, null, 1));
  const { format, formatReason } = await previewImport({ path });
  const { datasetId } = await importFile(t, path, { format });
  const found = t.db
    .prepare(
      `SELECT item.external_id AS id, system.name AS system, response.text AS text FROM response
       JOIN item ON item.id = response.item_id JOIN system ON system.id = response.system_id
       WHERE item.dataset_id = ? ORDER BY item.id`,
    )
    .all(datasetId) as { id: string; system: string; text: string }[];
  const items: Record<string, Row> = {};
  for (const { id, system, text } of found) items[id] = { ...items[id], [system]: text };
  const meta = t.db.prepare('SELECT meta FROM item WHERE dataset_id = ?').all(datasetId) as {
    meta: string;
  }[];
  return { items, note: formatReason, meta: meta.map((one) => JSON.parse(one.meta ?? '{}') as Row) };
}

test.each([
  ['lists', { alpha: rows('alpha'), beta: rows('beta') }],
  ['objects by key', { alpha: byKey(rows('alpha')), beta: byKey(rows('beta')) }],
  ['objects within one more name', { results: { alpha: byKey(rows('alpha')), beta: byKey(rows('beta')) } }],
])('the same questions under several names, in %s, are of several systems', async (_, document) => {
  const { items, note } = await imported(document);
  expect(Object.values(items)).toEqual(
    questions.map((_question, at) => ({ alpha: `alpha says ${at}`, beta: `beta says ${at}` })),
  );
  expect(note).toContain('alpha, beta are taken for systems');
});

test('a reply that is called an answer is one under names of systems, and right without them', async () => {
  const answers = (of: string) => questions.map((question, at) => ({ question, answer: `${of} says ${at}` }));
  const { items } = await imported({ alpha: answers('alpha'), beta: answers('beta') });
  expect(Object.values(items)[0]).toEqual({ alpha: 'alpha says 0', beta: 'beta says 0' });
  const other = answers('test').map((row) => ({ ...row, question: `${row.question} Still?` }));
  expect((await imported({ train: answers('train'), test: other })).items).toEqual({});
});

test('names with different questions are parts, whose ids do not meet', async () => {
  const document = {
    dev: { 'gpt-4': byKey(rows('a')), 'llama-3': byKey(rows('b')) },
    test: {
      'gpt-4': byKey(rows('c').map((row) => ({ ...row, question: `${row.question} Still?` }))),
      'llama-3': byKey(rows('d').map((row) => ({ ...row, question: `${row.question} Still?` }))),
    },
  };
  const { items, meta } = await imported(document);
  expect(Object.keys(items)).toEqual(
    ['dev', 'test'].flatMap((part) => [0, 1, 2, 3].map((at) => `${part}/q${at}`)),
  );
  expect(items['test/q3']).toEqual({ 'gpt-4': 'c says 3', 'llama-3': 'd says 3' });
  expect(meta.map(({ part }) => part)).toEqual([...Array(4).fill('dev'), ...Array(4).fill('test')]);
});

test('without the same questions names are no systems', async () => {
  const other = rows('b').map((row) => ({ ...row, question: `${row.question} Still?` }));
  const { items, note } = await imported({ easy: rows('a'), hard: other });
  expect(Object.keys(items)).toHaveLength(8);
  expect(Object.values(items).every((row) => Object.keys(row).join() === 'assistant')).toBe(true);
  expect(note).toContain('easy, hard are kept as "part"');
});

test('the same replies under several names are what several people rated', async () => {
  const rated = (value: number) => rows('bot', (at) => ({ rating: ((value + at) % 5) + 1 }));
  const path = t.file('rated.json', JSON.stringify({ ann: rated(0), bo: rated(1) }));
  const { format, formatReason } = await previewImport({ path });
  expect(formatReason).toContain('ann, bo are taken for people who rated');
  expect(await importFile(t, path, { format })).toMatchObject({ items: 4, responses: 4, humanScores: 4 });
});

test('systems that say the same here and there are no people, though a number stands beside', async () => {
  const yes = (other: string) => rows('x', (at) => ({ output: at === 0 ? other : 'Yes.', tokens: at + 2 }));
  const { items, note } = await imported({ small: yes('No.'), large: yes('Perhaps.') });
  expect(Object.values(items)[0]).toEqual({ small: 'No.', large: 'Perhaps.' });
  expect(note).toContain('small, large are taken for systems');
});

test('numbers alone beside the records are left behind and counted; anything else is not read as such', async () => {
  const total = { f1: 0.5, length: 30 };
  const { items, note } = await imported({
    alpha: { ...byKey(rows('alpha')), total },
    beta: { ...byKey(rows('beta')), total },
  });
  expect(Object.keys(items)).toHaveLength(4);
  expect(note).toContain('Left behind: 2 objects of numbers alone');
  const mixed = { alpha: rows('alpha'), beta: [...rows('beta'), { note: 'unfinished' }] };
  const { problems } = await previewImport({ path: t.file('mixed.json', JSON.stringify(mixed)) });
  expect(problems[0]!.message).toContain('2 lists of records');
});

test('what has no record in it is left behind by its name, and one model alone is the system', async () => {
  const run = { date: '2026-01-01', settings: { temperature: 0 } };
  const { items, note } = await imported({ run, alpha: rows('alpha'), beta: rows('beta'), failed: [] });
  expect(Object.values(items)[0]).toEqual({ alpha: 'alpha says 0', beta: 'beta says 0' });
  expect(note).toContain('Left behind beside them: run, failed.');
  const single = await imported({ 'gpt-4': rows('it'), 'llama-3': [] });
  expect(Object.values(single.items)[0]).toEqual({ 'gpt-4': 'it says 0' });
});

test('a record that names its system keeps it', async () => {
  const named = (system: string) => rows(system, () => ({ model: system }));
  const { items } = await imported({ first: named('x-large'), second: named('y-small') });
  expect(Object.values(items)[0]).toMatchObject({ 'x-large': 'x-large says 0', 'y-small': 'y-small says 0' });
});

test('a document that names its model before its list of records says which system answered', async () => {
  const list = questions.map((question, at) => ({
    question,
    response: `It says ${at}.`,
    human_score: at + 1,
  }));
  const named = await imported({ model: 'x-large', date: '2026-01-01', examples: list });
  expect(Object.values(named.items)[1]).toEqual({ 'x-large': 'It says 1.' });
  const keyed = await imported({ model: 'x-large', results: byKey(list) });
  expect(keyed.items.q1).toEqual({ 'x-large': 'It says 1.' });
  expect(keyed.note).not.toContain('Left behind');
  const both = list.map((row) => ({ ...row, model: 'own' }));
  const kept = await imported({ model: 'x-large', examples: both });
  expect(Object.values(kept.items)[1]).toEqual({ own: 'It says 1.' });
});
