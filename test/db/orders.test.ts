import { expect, test } from 'vitest';
import { waysToAsk } from './support/asked.ts';
import { dbFunctions } from './support/db-functions.ts';
import { listsSaid, orderFaults } from './support/list-orders.ts';

test('lists come in the order that is said of them', async () => {
  const { faults, seen } = orderFaults((await dbFunctions()).flatMap(waysToAsk));
  expect(faults).toEqual([]);
  expect(seen).toBe(listsSaid);
});
