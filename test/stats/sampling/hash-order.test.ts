import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { byKey, HashOrder, hashedText, hashKey, uniformOfHash } from '../../../stats/index.ts';

interface Vectors {
  seed: number;
  rows: { id: string; level: number; hash: string; uniformKey: number; hardKey: number }[];
  order: { uniformKey: string[]; hardKey: string[] };
}
const file = new URL('../../fixtures/draw-rule-2/vectors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;
const sha256 = (seed: number, id: string) => hash('sha256', hashedText(seed, id), 'hex');
const hardness = (s: number) => Math.sqrt(2 - s);

const firstOf = (ids: Iterable<string>, seed: number, size: number, weightOf: (id: string) => number) => {
  const order = new HashOrder<string>(size);
  for (const id of ids) order.offer(id, id, sha256(seed, id), weightOf(id));
  return order.first;
};

test('hashes and keys are those that a script in Python makes', () => {
  for (const { id, level, hash: expected, uniformKey, hardKey } of vectors.rows) {
    expect(sha256(vectors.seed, id)).toBe(expected);
    expect(hashKey(expected, 1) / uniformKey).toBeCloseTo(1, 13);
    expect(hashKey(expected, hardness(level / 16384)) / hardKey).toBeCloseTo(1, 13);
  }
  const levels = new Map(vectors.rows.map(({ id, level }) => [id, level / 16384]));
  const ids = [...levels.keys()];
  expect(firstOf(ids, vectors.seed, ids.length, () => 1)).toEqual(vectors.order.uniformKey);
  expect(firstOf(ids, vectors.seed, 20, (id) => hardness(levels.get(id)!))).toEqual(
    vectors.order.hardKey.slice(0, 20),
  );
});

test('the uniform of a hash is rounded once, and never 0', () => {
  const of = (start: string) => uniformOfHash(start.padEnd(64, '0'));
  expect(of('0')).toBe(2 ** -65);
  expect(of('8000000000000000')).toBe(0.5);
  // Rounding 2^63 + 2^10 first, and adding afterwards, would lose the last bit.
  expect(of('8000000000000400')).toBe(0.5 + 2 ** -53);
  expect(of('ffffffffffffffff')).toBe(1);
  expect(hashKey('f'.repeat(64), 1)).toBe(Number.POSITIVE_INFINITY);
});

const names = Array.from({ length: 5000 }, (_, i) => `item ${i}`);
const weightOf = (id: string) => hardness((Number(id.slice(5)) % 97) / 96);

test.each([0, 1, 7, 300, 4999, 5000])(
  'the first %i are those of a sort of all keys, in any order of items',
  (size) => {
    const keyed = names.map((id) => {
      const digits = sha256(9, id);
      return { id, hash: digits, key: hashKey(digits, weightOf(id)) };
    });
    const expected = keyed
      .sort(byKey)
      .slice(0, size)
      .map(({ id }) => id);
    expect(firstOf(names, 9, size, weightOf)).toEqual(expected);
    expect(firstOf([...names].reverse(), 9, size, weightOf)).toEqual(expected);
  },
);

test('items that go change only themselves', () => {
  const before = firstOf(names, 3, 5000, weightOf);
  const left = names.filter((_, i) => i % 3 !== 0);
  expect(firstOf(left, 3, left.length, weightOf)).toEqual(before.filter((id) => left.includes(id)));
});

test('equal keys go by the hash, then by id', () => {
  const order = new HashOrder<string>(3);
  const tail = 'f'.repeat(48);
  for (const [id, digits] of [
    ['b', `${'0'.repeat(16)}${tail}`],
    ['a', `${'0'.repeat(16)}${tail}`],
    ['c', '0'.repeat(64)],
  ] as const)
    order.offer(id, id, digits, 1);
  expect(order.first).toEqual(['c', 'a', 'b']);
});

test('an item is the first one as often as its weight says', () => {
  // Weights 1, 2, 3: of 30,000 seeds each is first in 1/6, 2/6, 3/6; five standard deviations are .014.
  const counts = [0, 0, 0];
  const pairs = new Map<string, number>();
  for (let seed = 0; seed < 30_000; seed++) {
    const [first, second] = firstOf(['1', '2', '3'], seed, 2, Number);
    counts[Number(first) - 1]! += 1;
    pairs.set(`${first}${second}`, (pairs.get(`${first}${second}`) ?? 0) + 1);
  }
  for (const [i, count] of counts.entries())
    expect(Math.abs(count / 30_000 - (i + 1) / 6)).toBeLessThan(0.014);
  // After 3 was drawn, 2 follows with probability 2/(1 + 2).
  expect(pairs.get('32')! / counts[2]!).toBeCloseTo(2 / 3, 1);
});

test('arguments', () => {
  expect(() => new HashOrder(-1)).toThrow(RangeError);
  expect(() => new HashOrder<number>(1).offer(1, 'a', '0'.repeat(64), 0)).toThrow(RangeError);
});
