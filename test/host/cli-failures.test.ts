import { expect, test } from 'vitest';
import type { FailureTable, Study } from '../../shared/contract/index.ts';
import { failureStudy } from '../core/support/failure-study.ts';
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
