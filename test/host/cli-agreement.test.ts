import { expect, test } from 'vitest';
import { studyOfThree } from '../core/agreement/three-annotators.ts';
import { makeWorkplace } from './run-assay.ts';

test('agreement and decisions from the command line', { timeout: 240_000 }, async () => {
  const { engine, file } = await studyOfThree();
  const { criteria } = await engine.client.agreement.get({ studyId: 1 });
  await engine.close();
  using place = makeWorkplace({ asStarted: ['agreement'] });
  const found = await place.json<{ criteria: unknown }>('agreement', file);
  expect(found.criteria).toEqual(criteria);
  const listed = await place.assay('adjudicate', 'list', file, '--apart', '2');
  expect(listed.stdout).toMatch(/^6 disagreements, 0 decided; the study's rule is mean\.$/m);
  const decide = (...args: string[]) => place.assay('adjudicate', 'decide', file, '--draw', '4', ...args);
  expect((await decide('--value', '3')).stderr).toMatch(/has no reason[\s\S]*--reason TEXT/);
  const decided = await decide('--value', '3', '--reason', 'two of three', '--annotator', 'Dan');
  expect((await place.assay('adjudicate', 'list', file)).stdout).toMatch(/^ *4 .* decided /m);
  expect(decided.stdout).toBe('Draw 4, quality: 3, decided by Dan: two of three\n');
});
