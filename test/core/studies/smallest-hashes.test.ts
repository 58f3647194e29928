import { expect, test } from 'vitest';
import { SmallestHashes } from '../../../core/studies/smallest-hashes.ts';

test('the smallest hashes are kept in order, equals by id, however many are offered', () => {
  const kept = new SmallestHashes(3);
  const item = (n: number) => ({
    itemId: n,
    id: `i${9999 - n}`,
    hash: String(Math.floor(n / 2)).padStart(5, '0'),
  });
  for (let n = 4000; n >= 0; n -= 1) kept.offer(item(n));
  for (let n = 1; n <= 4000; n += 1) kept.offer(item(n + 4000));
  // Of 0 and 1, and of 2 and 3, which have one hash, the later number has the earlier id.
  expect(kept.sorted().map(({ itemId }) => itemId)).toEqual([1, 0, 3]);
  const few = new SmallestHashes(5);
  for (const n of [2, 6, 4]) few.offer(item(n));
  expect(few.sorted().map(({ itemId }) => itemId)).toEqual([2, 4, 6]);
});

test('an equal hash of an earlier id comes before those that are held already', () => {
  const kept = new SmallestHashes(1);
  for (let n = 0; n < 3000; n += 1) kept.offer({ itemId: n, id: `i${n + 1000}`, hash: 'a' });
  kept.offer({ itemId: 3000, id: 'first', hash: 'a' });
  expect(kept.sorted().map(({ itemId }) => itemId)).toEqual([3000]);
});
