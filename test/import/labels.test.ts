import { afterEach, beforeEach, expect, test } from 'vitest';
import { looksLikeLabels } from '../../core/import/formats/labels/label-table.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { listAnnotators } from '../../db/annotators.ts';
import { currentLabels } from '../../db/labels.ts';
import { listCriteria, listItemScores } from '../../db/scores.ts';
import { addStudy } from '../data/add-study.ts';
import { countRows, importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

beforeEach(async () => {
  t = openTestProject();
  const conversation = [
    { role: 'user', content: 'a?' },
    { role: 'user', content: 'b?' },
  ];
  const responses = { alpha: ['x', 'y'], beta: ['x', 'z'] };
  const human = { alpha: { ok: [3] } };
  const items = ['i1', 'i2', 'i3'].map((id) => ({ id, conversation, responses, human }));
  const scales = [{ kind: 'criterion', name: 'ok', scale: { min: 1, max: 5, direction: 'higher' } }] as const;
  await importFile(t, t.file('items.jsonl', lines(...items)), { scales: [...scales] });
});
afterEach(() => t.close());

const jsonl = (...records: unknown[]) => [t.file('labels.jsonl', lines(...records)), 'labels-jsonl'] as const;
const csv = (text: string) => [t.file('labels.csv', text), 'labels-csv'] as const;
const importLabels = ([file, format]: readonly [string, 'labels-jsonl' | 'labels-csv'], more = {}) =>
  importFile(t, file, { format, ...more });

const rating = () => addStudy(t.db, { measure: { kind: 'criterion', criterion: 'ok' } });
const key = (itemId: number) => ({ itemId, systemId: 1, criterionId: 1, instrument: 'blind-single' });
const contents = (itemId: number) => currentLabels(t.db, key(itemId)).map(({ content }) => content);

test('labels of a study: scores and skips, by name, new annotators made', async () => {
  const studyId = rating();
  const result = await importLabels(
    jsonl(
      { id: 'i1', value: 4, annotator: 'Ada', duration_ms: 1200 },
      { item: 'i1', value: 5, annotator: 'Bo' },
      { item: 'i2', skip: 'unclear', annotator: 'Ada' },
      { item: 'i3', value: 1 },
    ),
    { studyId, annotator: 'Me' },
  );
  expect(result).toMatchObject({ labels: 4, items: 0, unchanged: false, datasetId: 1 });
  expect(contents(1)).toEqual([
    { kind: 'score', value: 4 },
    { kind: 'score', value: 5 },
  ]);
  expect(contents(2)).toEqual([{ kind: 'skip', reason: 'unclear' }]);
  expect(listAnnotators(t.db).map(({ name }) => name)).toEqual(['Ada', 'Bo', 'Me']);
  const [label] = currentLabels(t.db, key(1));
  expect(label).toMatchObject({ source: 'import', studyId, durationMs: 1200, estimateVisible: false });
});

test('importing the same labels again adds nothing; new lines are added', async () => {
  const studyId = rating();
  const first = { id: 'i1', value: 4, annotator: 'Ada' };
  await importLabels(jsonl(first), { studyId });
  expect(await importLabels(jsonl(first), { studyId })).toMatchObject({ labels: 0, unchanged: true });
  const more = await importLabels(jsonl(first, { id: 'i2', value: 2, annotator: 'ada' }), { studyId });
  expect(more).toMatchObject({ labels: 1, unchanged: false });
  expect(countRows(t.db, 'label')).toBe(2);
});

test('labels that replace others of the same person are said', async () => {
  const studyId = rating();
  const said = (value: number) => ({ id: 'i1', value, annotator: 'Ada' });
  await importLabels(jsonl(said(4), { id: 'i2', value: 2, annotator: 'Ada' }), { studyId });
  const same = await importLabels(csv('item,value,annotator\ni1,4,ada\ni1,3,Bo\n'), { studyId });
  expect(same.warnings.join()).not.toContain('differ');
  const other = await importLabels(jsonl(said(5)), { studyId });
  expect(contents(1)).toContainEqual({ kind: 'score', value: 5 });
  expect(other.warnings).toContainEqual(
    expect.stringMatching(/^1 label that differs from what the same person said before \(Ada\)/),
  );
});

test('what does not fit the study is named, and nothing is stored', async () => {
  const studyId = rating();
  const { code, details } = await refusalOf(
    importLabels(
      jsonl(
        { id: 'i1', value: 4 },
        { id: 'nobody', value: 4 },
        { id: 'i2', value: 6 },
        { id: 'i3', answer: 'x' },
        { id: 'i3', value: 2, system: 'beta' },
        { id: 'i2', value: '3' },
        { id: 'i1', value: 5 },
        { value: 5 },
        { id: 'i2' },
      ),
      { studyId },
    ),
  );
  expect(code).toBe('IMPORT_REFUSED');
  expect(details.problemCount).toBe(8);
  const fields = new Map(details.problems?.map(({ line, field }) => [line, field]));
  expect(fields.get(2)).toBe('item');
  expect(details.problems?.find(({ line }) => line === 2)?.message).toContain('nobody');
  expect([3, 4, 5, 6, 7, 8, 9].map((line) => fields.get(line))).toEqual([
    'value',
    'answer',
    'system',
    'value',
    'item',
    'id',
    'value',
  ]);
  expect(countRows(t.db, 'label')).toBe(0);
});

test('a study that is not there', async () => {
  expect((await refusalOf(importLabels(jsonl({ id: 'i1', value: 4 }), { studyId: 9 }))).code).toBe(
    'NOT_FOUND',
  );
});

test('written answers: one list a turn', async () => {
  const studyId = addStudy(t.db, { measure: { kind: 'metric', metric: 'f1' } });
  await importLabels(jsonl({ id: 'i1', answer: ['x', 'y'] }, { id: 'i2', answer: [['x', 'xx'], ['y']] }), {
    studyId,
  });
  const stored = (itemId: number) =>
    currentLabels(t.db, { itemId, systemId: 0, criterionId: 0, instrument: 'gold-answer' })[0]?.content;
  expect(stored(1)).toEqual({ kind: 'answer', answers: [['x'], ['y']] });
  expect(stored(2)).toEqual({ kind: 'answer', answers: [['x', 'xx'], ['y']] });
  const { details } = await refusalOf(importLabels(jsonl({ id: 'i3', answer: 'x' }), { studyId }));
  expect(details.problems).toMatchObject([{ line: 1, field: 'answer' }]);
});

test('a label table as Assay exports it', async () => {
  const studyId = rating();
  const result = await importLabels(
    csv(
      [
        'study,draw_order,id,probability,annotator,kind,value,answer,reason,duration_ms',
        "s,1,i1,0.1,'=Ada,score,4,,,900",
        "s,2,i1,0.1,'=Ada,score,4,,,900",
        's,3,i2,0.1,Bo,skip,,,unclear,10',
      ].join('\n'),
    ),
    { studyId },
  );
  expect(result.labels).toBe(2);
  expect(listAnnotators(t.db).map(({ name }) => name)).toEqual(['=Ada', 'Bo']);
  expect(contents(2)).toEqual([{ kind: 'skip', reason: 'unclear' }]);
});

test('without a study, labels become human scores: one vote per annotator', async () => {
  const file = csv('item;rating;annotator;system\ni1;4;Ada;alpha\ni1;5;Bo;alpha\ni2;2;Ada;beta\n');
  const result = await importLabels(file);
  expect(result).toMatchObject({ humanScores: 2, labels: 0, datasetId: 1, unchanged: false });
  expect(listItemScores(t.db, 1, 1).human).toContainEqual({
    system: 'alpha',
    criterion: 'label',
    votes: [4, 5],
    mean: 4.5,
  });
  expect(listCriteria(t.db, 1)[1]).toMatchObject({
    name: 'label',
    scale: { min: 2, max: 5 },
    declared: false,
  });
  expect(await importLabels(file)).toMatchObject({ humanScores: 0, unchanged: true });
  const other = csv('item;rating;annotator;system\ni1;1;Ada;alpha\n');
  expect((await refusalOf(importLabels(other))).details.problems).toMatchObject([
    { line: 2, field: 'value' },
  ]);
});

test('more labels of a criterion widen an observed range, but never a declared one', async () => {
  await importLabels(jsonl({ id: 'i1', value: 1, system: 'alpha' }, { id: 'i2', value: 0, system: 'alpha' }));
  expect(listCriteria(t.db, 1)[1]).toMatchObject({ kind: 'binary' });
  await importLabels(jsonl({ id: 'i3', value: 7, system: 'alpha' }));
  expect(listCriteria(t.db, 1)[1]).toMatchObject({ kind: 'rating', scale: { min: 0, max: 7 } });
  const declared = jsonl({ id: 'i1', value: 9, system: 'beta', criterion: 'ok' });
  expect((await refusalOf(importLabels(declared))).details.problems).toMatchObject([
    { line: 1, field: 'value' },
  ]);
});

test('which data set: named, or the only one with these items', async () => {
  const label = { id: 'i1', value: 1, system: 'alpha' };
  expect((await refusalOf(importLabels(jsonl(label), { datasetName: 'none' }))).code).toBe('NOT_FOUND');
  expect((await refusalOf(importLabels(jsonl({ id: 'x', value: 1 })))).code).toBe('CONFLICT');
  await importFile(t, t.file('second.jsonl', lines({ id: 'i1', responses: { alpha: 'x' } })));
  expect((await refusalOf(importLabels(jsonl(label)))).code).toBe('CONFLICT');
  expect(await importLabels(jsonl(label), { datasetName: 'second' })).toMatchObject({
    datasetName: 'second',
  });
});

test('labels without a study that do not fit', async () => {
  const { details } = await refusalOf(
    importLabels(
      jsonl(
        { id: 'i1', value: 1 },
        { id: 'i1', value: 1, system: 'gamma' },
        { id: 'i2', answer: 'x', system: 'alpha' },
        { id: 'no', value: 1, system: 'alpha' },
      ),
    ),
  );
  expect(details.problems?.map(({ line, field }) => [line, field])).toEqual([
    [1, 'system'],
    [2, 'system'],
    [3, 'answer'],
    [4, 'item'],
  ]);
});

test('spellings of one name are one annotator, and what is no name is refused with its line', async () => {
  const studyId = rating();
  await importLabels(
    jsonl(
      { id: 'i1', value: 4, annotator: 'Ärne' },
      { id: 'i2', value: 3, annotator: 'ÄRNE ' },
      { id: 'i3', value: 3, annotator: 'A\u0308rne' },
    ),
    { studyId },
  );
  expect(listAnnotators(t.db).map(({ name }) => name)).toEqual(['Ärne']);
  const twice = [
    { id: 'i1', value: 4, annotator: 'Bo  X' },
    { id: 'i1', value: 2, annotator: 'bo x' },
  ];
  expect(await refusalOf(importLabels(jsonl(...twice), { studyId }))).toMatchObject({
    details: { problems: [{ line: 2, message: expect.stringContaining('twice, differently') }] },
  });
  const hostile = { id: 'i1', value: 4, annotator: 'Bo\u202e' };
  expect(await refusalOf(importLabels(jsonl(hostile), { studyId }))).toMatchObject({
    details: { problems: [{ line: 1, field: 'annotator' }] },
  });
});

const grades = [1, 2, 3, 4, 5, 3];
test.each([
  ['id,score', {}, false],
  ['id,value', {}, true],
  ['id,value,explanation', { explanation: 'It is so because of this.' }, false],
  ['id,rating,rationale', { rationale: 'It is so because of this.' }, false],
  ['id,judge,score', { judge: 'gpt-4o' }, false],
  ['id,evaluator,value', { evaluator: 'claude-3' }, false],
  ['id,annotator,value', { annotator: 'gpt-4o' }, false],
  ['id,annotator,score,reason', { annotator: 'ann', reason: 'It is so because of this.' }, true],
  ['item,value,skip,reason', { reason: 'Not in my language, sorry.' }, true],
])('values by id are a judge’s unless something says people’s: %s %j', (header, said, isLabels) => {
  const columns = header.split(',');
  const all: Record<string, string> = { judge: '', skip: '', ...said };
  const cell = (column: string, at: number) => all[column] ?? String(column === 'id' ? at : grades[at]);
  const rows = grades.map((_, at) => columns.map((column) => cell(column, at)));
  expect(looksLikeLabels(columns, rows, 'labels')).toBe(isLabels);
});

test.each(['id,judge,score\ni1,gpt-4o,4\n', 'id,annotator,score\ni1,gpt-4o,4\n'])(
  'what a model gave is refused as labels of a study: %j',
  async (text) => {
    const studyId = rating();
    const { message } = await refusalOf(importLabels(csv(text), { studyId }));
    expect(message).toContain('This was given by gpt-4o, and a label is a person’s.');
  },
);

test('a record of a judge is no label, and what it is is asked where its data set is named', async () => {
  const records = grades.map((value, at) => ({ id: `i${at}`, value, judge: 'gpt-4o' }));
  const file = t.file('judge.jsonl', records.map((record) => JSON.stringify(record)).join('\n'));
  expect((await previewImport({ path: file })).format).toBe('json-records');
  const labels = records.map(({ id, value }) => JSON.stringify({ id, value })).join('\n');
  expect((await previewImport({ path: t.file('people.jsonl', labels) })).format).toBe('labels-jsonl');
});

test.each([
  ['id,rater,score', true],
  ['id,answer_id,rater,score', false],
  ['item_id,answer_id,rater,score', true],
])('%s is a table of labels: %s', (header, isLabels) => {
  const columns = header.split(',');
  const row = columns.map((column, at) => (column === 'rater' ? 'ann' : String(at)));
  expect(looksLikeLabels(columns, [row], 'labels')).toBe(isLabels);
});

test.each([
  ['team_ratings.csv', true],
  ['claude_ratings.csv', false],
])('ratings by id in %s are labels of people: %s', async (name, isLabels) => {
  const path = t.file(name, 'id,rating\ni1,4\ni2,2\ni3,5\n');
  const resolved = async () => resolveImport({ settings: { annotator: 'me' } }, { path });
  if (isLabels) expect((await resolved()).format).toBe('labels-csv');
  else expect((await refusalOf(resolved())).message).toContain('rating has scores');
});

test('a rating is found by its usual names; by another one the remedy says what to write', async () => {
  const studyId = rating();
  await importLabels(jsonl({ id: 'i1', rating: 4 }, { id: 'i2', human_score: 2 }), {
    studyId,
    annotator: 'Me',
  });
  await importLabels(csv('id,grade\ni3,5\n'), { studyId, annotator: 'Me' });
  expect([1, 2, 3].map((id) => contents(id)[0])).toEqual(
    [4, 2, 5].map((value) => ({ kind: 'score', value })),
  );
  const refusal = await refusalOf(importLabels(csv('id,verdict\ni3,5\n'), { studyId, annotator: 'Me' }));
  expect(refusal.details.remedy).toContain(`--map '{"label":{"item":"id","value":"verdict"}}'`);
});
