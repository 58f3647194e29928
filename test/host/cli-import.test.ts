import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EstimateReport, ImportResult } from '../../shared/contract/index.ts';
import { workbookOf } from '../support/workbook.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { tinyLines, writeTinySet } from './tiny-set.ts';

vi.setConfig({ testTimeout: 120_000 });

const p = 'doors.assay';
let work: Workplace;
beforeAll(async () => {
  work = makeWorkplace();
  writeTinySet(work.dir, 12);
  await work.json('init', 'doors');
  await work.json('import', 'tiny.jsonl', '--project', p, '--scale', 'criterion:helpful=1..5');
});
afterAll(() => work[Symbol.dispose]());

const put = (name: string, text: string) => writeFileSync(path.join(work.dir, name), text);
const item = (i: number, more: object = {}) => ({ ...JSON.parse(tinyLines(i + 1)[i]!), ...more });
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const add = (name: string, ...more: string[]) =>
  work.json<ImportResult>('import', p, name, '--append-to', 'tiny', ...more);

const rows = <One>(count: number, row: (i: number) => One) => Array.from({ length: count }, (_, i) => row(i));
const mapped = (maps: readonly string[]) => maps.flatMap((map) => ['--map', map]);

test('how columns are written is said by --map, and a name that is no way of writing is refused', async () => {
  put('comma.csv', 'question;response;rating\nWhat is it?;That.;4,5\nWho is it?;Me.;-1\n');
  const refused = await work.assay('import', p, 'comma.csv');
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('"types": {"rating": "comma"}');
  const map = { types: { rating: 'comma' }, missing: { rating: ['-1'] } };
  const { stdout } = await work.assay('import', p, 'comma.csv', '--map', JSON.stringify(map));
  expect(stdout).toContain('2 items, 2 responses, 1 human score');
  expect(stdout).toContain('1 column read as decimal comma (1.234,5): rating');
  const wrong = await work.assay('import', p, 'comma.csv', '--map', '{"types":{"rating":"roman"}}');
  expect(wrong).toMatchObject({ exitCode: 2 });
  expect(wrong.stderr).toContain('types');
});

test('--sheet is said once for each sheet that is read with others, of one workbook', async () => {
  const rows = (word: string) => [
    ['id', 'question', 'response'],
    ...[1, 2, 3].map((at) => [`q${at}`, `What is it, ${at}?`, `It is ${word}.`]),
  ];
  writeFileSync(
    path.join(work.dir, 'book.xlsx'),
    workbookOf({ small: rows('so'), large: rows('otherwise') }),
  );
  const both = ['--sheet', 'small', '--sheet', 'large'];
  const { stdout } = await work.assay('import', p, 'book.xlsx', ...both);
  expect(stdout).toContain('small (small): 3 items, all new.');
  expect(stdout).toContain('3 items, 6 responses');
  const wrong = await work.assay('import', p, 'book.xlsx', 'tiny.jsonl', ...both);
  expect(wrong).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('2 sheets of 2 files') });
});

test('a file is added to a data set: a dry run keeps nothing, what differs is refused by line', async () => {
  put('more.jsonl', lines(item(0, { responses: { alpha: 'It is 0.', gamma: 'Nought.' } }), item(12)));
  const dry = await work.assay('import', p, 'more.jsonl', '--append-to', 'tiny', '--dry-run');
  expect(dry.stdout).toContain('Would add to "tiny": 1 item');
  expect(await add('more.jsonl', '--dry-run')).toMatchObject({
    items: 1,
    appended: { matched: 1, systems: ['gamma'] },
  });
  expect(await add('more.jsonl')).toMatchObject({
    items: 1,
    responses: 3,
    appended: { matched: 1, systems: ['gamma'] },
  });
  put('other.jsonl', lines(item(1), item(0, { responses: { alpha: 'It is 1.' } })));
  const { exitCode, stderr } = await work.assay('import', p, 'other.jsonl', '--append-to', 'tiny');
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/Line 2: .*“It is 0\.”.*“It is 1\.”/s);
});

test('votes of further raters are added where that is asked for', async () => {
  put('raters.jsonl', lines(item(3, { human: { alpha: { helpful: 5 } }, judge: {} })));
  const refused = await work.assay('import', p, 'raters.jsonl', '--append-to', 'tiny');
  expect(refused.stderr).toContain('further');
  expect(await add('raters.jsonl', '--further-raters')).toMatchObject({ appended: { joined: 1 } });
});

test('options that do not go together say so', async () => {
  const said = async (...args: string[]) => (await work.assay('import', p, 'more.jsonl', ...args)).stderr;
  expect(await said('--dry-run')).toContain('go with --append-to');
  expect(await said('--append-to', 'tiny', '--name', 'x')).toContain('no name of its own');
  expect(await said('--append-to', 'nothing')).toContain('nothing');
});

test('a project becomes a folder of plain files and the same project again, estimates equal', async () => {
  await work.json(
    'study',
    'create',
    p,
    '--dataset',
    'tiny',
    '--system',
    'alpha',
    '--seed',
    '3',
    '--size',
    '10',
  );
  await work.json('label', p, '--from-gold');
  const before = await work.json<EstimateReport>('estimate', p);
  await work.json('export', p, '--to', 'folder', '--out', 'plain');
  const { stdout } = await work.assay('import', 'again.assay', 'plain');
  expect(stdout).toMatch(/^Made .*again\.assay of \d+ files, \d+ rows: \d+ items, 1 study, 10 labels\./);
  const after = await work.json<EstimateReport>('estimate', 'again.assay');
  expect(after.estimates).toEqual(before.estimates);
  const choices = await work.assay('import', 'third.assay', 'plain', '--format', 'csv');
  expect(choices.stderr).toContain('without further choices');
});

test('several files are a system each, looked at without a trace and then imported', async () => {
  const reply = (name: string) => (i: number) => ({
    id: `s${i}`,
    prompt: `What is ${i}?`,
    response: `${name} ${i}`,
  });
  const all = (name: string, count: number) =>
    lines(...Array.from({ length: count }, (_, i) => reply(name)(i)));
  for (const [name, count] of [
    ['one', 5],
    ['two', 5],
    ['three', 3],
  ] as const) {
    put(`${name}.jsonl`, all(name, count));
  }
  const files = ['one.jsonl', 'two.jsonl', 'three.jsonl'];
  await work.json('init', 'several');
  const dry = await work.assay('import', '--project', 'several.assay', ...files, '--dry-run');
  expect(dry.stdout).toContain('three.jsonl (three): 3 items: 3 matches by id.');
  expect(dry.stdout).toMatch(
    /items {2}one {2}two {2}three\n +3 {2}yes {2}yes {2}yes\n +2 {2}yes {2}yes {2}-/,
  );
  const { stdout } = await work.assay('import', 'several.assay', ...files);
  expect(stdout).toMatch(/yes {2}-\nImported "one, two, three": 5 items, 13 responses/);
  put('four.jsonl', all('four', 5));
  const added = await work.assay(
    'import',
    'several.assay',
    'four.jsonl',
    '--append-to',
    'one, two, three',
    '--system',
    'fourth',
  );
  expect(added.stdout).toContain('New systems: fourth.');
});

test('data files without a project are refused with the commands to paste', async () => {
  put('x.jsonl', lines({ prompt: 'a', response: 'b' }));
  const { exitCode, stderr } = await work.assay('import', 'x.jsonl', 'x.jsonl');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('assay init results && assay import --project results.assay x.jsonl x.jsonl');
});

test('scores of nobody known are refused with the options of each answer, and the first item is shown', async () => {
  put('judged.csv', 'question,answer,score\nWhat is it?,It is that.,4\nWho is it?,It is me.,5\n');
  const refused = await work.assay('import', p, 'judged.csv');
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('score (4 to 5): are these people’s scores, a machine’s, or neither?');
  expect(refused.stderr).toContain('Neither, keep as fields: --leave-out score');
  const map = /People’s scores: --map '(.*)'$/m.exec(refused.stderr)?.[1] ?? '';
  const { stdout } = await work.assay('import', p, 'judged.csv', '--map', map);
  expect(stdout).toContain('2 items, 2 responses, 2 human scores');
  expect(stdout).toContain('Question: What is it?');
  expect(stdout).toContain('Reply of assistant: It is that.');
  expect(stdout).toContain('4 for assistant, by people (1 vote)');
  const left = await work.assay('import', p, 'judged.csv', '--leave-out', 'score', '--name', 'without');
  expect(left.stdout).toContain('0 human scores');
});

test('of several files each may have a mapping of its own, as the refusal says', async () => {
  put(
    'plain.jsonl',
    lines(...rows(4, (i) => ({ id: `q${i}`, prompt: `What is ${i}?`, response: `It is ${i}.` }))),
  );
  put('fluency.csv', `id,fluency\n${rows(4, (i) => `q${i},${i + 1}\n`).join('')}`);
  const refused = await work.assay('import', p, 'plain.jsonl', 'fluency.csv');
  expect(refused.exitCode).not.toBe(0);
  const maps = /People’s scores: --map '(.*)' --map '(.*)'$/m.exec(refused.stderr)!.slice(1);
  const one = await work.assay('import', p, 'plain.jsonl', 'plain.jsonl', 'fluency.csv', ...mapped(maps));
  expect(one.stderr).toContain('2 mappings for 3 files.');
  const { stdout } = await work.assay('import', p, 'plain.jsonl', 'fluency.csv', ...mapped(maps));
  expect(stdout).toContain('4 items, 4 responses, 4 human scores');
});

test('systems are listed and renamed; a name that is taken is refused', async () => {
  await work.json('init', 'renamed');
  await work.json('import', 'tiny.jsonl', '--project', 'renamed.assay');
  const rename = (...args: string[]) => work.assay('data', 'rename-system', 'renamed.assay', ...args);
  expect((await rename('--system', 'alpha', '--to', 'beta')).stderr).toContain(
    'There is already a system named "beta", in "tiny".',
  );
  const { stdout } = await rename('--system', 'alpha', '--to', 'release 2');
  expect(stdout).toContain('The systems of "tiny" are now: release 2, beta.');
  expect((await work.assay('data', 'list', 'renamed.assay')).stdout).toMatch(/tiny +12 +release 2, beta/);
  await work.json('study', 'create', 'renamed.assay', '--system', 'release 2', '--size', '5');
  expect((await rename('--system', 'alpha', '--to', 'x')).stderr).toContain('no system named "alpha"');
});

test('replies that begin with reasoning are refused with the --map to paste, which then keeps it apart', async () => {
  put('thinks.jsonl', lines(item(0, { responses: { alpha: '<think>Let me see.</think>It is that.' } })));
  const refused = await work.assay('import', p, 'thinks.jsonl');
  expect(refused.exitCode).not.toBe(0);
  expect(refused.stderr).toContain('begins with a model’s reasoning');
  expect(refused.stderr).toContain(`Keep reasoning apart: --map '{"reasoning":"apart"}'`);
  expect(refused.stderr).toContain(`Leave replies as they are: --map '{"reasoning":"whole"}'`);
  const { stdout } = await work.assay('import', p, 'thinks.jsonl', '--map', '{"reasoning":"apart"}');
  expect(stdout).toContain('Reply of alpha: It is that.');
});
