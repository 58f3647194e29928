import { expect, test } from 'vitest';
import type { RuleEstimate, Team } from '../../shared/contract/index.ts';
import { ratedStudy } from '../core/support/test-engine.ts';
import { makeWorkplace } from './run-assay.ts';

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
