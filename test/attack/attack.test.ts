import { expect, test } from 'vitest';
import { isLong } from '../support/chance.ts';
import { attacks } from './attacks.ts';
import { runAttack } from './frame/run-attack.ts';
import { tableOf } from './frame/table.ts';

/** A few tries of each in `npm run test:long`; `npm run attack` makes all of them. */
test.each(isLong ? attacks : [])('$name: $what', { timeout: 180_000 }, async (attack) => {
  const outcome = await runAttack(attack, { seed: 1, tries: attack.tries.test });
  expect(outcome.failures).toEqual([]);
  expect(outcome.skipped !== null || outcome.tries === attack.tries.test).toBe(true);
  expect(tableOf([outcome], 1).split('\n')[2]).toContain(attack.what);
});

test('each attack has a name of its own and says what it does', () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(attacks.filter(({ what, tries }) => what === '' || tries.test < 1)).toEqual([]);
});

test('a failure is told with the number of its try, and a try that came to nothing is made again', async () => {
  const outcome = await runAttack(
    {
      name: 'example',
      what: 'an example',
      tries: { all: 6, quick: 6, test: 6 },
      prepare:
        async () =>
        async ({ number }) => {
          if (number === 2) throw new Error('the product failed');
        },
    },
    { seed: 1, tries: 6 },
  );
  expect(outcome).toMatchObject({ tries: 6, failures: [{ number: 2, message: 'the product failed' }] });
});
