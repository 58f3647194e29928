import { expect, test } from 'vitest';
import { AlteredProjects } from '../../../core/platform/altered-projects.ts';

const reading = { gives: 'number', writesNothing: true } as const;

/** A look that ends when it is said. */
function look() {
  const { promise: words, resolve: end } = Promise.withResolvers<readonly string[]>();
  return { projects: new AlteredProjects('refuse', async () => ({ words, newer: () => [] })), end };
}

test('a call that writes nothing works beside the look, and answers after it', async () => {
  const { projects, end } = look();
  const done: string[] = [];
  const answer = projects.guard(reading, async () => done.push('worked')).then(() => done.push('answered'));
  await new Promise(setImmediate);
  expect(done).toEqual(['worked']);
  end([]);
  await answer;
  expect(done).toEqual(['worked', 'answered']);
});

test('a call that writes begins when nothing was found', async () => {
  const { projects, end } = look();
  let hasBegun = false;
  const answer = projects.guard({ gives: 'number' }, async () => {
    hasBegun = true;
  });
  await new Promise(setImmediate);
  expect(hasBegun).toBe(false);
  end([]);
  await answer;
  expect(hasBegun).toBe(true);
});

test.each<[string, () => Promise<number>]>([
  ['gave a number', async () => 0.5],
  ['failed', () => Promise.reject(new Error('the altered value fits nowhere'))],
  ['goes on', () => new Promise(() => {})],
])('of an altered project the work that %s gives nothing out', async (_, work) => {
  const { projects, end } = look();
  const answer = projects.guard(reading, work);
  end(['A label was changed.']);
  await expect(answer).rejects.toMatchObject({ code: 'PROJECT_ALTERED' });
  expect(projects.accepted).toEqual([]);
});

test('work that fails on a sound project says why', async () => {
  const { projects, end } = look();
  const answer = projects.guard(reading, () => Promise.reject(new Error('no such study')));
  end([]);
  await expect(answer).rejects.toThrow('no such study');
});
