import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { FailureTable, Study } from '../../shared/contract/index.ts';
import { failureStudy } from '../core/support/failure-study.ts';
import { testEngine } from '../core/support/test-engine.ts';
import { startLlmServer } from '../llm-server/server.ts';
import { makeWorkplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

test('failure modes from the command line', { timeout: 240_000 }, async () => {
  const { engine, client, study, code, make, file } = await failureStudy({ count: 40 });
  const date = await make('Gets a date wrong');
  for (let at = 0; at < 30; at++) await code(at, at % 5 === 0 ? [date] : []);
  const table = await client.failures.table({ studyId: study.id });
  await engine.close();
  using place = makeWorkplace({ asStarted: ['failures'] });
  expect(await place.json<FailureTable>('failures', file)).toEqual(table);
  const shown = await place.assay('failures', file);
  expect([shown.exitCode, shown.stdout]).toEqual([
    0,
    expect.stringMatching(/About 20\s% of conversations get a date wrong, between/) as string,
  ]);
  expect(shown.stdout).toContain('30 items coded, of a pool of 40.');

  const run = async (...args: string[]) => (await place.assay('failures', ...args)).stdout.trim();
  expect(await run('make', file, '--name', 'Rude', '--severity', 'high')).toBe(
    'Made the failure mode "Rude".',
  );
  expect(await run('make', file, '--name', 'RUDE')).toBe('There is "Rude" already.');
  const define = ['define', file, '--mode', 'rude', '--definition', 'Calls people names'];
  const unasked = await place.assay('failures', ...define);
  expect([unasked.exitCode, unasked.stderr]).toEqual([1, expect.stringContaining('still mean the same')]);
  expect(await run(...define, '--meaning', 'same', '--fixed-in', '1.2')).toContain('"Rude" is fixed in 1.2.');
  expect(await run('split', file, '--mode', 'Rude', '--part', 'Insults', '--part', 'Curt')).toContain(
    '"Curt"',
  );
  expect(await run('merge', file, '--mode', 'curt', '--into', 'Insults')).toContain('Merged into "Insults"');
  expect(await run('retire', file, '--mode', 'insults')).toContain('Retired');
  expect(await run('restore', file, '--mode', 'insults')).toContain('Restored');
  const unknown = await place.assay('failures', 'retire', file, '--mode', 'dates');
  expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining('no failure mode "dates"')]);
  expect((await place.assay('failures', 'define', file, '--mode', '1', '--meaning', 'odd')).exitCode).toBe(2);
  expect(await run('list', file)).toMatch(/Gets a date wrong +open[\s\S]*Rude +retired[\s\S]*Insults +open/);
});

const notesOf = async (file: string, studyId: number) => {
  const { client } = testEngine();
  await client.project.open({ path: file });
  return client.failures.notes({ studyId });
};

test('groups that a model suggests are kept from a file', { timeout: 240_000 }, async () => {
  const { engine, code, file, study } = await failureStudy({ count: 20 });
  await code(0, [], { note: 'The year is wrong' });
  await code(1, [], { note: 'Wrong day' });
  await engine.close();
  const groups = [{ name: 'Wrong date', definition: 'A date that is not there', notes: [1, 2] }];
  const server = await startLlmServer({ reply: () => JSON.stringify({ groups }) });
  using place = makeWorkplace();
  await place.assay(
    'endpoint',
    'add',
    file,
    '--name',
    'loop',
    '--url',
    server.url,
    '--model',
    'loop-1',
    '--no-key',
  );
  const suggested = await place.assay('failures', 'suggest', file);
  expect(suggested.stdout).toContain('Wrong date (2 notes): A date that is not there');
  const asked = await place.json<{ groups: unknown }>('failures', 'suggest', file);
  await server.close();
  const kept = path.join(place.dir, 'groups.json');
  writeFileSync(kept, JSON.stringify(asked));
  const accepted = await place.assay('failures', 'accept', file, '--groups', kept);
  expect(accepted.stdout.trim()).toBe('Named 2 notes: Wrong date.');
  writeFileSync(kept, '{"groups": 3}');
  const wrong = await place.assay('failures', 'accept', file, '--groups', kept);
  expect([wrong.exitCode, wrong.stderr]).toEqual([1, expect.stringContaining('"labelIds": [3, 8]')]);
  const { total } = await notesOf(file, study.id);
  expect(total).toBe(0);
});

test('a study is made that asks what went wrong, beside a rating or alone', {
  timeout: 240_000,
}, async () => {
  using place = makeWorkplace();
  writeTinySet(place.dir);
  await place.assay('init', 'p.assay');
  await place.assay(
    'import',
    'p.assay',
    'tiny.jsonl',
    '--scale',
    'criterion:helpful=1..5',
    '--scale',
    'judge:kind/helpful=1..5',
  );
  const create = (...more: string[]) =>
    place.json<Study>(
      'study',
      'create',
      'p.assay',
      '--system',
      'alpha',
      '--size',
      '10',
      '--preset',
      'uniform',
      ...more,
    );
  const beside = await create('--failures', '--annotators-make-failures');
  expect(beside.fields).toMatchObject([{ name: 'failures', form: { kind: 'failures', mayMake: true } }]);
  const alone = await create('--failures', 'alone');
  expect(alone).toMatchObject({
    measure: { kind: 'criterion', criterion: 'nothing wrong' },
    form: { kind: 'binary', yesLabel: 'Nothing is wrong' },
    fields: [{ required: true, form: { kind: 'failures', mayMake: false, alone: true } }],
  });
});

test('what a file brought of failures is listed, and enters no share', { timeout: 240_000 }, async () => {
  using place = makeWorkplace();
  const rows = Array.from(
    { length: 30 },
    (_, n) =>
      `q${n},What is ${n} then?,It is number ${n}.,${n < 9 ? 'Wrong date' : 'none'},It says ${n} again.`,
  );
  writeFileSync(
    path.join(place.dir, 'analysis.csv'),
    ['id,question,response,tags,notes', ...rows].join('\n'),
  );
  await place.json('init', 'p.assay');
  const found = [
    { column: 'tags', kind: 'mode' },
    { column: 'notes', kind: 'note' },
  ];
  await place.json('import', 'p.assay', 'analysis.csv', '--map', JSON.stringify({ found }));
  await place.json('study', 'create', 'p.assay', '--system', 'assistant', '--failures', 'alone');
  await place.json('failures', 'make', 'p.assay', '--name', 'WRONG DATE');
  const listed = await place.json<{ modes: object[]; noteCount: number }>('failures', 'found', 'p.assay');
  expect(listed).toMatchObject({ modes: [{ name: 'Wrong date', items: 9, modeId: 1 }], noteCount: 30 });
  const table = await place.json<FailureTable>('failures', 'p.assay');
  expect([table.coded, table.modes[0]?.counted ?? 0]).toEqual([0, 0]);
});
