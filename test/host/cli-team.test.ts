import { expect, test } from 'vitest';
import type { RuleEstimate, Team } from '../../shared/contract/index.ts';
import { ratedStudy, submit } from '../core/support/test-engine.ts';
import { makeWorkplace } from './run-assay.ts';

test('labels leave the estimate only when that is said, and every count names the item that is waited for', {
  timeout: 240_000,
}, async () => {
  const { engine, study, file } = await ratedStudy(12);
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  for (const place of [0, 1, 2, 4, 5]) {
    await submit(engine, batch, items[place]!.ref, { kind: 'score', value: 3 });
  }
  await engine.close();
  using place = makeWorkplace();
  const waiting = '5 labeled, 3 counted, waiting for item 4';
  expect((await place.assay('estimate', file)).stdout).toContain(`of 80 items ${waiting}`);
  expect((await place.assay('study', 'list', file)).stdout).toContain(waiting);
  expect((await place.assay('team', 'show', file)).stdout).toContain(`${waiting}.`);
  const overlap = ['team', 'set', file, '--overlap', '2'];
  const refused = await place.assay(...overlap);
  expect(refused.exitCode).toBe(1);
  const said =
    '5 labels will wait for a second annotator; the estimate starts again from 0 counted labels (3 before).';
  expect(refused.stderr).toContain(said);
  expect(refused.stderr).toContain('--yes');
  expect((await place.assay('team', 'show', file)).stdout).toContain('1 annotator per item');
  const changed = await place.assay(...overlap, '--yes');
  expect([changed.exitCode, changed.stderr]).toEqual([0, `${said}\n`]);
  expect(changed.stdout).toContain('5 labeled, 0 counted, waiting for item 1 (a second annotator).');
  const { counts } = await place.json<{ counts: { waitingFor: unknown } }>('estimate', file);
  expect(counts.waitingFor).toMatchObject({ item: 1, lacks: 'annotator', nth: 2 });
});

test('a study is shared out from the command line', { timeout: 240_000 }, async () => {
  const { engine, file } = await ratedStudy(12);
  await engine.close();
  using place = makeWorkplace();
  const set = await place.json<Team>(
    ...['team', 'set', file, '--members', 'Ada, Ben,Cas', '--overlap', '2', '--rule', 'majority'],
  );
  expect(set).toMatchObject({ overlap: 2, finalRule: 'majority', items: 12, final: 0 });
  expect(set.members.map(({ name, assigned }) => [name, assigned])).toEqual([
    ['Ada', 8],
    ['Ben', 8],
    ['Cas', 8],
  ]);
  const shown = await place.assay('team', 'show', file);
  expect(shown.stdout).toContain('2 annotators per item; final value: majority.');
  const rules = await place.json<RuleEstimate[]>('team', 'rules', file);
  expect(rules.map(({ rule, isChosen }) => [rule, isChosen])).toEqual([
    ['mean', false],
    ['majority', true],
    ['adjudicated', false],
  ]);
  expect((await place.assay('team', 'set', file, '--overlap', '4')).stderr).toContain('the study has 3');
});
