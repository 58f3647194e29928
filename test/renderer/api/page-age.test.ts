import { expect, test } from 'vitest';
import { createPageAge } from '../../../renderer/api/page-age.ts';

const answer = (name: string | null) => ({
  headers: new Headers(name === null ? {} : { 'assay-page': name }),
});

test('a page is older once the server has another one, until it has the same again', () => {
  const age = createPageAge('index-one.js');
  const isOlder = (name: string | null) => {
    age.note(answer(name));
    return age.getState().isOlder;
  };
  expect([isOlder(null), isOlder('index-one.js'), isOlder('index-two.js'), isOlder(null)]).toEqual([
    ...[false, false, true, true],
  ]);
  expect(isOlder('index-one.js')).toBe(false);
});

test('a page that does not know its own script says nothing', () => {
  const age = createPageAge('');
  age.note(answer('index-two.js'));
  expect(age.getState().isOlder).toBe(false);
});
