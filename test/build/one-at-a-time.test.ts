import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockOf, oneAtATime } from '../../build/one-at-a-time.ts';

test('what has one name is done one after the other, also after a failure', async () => {
  const name = `test-${process.pid}`;
  const said: string[] = [];
  const work = (own: string) => async () => {
    said.push(`${own} begins`);
    await oneAtATime(`other-${name}`, async () => {});
    said.push(`${own} ends`);
    if (own === 'first') throw new Error('no');
  };
  const both = [oneAtATime(name, work('first')), oneAtATime(name, work('second'))];
  const ended = await Promise.allSettled(both);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  for (const one of [name, `other-${name}`]) rmSync(lockOf(one));
  expect(said).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});
