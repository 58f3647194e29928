import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../../renderer/handed-page/handed-batch.ts';

const known = (text: string) => createHash('sha256').update(text).digest('hex');

test('a page hashes as everybody does, whatever the text and its length', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 1000]) {
    expect(sha256('a'.repeat(length)), `${length} letters`).toBe(known('a'.repeat(length)));
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => sha256(text) === known(text)),
  );
});
